import type { ValueMap } from '@managed-fields/merge-engine';
import {
  declaredFrom,
  duplicate,
  type Errors,
  invalid,
  invalidAll,
  invalidUnshown,
  notSupported,
  required,
  tooLong,
  tooMany,
} from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { labelSelector, matches, selectorFails } from './label-selector.ts';
import { dns1123Label, dns1123Subdomain, qualifiedName } from './names.ts';
import { count, flag, has, list, pointer, struct, structAt, structs, text, textMap } from './object.ts';
import { type MetadataRules, metadataErrors } from './object-meta.ts';
import { matchesTemplate, mismatchError, podTemplate } from './pod-template.ts';
import { isNonnegative, isOneOf, named } from './scalars.ts';
import { shown, shownSelector } from './shown.ts';

/*
 * Jobs.
 * Upstream: k8s.io/kubernetes pkg/apis/batch/validation/validation.go.
 */

const metadataRules: MetadataRules = { namespaced: true, name: dns1123Subdomain };

/** Complaints about a Job; `old` is the Job before an update. */
export function jobErrors(job: ValueMap, old?: ValueMap): Errors {
  const spec = struct(job, 'spec');
  return [
    ...metadataErrors(job, metadataRules),
    ...generatedSelector(job, old),
    ...selectedJobSpec(spec),
    ...hostNameErrors(struct(job, 'metadata'), spec),
  ];
}

/**
 * Complaints about a name from which no valid Pod names follow for each index.
 * Upstream: validateNameAllowsCompletions.
 */
export function hostNameErrors(metadata: ValueMap, spec: ValueMap): Errors {
  const completions = count(spec, 'completions') ?? 0;
  if (text(spec, 'completionMode') !== 'Indexed' || completions <= 0) return [];
  const name = text(metadata, 'name');
  const last = `${name}-${completions - 1}`;
  if (dns1123Label(last).length === 0) return [];
  return [invalid('metadata.name', name, `will not able to create pod with invalid DNS label: ${last}`)];
}

/** Complaints about the labels that a Job gives to its Pods, unless it has a manual selector. */
function generatedSelector(job: ValueMap, old: ValueMap | undefined): Errors {
  const spec = struct(job, 'spec');
  const selector = pointer(spec, 'selector');
  if (flag(spec, 'manualSelector') === true || selector === undefined) return [];
  const metadata = struct(job, 'metadata');
  const before = structAt(old, 'spec', 'template', 'metadata', 'labels');
  const owners = [
    ['controller-uid', text(metadata, 'uid')],
    ['job-name', text(metadata, 'name')],
  ] as const;
  const prefixed = owners.map(([key, value]) => [`batch.kubernetes.io/${key}`, value] as const);
  const asked = old === undefined || prefixed.every(([key]) => before.has(key));
  const expected = new Map([...owners, ...(asked ? prefixed : [])]);
  const given = textMap(structAt(spec, 'template', 'metadata'), 'labels');
  const missing = [...expected].flatMap(([key, value]) => labelErrors(given, key, value));
  const foreign = !selectorFails(selector) && !matches(selector, expected);
  return [
    ...missing,
    ...(foreign ? [invalid('spec.selector', shownSelector(selector), '`selector` not auto-generated')] : []),
  ];
}

/** Upstream: pkg/apis/core/validation/validation.go ValidateHasLabel. */
function labelErrors(given: ReadonlyMap<string, string>, key: string, expected: string): Errors {
  const actual = given.get(key);
  const field = at('spec.template.metadata.labels', key);
  if (actual === undefined) return [required(field, `must be '${expected}'`)];
  if (actual === expected) return [];
  return [invalid(field, shown('map[string]string', given), `must be '${expected}'`)];
}

/** Complaints about a spec with its selector. Upstream: ValidateJobSpec. */
export function selectedJobSpec(spec: ValueMap): Errors {
  const selector = pointer(spec, 'selector');
  const template = struct(spec, 'template');
  const mismatch = !selectorFails(selector) && !matchesTemplate(selector, template);
  return [
    ...jobSpec(spec, 'spec'),
    ...(selector === undefined ? [required('spec.selector')] : labelSelector(selector, 'spec.selector')),
    ...(mismatch ? [mismatchError(template, 'spec.template')] : []),
  ];
}

const counts = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
];

function unlimited(field: Field): Errors {
  return declaredFrom(
    'v1.38',
    [required(field, 'when maxFailedIndexes is specified')],
    [required(field, 'must be set when maxFailedIndexes is set')],
  );
}

