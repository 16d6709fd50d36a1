import { webhookEffect } from '@managed-fields/api-server';
import { type Fact, groupOf } from '../findings/finding.ts';
import { arrayAt, isArray, isObject, type Json, memberOf, textAt, valueAt } from '../json.ts';
import type { Rows, SurveyRow } from '../object.ts';

const registration = 'admissionregistration.k8s.io';

/** Kinds whose objects say what admission writes into others, by the resource of these; empty where each object says it. */
const writing: ReadonlyMap<string, string> = new Map([
  [`${registration}/MutatingAdmissionPolicy`, ''],
  [`${registration}/MutatingWebhookConfiguration`, ''],
  ['/LimitRange', 'pods'],
  ['node.k8s.io/RuntimeClass', 'pods'],
  ['scheduling.k8s.io/PriorityClass', 'pods'],
  ['storage.k8s.io/StorageClass', 'persistentvolumeclaims'],
  ['networking.k8s.io/IngressClass', 'ingresses'],
]);

const binding = `${registration}/MutatingAdmissionPolicyBinding`;

type KindOfRow = Pick<SurveyRow, 'apiVersion' | 'kind'>;

function kindOf({ apiVersion, kind }: KindOfRow): string {
  return `${groupOf(apiVersion)}/${kind}`;
}

/** Whether an object says what admission writes into others. */
export function saysAdmission(row: KindOfRow): boolean {
  return writing.has(kindOf(row));
}

/** An object that says what admission writes into others, and into which. */
interface Source {
  readonly index: number;
  readonly value: Json;
  /** The namespace whose objects are meant; empty for all. */
  readonly namespace: string;
  /** Resources, `*` for all, with the operations at which they are changed. */
  readonly rules: readonly { readonly resources: readonly string[]; readonly operations: readonly string[] }[];
  /** The text of what it writes where that may be other than the value that was sent; empty where it only fills in. */
  readonly text: string;
}

/** What stands in a survey of what admission goes by. */
export interface AdmissionSources {
  readonly sources: readonly Source[];
  /** Their places among all objects, and those of the bindings, parameters and namespaces that they go by. */
  readonly around: readonly { readonly index: number; readonly of: Meant }[];
}

/** For which objects of a survey an object counts. */
type Meant =
  | { readonly kind: 'source'; readonly source: Source }
  | { readonly kind: 'policy'; readonly policy: string }
  | { readonly kind: 'namespace'; readonly name: string };

/** What reads an object of a survey once more. */
type ReadValue = (index: number) => Json | undefined;

/** Finds what admission goes by among the objects of a survey; without sources, nothing else is looked at. */
export function admissionSources(rows: Rows<SurveyRow>, facts: readonly Fact[], read: ReadValue): AdmissionSources {
  const sources = facts.flatMap((fact): readonly Source[] => {
    const row = fact.kind === 'admission' ? rows.at(fact.index) : undefined;
    const value = row === undefined ? undefined : read(row.index);
    return row === undefined || value === undefined ? [] : [sourceOf(row, value)];
  });
  if (sources.length === 0) return { sources, around: [] };
  const policies = new Map(sources.flatMap((each) => (isPolicy(each) ? [[nameOf(each), each] as const] : [])));
  const judging = sources.some(({ rules, namespace, text }) => rules.length > 0 && namespace === '' && text !== '');
  const bound = flatMapRows(policies.size > 0 ? rows : [], (row) => {
    const value = kindOf(row) === binding ? read(row.index) : undefined;
    const policy = textAt(value, 'spec', 'policyName');
    return policies.has(policy) ? [{ row, policy, ref: valueAt(value, 'spec', 'paramRef') }] : [];
  });
  const params = paramsOf(rows, policies, bound);
  const around = [
    ...sources.map((source) => ({ index: source.index, of: { kind: 'source', source } as const })),
    ...bound.map(({ row, policy }) => ({ index: row.index, of: { kind: 'policy', policy } as const })),
    ...params,
    ...flatMapRows(judging ? rows : [], (row) =>
      kindOf(row) === '/Namespace' ? [{ index: row.index, of: { kind: 'namespace', name: row.name } as const }] : [],
    ),
  ];
  return { sources, around };
}

function flatMapRows<T>(rows: Iterable<SurveyRow>, of: (row: SurveyRow) => readonly T[]): readonly T[] {
  const all: T[] = [];
  for (const row of rows) all.push(...of(row));
  return all;
}

function isPolicy({ value }: Source): boolean {
  return textAt(value, 'kind') === 'MutatingAdmissionPolicy';
}

function nameOf({ value }: Source): string {
  return textAt(value, 'metadata', 'name');
}

