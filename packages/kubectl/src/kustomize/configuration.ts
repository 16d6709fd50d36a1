import {
  isMap,
  jsonTypeName,
  mapAt,
  parseJson,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { hasChange } from '../changes.ts';
import { type Failure, fail, isFailure } from '../failure.ts';
import { goSorted } from '../printing/go-sort.ts';
import type { Session } from '../session.ts';
import type { FieldSpec } from './field-spec.ts';
import * as fields from './field-specs.ts';
import { listOf, readForm, struct } from './go-form.ts';
import { fieldSpecForm, fieldSpecOf, gvkForm, structList } from './kustomization.ts';
import type { Loader } from './loader.ts';
import { within } from './node.ts';
import type { Gvk } from './res-id.ts';
import { kindIsLess } from './sort-order.ts';

/** Which fields each transformer changes. Upstream: kustomize api/internal/plugins/builtinconfig TransformerConfig. */
export interface Configuration {
  readonly namePrefix: readonly FieldSpec[];
  readonly nameSuffix: readonly FieldSpec[];
  readonly namespace: readonly FieldSpec[];
  readonly commonLabels: readonly FieldSpec[];
  readonly labels: readonly FieldSpec[];
  readonly templateLabels: readonly FieldSpec[];
  readonly commonAnnotations: readonly FieldSpec[];
  readonly varReference: readonly FieldSpec[];
  readonly images: readonly FieldSpec[];
  readonly replicas: readonly FieldSpec[];
  readonly nameReference: readonly fields.NameReference[];
}

/** The lists of a configuration, with the names by which an error calls them, in the order in which they are merged. */
const lists = [
  ['namePrefix', 'NamePrefix'],
  ['nameSuffix', 'NameSuffix'],
  ['namespace', 'NameSpace'],
  ['commonAnnotations', 'CommonAnnotations'],
  ['commonLabels', 'CommonLabels'],
  ['labels', 'Labels'],
  ['templateLabels', 'TemplateLabels'],
  ['varReference', 'VarReference'],
  ['nameReference', 'NameReference'],
  ['images', 'Images'],
  ['replicas', 'Replicas'],
] as const;

const names: readonly FieldSpec[] = [{ path: 'metadata/name' }];

/** What kustomize changes by itself. */
const defaults = sorted({
  namePrefix: names,
  nameSuffix: names,
  namespace: fields.namespaces,
  commonLabels: fields.commonLabels,
  labels: [],
  templateLabels: fields.templateLabels,
  commonAnnotations: fields.commonAnnotations,
  varReference: fields.varReferences,
  images: fields.images,
  replicas: fields.replicas,
  nameReference: fields.nameReferences,
});

/** What kustomize changes by itself in a release of kubectl. */
export function defaultsOf(release: string): Configuration {
  if (hasChange('imagesOfVolumes', release)) return defaults;
  return { ...defaults, images: defaults.images.filter(({ path }) => !path.endsWith('image/reference')) };
}

/** A configuration that changes nothing. */
export const nothing: Configuration = Object.fromEntries(lists.map(([name]) => [name, []])) as unknown as Configuration;

const specs = listOf(fieldSpecForm, 'types.FsSlice');
const form = struct(
  'TransformerConfig',
  {
    ...Object.fromEntries(lists.map(([name]) => [name, specs])),
    nameReference: listOf(
      struct('NameBackReferences', { fieldSpecs: specs }, { Gvk: gvkForm }, 'builtinconfig'),
      'builtinconfig.nbrSlice',
    ),
  },
  {},
  'builtinconfig',
);

/** The configuration of a kustomization: the defaults with what its files add, and what its definitions add. */
export function configurationOf(
  session: Session,
  loader: Loader,
  files: readonly string[],
  crds: readonly string[],
): readonly Configuration[] | Failure {
  let added = nothing;
  for (const path of files) {
    const text = loader.load(path);
    if (isFailure(text)) return text;
    const [document] = session.host.read(text);
    if (document?.kind === 'malformed') return fail(document.message);
    const read = readForm(document?.value ?? null, form);
    if (read.kind === 'failure')
      return { ...read, message: `error unmarshaling JSON: while decoding JSON: ${read.message}` };
    const own = isMap(read.value) ? configurationIn(read.value) : nothing;
    const merged = mergedConfigurations(added, own);
    if (isFailure(merged)) return merged;
    added = merged;
  }
  const own = defaultsOf(session.host.release);
  const whole = files.length === 0 ? own : mergedConfigurations(own, added);
  if (isFailure(whole)) return whole;
  const known = definitionsIn(session, loader, crds);
  if (isFailure(known)) return within(`loading CRDs [${crds.join(' ')}]`, known);
  return [whole, known];
}

function configurationIn(written: ValueMap): Configuration {
  const references = structList(written, 'nameReference').map((each) => {
    const { path: _, create: __, ...kind } = fieldSpecOf(each);
    return { kind: '', ...kind, referrers: structList(each, 'fieldSpecs').map(fieldSpecOf) };
  });
  const own = lists.map(([name]) => [name, structList(written, name).map(fieldSpecOf)] as const);
  return sorted({ ...(Object.fromEntries(own) as unknown as Configuration), nameReference: references });
}

/** Adds one configuration to another. Upstream: transformerconfig.go Merge. */
export function mergedConfigurations(one: Configuration, other: Configuration): Configuration | Failure {
  const merged: Partial<Record<keyof Configuration, unknown>> = {};
  for (const [name, word] of lists) {
    const list =
      name === 'nameReference' ? mergedReferences(one[name], other[name]) : mergedSpecs(one[name], other[name]);
    if (isFailure(list)) return within(`failed to merge ${word} fieldSpec`, list);
    merged[name] = list;
  }
  return sorted(merged as Configuration);
}

/** The lists in the order of their kinds. Upstream: transformerconfig.go sortFields. */
function sorted(config: Configuration): Configuration {
  const whole = ({ group = '', version = '', kind = '' }: Partial<Gvk>): Gvk => ({ group, version, kind });
  const isLess = (a: Partial<Gvk>, b: Partial<Gvk>) => kindIsLess(whole(a), whole(b));
  const own = lists.map(([name]) => [name, goSorted<Partial<Gvk>>(config[name], isLess)] as const);
  return Object.fromEntries(own) as unknown as Configuration;
}

/** Adds specifications that are not there. Upstream: kustomize api/types/fieldspec.go MergeAll. */
export function mergedSpecs(one: readonly FieldSpec[], other: readonly FieldSpec[]): readonly FieldSpec[] | Failure {
  const all = [...one];
  for (const spec of other) {
    const same = all.find((each) => each.path === spec.path && covers(each, spec));
    if (same === undefined) all.push(spec);
    else if ((same.create === true) !== (spec.create === true)) return fail('conflicting fieldspecs');
  }
  return all;
}

/** Whether one specification is of a kind that the other names. */
function covers(one: FieldSpec, other: FieldSpec): boolean {
  return (['group', 'version', 'kind'] as const).every(
    (name) => (other[name] ?? '') === '' || one[name] === other[name],
  );
}

function mergedReferences(
  one: readonly fields.NameReference[],
  other: readonly fields.NameReference[],
): readonly fields.NameReference[] | Failure {
  const all = [...one];
  for (const each of other) {
    const isSame = (known: fields.NameReference) =>
      (['group', 'version', 'kind'] as const).every((name) => (known[name] ?? '') === (each[name] ?? ''));
    const at = all.findIndex(isSame);
    const known = all[at];
    if (known === undefined) {
      all.push(each);
      continue;
    }
    const referrers = mergedSpecs(known.referrers, each.referrers);
    if (isFailure(referrers)) return referrers;
    all[at] = { ...known, referrers };
  }
  return all;
}

/** What definitions of OpenAPI say of references. Upstream: accumulator/loadconfigfromcrds.go LoadConfigFromCRDs. */
function definitionsIn(session: Session, loader: Loader, paths: readonly string[]): Configuration | Failure {
  let config = nothing;
  for (const path of paths) {
    const text = loader.load(path);
    if (isFailure(text)) return text;
    const value = definitionsOf(session, text);
    if (isFailure(value)) return within(`unable to parse open API definition from '${path}'`, value);
    for (const [name, api] of value) {
      const properties = propertiesOf(isMap(api) ? api : undefined);
      if (!['kind', 'apiVersion', 'metadata'].every((each) => properties.has(each))) continue;
      const own = referencesOf(value, name, { kind: name.slice(name.lastIndexOf('.') + 1) }, [], new Set());
      const merged = isFailure(own) ? own : mergedConfigurations(config, own);
      if (isFailure(merged)) return merged;
      config = merged;
    }
  }
  return config;
}

/** Upstream: loadconfigfromcrds.go makeNameToApiMap. */
function definitionsOf(session: Session, text: string): ValueMap | Failure {
  const isJson = text.startsWith('{');
  const read = isJson ? parseJson(text) : session.host.read(text)[0];
  if (read !== undefined && read.kind !== 'value') return fail(read.message);
  const value = read?.value ?? new Map<string, Value>();
  const decoding = isJson ? '' : 'error unmarshaling JSON: while decoding JSON: ';
  const wrong = (part: Value, type: string) =>
    fail(`${decoding}json: cannot unmarshal ${jsonTypeName(part)} into Go value of type ${type}`);
  if (!isMap(value)) return wrong(value, 'accumulator.nameToApiMap');
  const odd = [...value.values()].find((each) => each !== null && !isMap(each));
  return odd === undefined ? value : wrong(odd, 'accumulator.OpenAPIDefinition');
}

function propertiesOf(api: ValueMap | undefined): ValueMap {
  return mapAt(mapAt(api, 'Schema'), 'properties') ?? new Map<string, Value>();
}

function referencesOf(
  all: ValueMap,
  type: string,
  kind: Pick<FieldSpec, 'kind'>,
  path: readonly string[],
  visited: ReadonlySet<string>,
): Configuration | Failure {
  let config: Configuration = nothing;
  // Upstream follows a type that refers to itself for ever.
  if (visited.has(type)) return config;
  for (const [name, property] of propertiesOf(mapAt(all, type))) {
    if (!isMap(property)) continue;
    const text = (key: string) => stringAt(property, `x-kubernetes-${key}`);
    const at = (...more: string[]): FieldSpec => ({ ...kind, path: [...path, name, ...more].join('/') });
    const [version, of] = [text('object-ref-api-version'), text('object-ref-kind')];
    const reference =
      version === undefined || of === undefined
        ? []
        : [{ kind: of, version, referrers: [at(text('object-ref-name-key') ?? 'name')] }];
    const own: Configuration = {
      ...nothing,
      commonAnnotations: text('annotation') === undefined ? [] : [at()],
      commonLabels: text('label-selector') === undefined ? [] : [at()],
      namePrefix: text('identity') === undefined ? [] : [at()],
      nameReference: reference,
    };
    const target = stringAt(property, '$ref');
    const below =
      target === undefined ? nothing : referencesOf(all, target, kind, [...path, name], new Set(visited).add(type));
    for (const each of [own, below]) {
      const merged = isFailure(each) ? each : mergedConfigurations(config, each);
      if (isFailure(merged)) return merged;
      config = merged;
    }
  }
  return config;
}