/** Complaints about the spec of a Job, alone or in a CronJob. Upstream: validateJobSpec. */
export function jobSpec(spec: ValueMap, field: Field): Errors {
  const lonely = has(spec, 'maxFailedIndexes') && !has(spec, 'backoffLimitPerIndex');
  return [
    ...counts.flatMap((name) => isNonnegative(spec, name, field)),
    ...(lonely ? unlimited(child(field, 'backoffLimitPerIndex')) : []),
    ...(has(spec, 'managedBy') ? managedBy(text(spec, 'managedBy'), child(field, 'managedBy')) : []),
    ...completionErrors(spec, field),
    ...failurePolicy(spec, child(field, 'podFailurePolicy')),
    ...successPolicy(spec, child(field, 'successPolicy')),
    ...replacementPolicy(spec, child(field, 'podReplacementPolicy')),
    ...podTemplate(struct(spec, 'template'), child(field, 'template')),
    ...restartPolicy(spec, child(field, 'template', 'spec', 'restartPolicy')),
  ];
}

const httpPath = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";

/** Upstream: k8s.io/apimachinery pkg/util/validation/validation.go IsDomainPrefixedPath. */
function managedBy(value: string, field: Field): Errors {
  const slash = value.indexOf('/');
  const host = value.slice(0, Math.max(slash, 0));
  const path = value.slice(slash + 1);
  const long = value.length > 63 ? [tooLong(field, 63)] : [];
  if (value === '') return [required(field)];
  if (slash < 0 || host === '' || path === '') {
    return [invalid(field, value, 'must be a domain-prefixed path (such as "acme.io/foo")'), ...long];
  }
  const wrong = new RegExp(`^${httpPath}$`).test(path)
    ? []
    : [invalid(field, path, `Invalid path (regex used for validation is '${httpPath}')`)];
  return [...named(dns1123Subdomain, host, field), ...wrong, ...long];
}

/** 64 Ki. */
const longestIndexes = 65_536;
const many = 100_000;
const fewer = 10_000;

function completionErrors(spec: ValueMap, field: Field): Errors {
  const mode = text(spec, 'completionMode');
  const errors: Errors[number][] = has(spec, 'completionMode')
    ? [...isOneOf(mode, ['NonIndexed', 'Indexed'], child(field, 'completionMode'))]
    : [];
  if (mode === 'Indexed') return [...errors, ...indexedErrors(spec, field)];
  if (has(spec, 'completionMode') && mode !== 'NonIndexed') return errors;
  return [
    ...errors,
    ...['backoffLimitPerIndex', 'maxFailedIndexes'].flatMap((name) =>
      has(spec, name) ? [invalid(child(field, name), spec.get(name) ?? 0n, 'requires indexed completion mode')] : [],
    ),
  ];
}

function indexedErrors(spec: ValueMap, field: Field): Errors {
  const completions = count(spec, 'completions');
  const parallelism = count(spec, 'parallelism');
  const failed = count(spec, 'maxFailedIndexes');
  const errors: Errors[number][] = [];
  const add = (name: string, value: number, words: string) =>
    errors.push(invalid(child(field, name), BigInt(value), words));
  if (completions === undefined) {
    errors.push(required(child(field, 'completions'), 'when completion mode is Indexed'));
  }
  if (parallelism !== undefined && parallelism > many) {
    add('parallelism', parallelism, `must be less than or equal to ${many} when completion mode is Indexed`);
  }
  if (failed !== undefined && completions !== undefined && failed > completions) {
    add('maxFailedIndexes', failed, 'must be less than or equal to completions');
  }
  if (failed !== undefined && failed > many) add('maxFailedIndexes', failed, `must be less than or equal to ${many}`);
  if (completions === undefined || completions <= many || !has(spec, 'backoffLimitPerIndex')) return errors;
  const words = `must be less than or equal to ${fewer} when completions are above ${many} and used with backoff limit per index`;
  if (failed === undefined) {
    errors.push(required(child(field, 'maxFailedIndexes'), `must be specified when completions is above ${many}`));
  }
  if (parallelism !== undefined && parallelism > fewer) add('parallelism', parallelism, words);
  if (failed !== undefined && failed > fewer) add('maxFailedIndexes', failed, words);
  return errors;
}

const actions = ['Count', 'FailIndex', 'FailJob', 'Ignore'];

