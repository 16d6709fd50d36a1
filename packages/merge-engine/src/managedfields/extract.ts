import { leavesOf } from '../fieldpath/set.ts';
import type { Atom } from '../schema/atom.ts';
import type { MergeLibrary } from '../schema/library.ts';
import { extractItems } from '../typed/remove.ts';
import { asTyped } from '../typed/typed.ts';
import { validationErrorsToString } from '../typed/validation-error.ts';
import { goTypeName } from '../value/go-text.ts';
import { isMap, stringAt, type ValueMap } from '../value/value.ts';
import { readFieldsOf } from './entry.ts';
import { entriesOf } from './managed.ts';

/** The answer of an extraction. The configuration is undefined where the manager has no Apply entry. */
export type Extracted =
  | { readonly kind: 'extracted'; readonly configuration: ValueMap | undefined }
  | { readonly kind: 'error'; readonly message: string };

/**
 * Returns what a manager applied to an object, as the configuration that it would apply again: its fields by
 * managedFields, with apiVersion and kind, without the name, which nobody owns. Only Apply entries count, those of the
 * object itself (`''`) or of a subresource (`status`). Change the configuration and apply it, and everything else that
 * the manager owns stays as it is.
 * Upstream: k8s.io/apimachinery pkg/util/managedfields/extract.go ExtractInto.
 *
 * @param type - Of the kind at the API version of the object.
 * @param manager - The name of an applier; entries of updates by that name do not count.
 * @returns The configuration, undefined where the manager applied nothing; an error where object and type do not fit.
 */
export function extractInto(
  object: ValueMap,
  type: Atom,
  manager: string,
  subresource = '',
  library?: MergeLibrary,
): Extracted {
  const typed = asTyped(object, type, { allowDuplicates: false, library });
  if (typed.kind === 'invalid')
    return error(`error converting obj to typed: ${validationErrorsToString(typed.errors)}`);
  const entry = (entriesOf(object) ?? []).find(
    (each) => each.manager === manager && each.operation === 'Apply' && each.subresource === subresource,
  );
  if (entry === undefined) return { kind: 'extracted', configuration: undefined };
  const read = readFieldsOf(entry, library);
  if (read.kind === 'error') return error(`error marshalling FieldsV1 to JSON: ${read.message}`);
  const { value } = extractItems(typed.typed, leavesOf(read.set));
  if (!isMap(value)) {
    return error(
      `unable to convert managed fields for ${manager} to unstructured, expected map, got ${goTypeName(value)}`,
    );
  }
  const configuration = new Map(value);
  const kind = stringAt(object, 'kind') ?? '';
  if (!configuration.has('kind') && kind !== '') {
    configuration.set('kind', kind);
    configuration.set('apiVersion', stringAt(object, 'apiVersion') ?? '');
  }
  return { kind: 'extracted', configuration };
}

function error(message: string): Extracted {
  return { kind: 'error', message };
}