function sourceOf(row: SurveyRow, value: Json): Source {
  const { index, namespace } = row;
  const filled = writing.get(kindOf(row)) ?? '';
  if (filled !== '') {
    return { index, value, namespace, rules: [{ resources: [filled], operations: ['CREATE', 'UPDATE'] }], text: '' };
  }
  if (row.kind === 'MutatingAdmissionPolicy') {
    const rules = arrayAt(value, 'spec', 'matchConstraints', 'resourceRules').map(ruleOf);
    const specOf = (name: string) => valueAt(value, 'spec', name) ?? null;
    return { index, value, namespace: '', rules, text: textsIn(['mutations', 'variables'].map(specOf)).join('\n') };
  }
  const called = arrayAt(value, 'webhooks').flatMap((webhook) => {
    const effect = textAt(value, 'metadata', 'annotations', `${webhookEffect}${textAt(webhook, 'name')}`);
    return effect === '' ? [] : [{ rules: arrayAt(webhook, 'rules').map(ruleOf), effect }];
  });
  return {
    index,
    value,
    namespace: '',
    rules: called.flatMap(({ rules }) => rules),
    text: called.map(({ effect }) => effect).join('\n'),
  };
}

/** The strings in a value. */
function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

function ruleOf(rule: Json): Source['rules'][number] {
  const texts = (name: string) => arrayAt(rule, name).filter((each) => typeof each === 'string');
  // What is meant by a subresource is not a write of the object itself.
  const resources = texts('resources').flatMap((resource) => {
    const [plural = '', ...subresource] = resource.split('/');
    return subresource.length === 0 || subresource[0] === '*' ? [plural] : [];
  });
  return { resources, operations: texts('operations') };
}

interface Bound {
  readonly row: SurveyRow;
  readonly policy: string;
  readonly ref: Json | undefined;
}

/** The objects that bindings take parameters from, by what they say of their names. */
function paramsOf(
  rows: Rows<SurveyRow>,
  policies: ReadonlyMap<string, Source>,
  bound: readonly Bound[],
): AdmissionSources['around'] {
  const wanted = bound.flatMap(({ policy, ref }) => {
    const paramKind = valueAt(policies.get(policy)?.value, 'spec', 'paramKind');
    if (ref === undefined || paramKind === undefined) return [];
    const kind = kindOf({ apiVersion: textAt(paramKind, 'apiVersion'), kind: textAt(paramKind, 'kind') });
    return [{ policy, kind, name: textAt(ref, 'name'), namespace: textAt(ref, 'namespace') }];
  });
  if (wanted.length === 0) return [];
  return flatMapRows(rows, (row) => {
    const own = wanted.find(
      ({ kind, name, namespace }) =>
        kind === kindOf(row) &&
        (name === '' || name === row.name) &&
        (namespace === '' || row.namespace === '' || namespace === row.namespace),
    );
    return own === undefined ? [] : [{ index: row.index, of: { kind: 'policy', policy: own.policy } as const }];
  });
}

/** What the sources of a survey may write into an object: at which operations, and what is said of other values. */
export interface Concern {
  readonly operations: ReadonlySet<'CREATE' | 'UPDATE'>;
  /** Empty where values that were sent stay as they are. */
  readonly text: string;
}

/** Which sources may write into an object of a resource; undefined where none does. */
export function concernOf(
  { sources }: AdmissionSources,
  plural: string,
  { namespace }: Pick<SurveyRow, 'namespace'>,
): Concern | undefined {
  const meant = sources.filter((source) => isMeant(source, plural, namespace));
  if (meant.length === 0) return undefined;
  const named = meant.flatMap(({ rules }) => rules).filter(({ resources }) => isListed(resources, plural));
  const operations = (['CREATE', 'UPDATE'] as const).filter((each) =>
    named.some((rule) => isListed(rule.operations, each)),
  );
  if (operations.length === 0) return undefined;
  return { operations: new Set(operations), text: meant.map(({ text }) => text).join('\n') };
}

function isMeant({ rules, namespace: within }: Source, plural: string, namespace: string): boolean {
  return (within === '' || within === namespace) && rules.some(({ resources }) => isListed(resources, plural));
}

function isListed(list: readonly string[], wanted: string): boolean {
  return list.includes('*') || list.includes(wanted);
}

/** The places of what admission goes by for an object of a resource, so that a scenario with it can hold them. */
export function aroundObject(
  { around }: AdmissionSources,
  plural: string,
  { namespace, index: own }: Pick<SurveyRow, 'namespace' | 'index'>,
): readonly number[] {
  const policies = new Set<string>();
  for (const { of } of around) {
    if (of.kind === 'source' && isPolicy(of.source) && isMeant(of.source, plural, namespace)) {
      policies.add(nameOf(of.source));
    }
  }
  const counts = (of: Meant): boolean => {
    switch (of.kind) {
      case 'source':
        return isMeant(of.source, plural, namespace);
      case 'policy':
        return policies.has(of.policy);
      case 'namespace':
        return of.name === namespace;
    }
  };
  return around.flatMap(({ index, of }) => (index !== own && counts(of) ? [index] : []));
}

/** The resource that a definition defines, as `bakeries`; empty where the object is none. */
export function definedPlural(definition: Json | undefined): string {
  return textAt(memberOf(definition, 'spec'), 'names', 'plural');
}