function listed(values: readonly string[]): string {
  return `valid values: [${values.map((value) => `"${value}"`).join(' ')}]`;
}

function failurePolicy(spec: ValueMap, field: Field): Errors {
  const policy = pointer(spec, 'podFailurePolicy');
  if (policy === undefined) return [];
  const rules = structs(policy, 'rules');
  const place = child(field, 'rules');
  return [
    ...(rules.length > 20 ? [tooMany(place, rules.length, 20)] : []),
    ...rules.flatMap((rule, i) => failureRule(spec, rule, at(place, i))),
  ];
}

function failureRule(spec: ValueMap, rule: ValueMap, field: Field): Errors {
  const action = text(rule, 'action');
  const place = child(field, 'action');
  const codes = pointer(rule, 'onExitCodes');
  const conditions = structs(rule, 'onPodConditions');
  const errors: Errors[number][] = [];
  if (action === '') errors.push(required(place, listed(actions)));
  else if (action === 'FailIndex') {
    if (!has(spec, 'backoffLimitPerIndex')) {
      errors.push(invalid(place, action, 'requires the backoffLimitPerIndex to be set'));
    }
  } else errors.push(...isOneOf(action, actions, place));
  if (codes !== undefined) errors.push(...exitCodes(spec, codes, child(field, 'onExitCodes')));
  errors.push(...podConditions(conditions, child(field, 'onPodConditions')));
  if (codes !== undefined && conditions.length > 0) {
    errors.push(invalidUnshown(field, 'specifying both OnExitCodes and OnPodConditions is not supported'));
  }
  if (codes === undefined && conditions.length === 0) {
    errors.push(invalidUnshown(field, 'specifying one of OnExitCodes and OnPodConditions is required'));
  }
  return errors;
}

function exitCodes(spec: ValueMap, codes: ValueMap, field: Field): Errors {
  const operator = text(codes, 'operator');
  const operators = ['In', 'NotIn'];
  const place = child(field, 'values');
  const values = list(codes, 'values');
  const names = ['containers', 'initContainers'].flatMap((kind) =>
    structs(structAt(spec, 'template', 'spec'), kind).map((container) => text(container, 'name')),
  );
  const name = text(codes, 'containerName');
  const foreign = has(codes, 'containerName') && !names.includes(name);
  const ordered = values.every((value, i) => i === 0 || Number(values[i - 1]) <= Number(value));
  return [
    ...(operator === ''
      ? [required(child(field, 'operator'), listed(operators))]
      : isOneOf(operator, operators, child(field, 'operator'))),
    ...(foreign
      ? [
          invalid(
            child(field, 'containerName'),
            name,
            'must be one of the container or initContainer names in the pod template',
          ),
        ]
      : []),
    ...(values.length === 0
      ? [invalid(place, shown('[]int32', codes.get('values')), 'at least one value is required')]
      : []),
    ...(values.length > 255 ? [tooMany(place, values.length, 255)] : []),
    ...values.flatMap((value, i) => [
      ...(operator === 'In' && value === 0n ? [invalid(at(place, i), 0n, 'must not be 0 for the In operator')] : []),
      ...(values.indexOf(value) < i ? [duplicate(at(place, i), value)] : []),
    ]),
    ...(ordered ? [] : [invalid(place, values, 'must be ordered')]),
  ];
}

function podConditions(conditions: readonly ValueMap[], field: Field): Errors {
  const states = ['False', 'True', 'Unknown'];
  return [
    ...(conditions.length > 20 ? [tooMany(field, conditions.length, 20)] : []),
    ...conditions.flatMap((condition, i) => {
      const place = at(field, i);
      const status = text(condition, 'status');
      return [
        ...invalidAll(child(place, 'type'), text(condition, 'type'), qualifiedName(text(condition, 'type'))),
        ...(status === ''
          ? [required(child(place, 'status'), listed(states))]
          : isOneOf(status, states, child(place, 'status'))),
      ];
    }),
  ];
}

function successPolicy(spec: ValueMap, field: Field): Errors {
  const policy = pointer(spec, 'successPolicy');
  if (policy === undefined) return [];
  const place = child(field, 'rules');
  const rules = structs(policy, 'rules');
  if (text(spec, 'completionMode') !== 'Indexed') {
    return [
      invalid(field, shown('batch.SuccessPolicy', spec.get('successPolicy')), 'requires indexed completion mode'),
    ];
  }
  const words = 'at least one rules must be specified when the successPolicy is specified';
  return [
    ...(rules.length === 0 ? [required(place, words)] : []),
    ...(rules.length > 20 ? [tooMany(place, rules.length, 20)] : []),
    ...rules.flatMap((rule, i) => successRule(spec, rule, at(place, i))),
  ];
}

