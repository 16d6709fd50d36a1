import {
  byteLength,
  invalid as complain,
  type FieldError,
  fieldManagerErrors,
  forbidden,
  notSupported,
  required,
} from '@managed-fields/merge-engine';
import type { TypeCatalog } from '../catalog/catalog.ts';
import { invalid, type Refusal } from './status.ts';

/** What happens to unknown and duplicate fields of a body. */
export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

/** The options in the query of a write. */
export interface WriteOptions {
  readonly kind: 'options';
  /** Empty where the query names none. */
  readonly fieldManager: string;
  readonly force: boolean;
  readonly dryRun: boolean;
  readonly fieldValidation: FieldValidation;
}

/**
 * Reads the options of a create or an update.
 * Upstream: apimachinery pkg/apis/meta/v1/validation/validation.go; the functions below too.
 */
export function writeOptions(
  kind: 'CreateOptions' | 'UpdateOptions',
  query: ReadonlyMap<string, string>,
  words: Words,
): WriteOptions | Refusal {
  return read(kind, query, [], words);
}

/** Reads the options of a patch. An apply needs a manager, and only an apply may be forced. */
export function patchOptions(query: ReadonlyMap<string, string>, apply: boolean, words: Words): WriteOptions | Refusal {
  const errors: FieldError[] = [];
  if (apply && (query.get('fieldManager') ?? '') === '') {
    errors.push(required('fieldManager', 'is required for apply patch'));
  }
  if (!apply && query.has('force')) errors.push(forbidden('force', 'may not be specified for non-apply patch'));
  return read('PatchOptions', query, errors, words);
}

function read(
  kind: string,
  query: ReadonlyMap<string, string>,
  first: readonly FieldError[],
  words: Words,
): WriteOptions | Refusal {
  const fieldManager = query.get('fieldManager') ?? '';
  const fieldValidation = query.get('fieldValidation') ?? '';
  const errors = [...first, ...fieldManagerErrors(fieldManager, 'fieldManager'), ...dryRunErrors(query)];
  if (!['', 'Ignore', 'Strict', 'Warn'].includes(fieldValidation)) {
    errors.push(notSupported('fieldValidation', fieldValidation, ['', 'Ignore', 'Strict', 'Warn']));
  }
  if (errors.length > 0) return refusedOptions(kind, errors, words);
  return {
    kind: 'options',
    fieldManager,
    force: isSet(query.get('force')),
    dryRun: query.has('dryRun'),
    fieldValidation: fieldValidation === 'Strict' || fieldValidation === 'Ignore' ? fieldValidation : 'Warn',
  };
}

/** The catalog of a server, for the words of its release. */
type Words = Pick<TypeCatalog, 'worded'>;

/** Refuses options of a kind, such as DeleteOptions, in the words of a release. */
export function refusedOptions(kind: string, errors: readonly FieldError[], { worded }: Words): Refusal {
  return invalid({ group: 'meta.k8s.io', name: kind }, '', worded?.(errors) ?? errors);
}

function dryRunErrors(query: ReadonlyMap<string, string>): FieldError[] {
  const dryRun = query.get('dryRun');
  return dryRun === undefined || dryRun === 'All' ? [] : [notSupported('dryRun', [dryRun], ['All'])];
}

/** Whether a truth is set in a query. Upstream: apimachinery pkg/runtime/conversion.go Convert_Slice_string_To_bool. */
export function isSet(parameter: string | undefined): boolean {
  return parameter !== undefined && parameter !== '0' && parameter.toLowerCase() !== 'false';
}

/** The options in the query or body of a delete. */
export interface DeleteOptions {
  readonly kind: 'options';
  readonly dryRun: boolean;
  readonly gracePeriodSeconds: bigint | undefined;
  readonly orphanDependents: boolean | undefined;
  readonly propagationPolicy: string | undefined;
  /** The uid and resourceVersion that the object must have. */
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  /** Whether there are preconditions at all, be they empty. */
  readonly hasPreconditions: boolean;
  /** Whether an object goes that cannot be read, and only such a one. */
  readonly ignoresReadErrors: boolean;
}

/** The option that `ignoresReadErrors` stands for. */
export const ignoreReadErrors = 'ignoreStoreReadErrorWithClusterBreakingPotential';

/** Validates the options of a delete. Upstream: ValidateDeleteOptions. */
export function checkDeleteOptions(
  options: DeleteOptions,
  dryRun: readonly string[],
  words: Words,
): Refusal | undefined {
  const errors: FieldError[] = [];
  const { propagationPolicy } = options;
  if (options.orphanDependents !== undefined && propagationPolicy !== undefined) {
    const words = 'orphanDependents and deletionPropagation cannot be both set';
    errors.push(complain('propagationPolicy', propagationPolicy, words));
  }
  if (propagationPolicy !== undefined && !['Foreground', 'Background', 'Orphan'].includes(propagationPolicy)) {
    errors.push(notSupported('propagationPolicy', propagationPolicy, ['Foreground', 'Background', 'Orphan', 'nil']));
  }
  if (dryRun.some((value) => value !== 'All')) errors.push(notSupported('dryRun', [...dryRun], ['All']));
  if (options.ignoresReadErrors) {
    for (const [name, isThere] of [
      ['propagationPolicy', propagationPolicy !== undefined],
      ['orphanDependents', options.orphanDependents !== undefined],
      ['gracePeriodSeconds', options.gracePeriodSeconds !== undefined],
      ['preconditions', options.hasPreconditions],
    ] as const) {
      if (isThere) errors.push(complain(ignoreReadErrors, true, `cannot be set together with .${name}`));
    }
  }
  return errors.length === 0 ? undefined : refusedOptions('DeleteOptions', errors, words);
}

const printable = /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

/**
 * Returns the manager of an update: the one that the query names, else the User-Agent up to its first slash, of which
 * only printable characters and at most 128 bytes count.
 * Upstream: apiserver pkg/endpoints/handlers/create.go managerOrUserAgent, prefixFromUserAgent.
 */
export function managerOrUserAgent(fieldManager: string, userAgent: string): string {
  if (fieldManager !== '') return fieldManager;
  let manager = '';
  for (const character of userAgent) {
    if (character === '/') break;
    if (!printable.test(character)) continue;
    if (byteLength(manager + character) > 128) break;
    manager += character;
  }
  return manager;
}