function successRule(spec: ValueMap, rule: ValueMap, field: Field): Errors {
  const wanted = count(rule, 'succeededCount');
  const completions = count(spec, 'completions') ?? 0;
  const indexes = has(rule, 'succeededIndexes') ? indexesIn(text(rule, 'succeededIndexes'), completions) : undefined;
  if (wanted === undefined && indexes === undefined) {
    return [required(field, 'at least one of succeededCount or succeededIndexes must be specified')];
  }
  const place = child(field, 'succeededCount');
  const atMost = (most: number, words: string): Errors =>
    wanted !== undefined && wanted > most
      ? [invalid(place, BigInt(wanted), `must be less than or equal to ${most} (the number of ${words})`)]
      : [];
  return [
    ...indexErrors(rule, indexes, child(field, 'succeededIndexes')),
    ...isNonnegative(rule, 'succeededCount', field),
    ...atMost(completions, 'specified completions'),
    ...(indexes === undefined ? [] : atMost(indexes.count, 'indexes in the specified succeededIndexes field')),
  ];
}

function indexErrors(rule: ValueMap, indexes: Indexes | undefined, field: Field): Errors {
  const given = text(rule, 'succeededIndexes');
  return [
    ...(given.length > longestIndexes ? [tooLong(field, longestIndexes)] : []),
    ...(indexes?.fault === undefined
      ? []
      : [invalid(field, given, `error parsing succeededIndexes: ${indexes.fault}`)]),
  ];
}

function replacementPolicy(spec: ValueMap, field: Field): Errors {
  if (!has(spec, 'podReplacementPolicy')) return [];
  const supported = has(spec, 'podFailurePolicy') ? ['Failed'] : ['Failed', 'TerminatingOrFailed'];
  return isOneOf(text(spec, 'podReplacementPolicy'), supported, field);
}

function restartPolicy(spec: ValueMap, field: Field): Errors {
  const policy = text(structAt(spec, 'template', 'spec'), 'restartPolicy');
  if (policy === 'Always' || policy === '') return [required(field, 'valid values: "OnFailure", "Never"')];
  if (policy !== 'OnFailure' && policy !== 'Never') return [notSupported(field, policy, ['OnFailure', 'Never'])];
  if (!has(spec, 'podFailurePolicy') || policy === 'Never') return [];
  return [invalid(field, policy, 'only "Never" is supported when podFailurePolicy is specified')];
}

/** The number of indexes that a text names; a fault where the text cannot be read. */
export interface Indexes {
  readonly count: number;
  readonly fault?: string;
}

/**
 * Reads the indexes of a Job's Pods from a text such as `0-2,5`. They must rise and stay below the completions.
 * Upstream: k8s.io/kubernetes pkg/apis/batch/validation/validation.go validateIndexesFormat.
 */
export function indexesIn(value: string, completions: number): Indexes {
  if (value === '') return { count: 0 };
  let count = 0;
  let last: number | undefined;
  for (const part of value.split(',')) {
    const read = interval(part, completions);
    if (typeof read === 'string') return { count: 0, fault: read };
    const [first, end] = read;
    if (last !== undefined && last >= first) return { count: 0, fault: unordered(last, first) };
    count += end - first + 1;
    last = end;
  }
  return { count };
}

function unordered(previous: number, current: number): string {
  return `non-increasing order, previous: ${previous}, current: ${current}`;
}

/** Both ends of an interval, or why there is none. */
export function interval(part: string, completions: number): readonly [number, number] | string {
  const limits = part.split('-');
  if (limits.length > 2) {
    return `the fragment ${JSON.stringify(part)} violates the requirement that an index interval can have at most two parts separated by '-'`;
  }
  for (const limit of limits) {
    if (!/^[+-]?[0-9]+$/.test(limit)) return `cannot convert string to integer for index: ${JSON.stringify(limit)}`;
    if (Number(limit) >= completions) return `too large index: ${JSON.stringify(limit)}`;
  }
  const [first = 0, end = first] = limits.map(Number);
  return limits.length > 1 && first >= end ? unordered(first, end) : [first, end];
}
