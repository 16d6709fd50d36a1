import { isCustom, type TypeCatalog, throughJson } from '@managed-fields/api-server';
import {
  formatJson,
  inKeyOrder,
  isList,
  isMap,
  jsonTypeName,
  listAt,
  metadataOf,
  quote,
  textAt,
  type Value,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import { aggregateText, type Failure, fail } from './failure.ts';
import type { Info, LoadedInfo } from './info.ts';
import { isVersionServed, noKindMatch } from './mapping.ts';
import { part } from './parts.ts';
import type { Session } from './session.ts';

/** What `--validate` asks for. */
export type Validation = 'Strict' | 'Warn' | 'Ignore';

/** An object that was read from a file, or the failure of reading it. */
export type Loaded = LoadedInfo | Failure;

/**
 * Reads the objects of one file in order, with lists flattened. It stops at the first document that is malformed or
 * invalid. `validated` is the check that `--validate` asks for: of apiVersion and kind, and of fields that the server does not check.
 * Upstream: k8s.io/cli-runtime pkg/resource/visitor.go StreamVisitor, FlattenListVisitor; kubectl pkg/validation.
 */
export function* objectsIn(session: Session, text: string, source: string, validated: Validation): Generator<Loaded> {
  for (const document of session.host.read(text)) {
    if (document.kind === 'malformed') {
      yield fail(`error parsing ${source}: ${document.stream ?? document.message}`);
      return;
    }
    const read = isMap(document.value) ? throughJson(document.value) : document.value;
    // YAML becomes JSON by way of a map.
    const value = document.json === undefined ? inKeyOrder(read) : read;
    const problems = validated === 'Ignore' ? [] : validationProblems(session, value, validated, document.json);
    if (problems.length > 0) {
      const stop = 'if you choose to ignore these errors, turn validation off with --validate=false';
      yield fail(`error validating "${source}": error validating data: ${aggregateText(problems)}; ${stop}`);
      return;
    }
    const undecodable = decodeProblem(value, document.json);
    if (undecodable !== undefined || !isMap(value)) {
      yield fail(`unable to decode "${source}": ${undecodable ?? 'not an object'}`);
      continue;
    }
    const object = inKeyOrder(value);
    if (isListObject(object)) yield* itemsOf(session, object, source);
    else yield infoOf(session, object, source);
  }
}

/**
 * Returns the problems of a document: of its apiVersion and kind, and of its fields where the server does not check them.
 * Upstream: kubectl pkg/validation/schema.go paramVerifyingSchema.
 */
function validationProblems(
  session: Session,
  value: Value,
  validated: Exclude<Validation, 'Ignore'>,
  json: string | undefined,
): readonly string[] {
  const problems = kindProblems(value);
  if (problems.length > 0 || !isMap(value)) return problems;
  if (isPatched(session.catalog, value)) return [];
  const [version = '', group = ''] = textOf(value, 'apiVersion').split('/').toReversed();
  // Of a version that is not there nothing is published.
  if (validated === 'Strict' && !isVersionServed(session.catalog, group, version)) return [];
  return part('rare').uncheckedProblems(session, value, validated, json);
}

/**
 * Whether objects of the kind of a document can be patched, by which kubectl sees that the server checks their fields.
 * Upstream: cli-runtime pkg/resource/query_param_verifier_v3.go supportsQueryParamV3.
 */
function isPatched(catalog: TypeCatalog, value: ValueMap): boolean {
  const [apiVersion, kind] = [textOf(value, 'apiVersion'), textOf(value, 'kind')];
  const found = catalog.findKind(apiVersion, kind);
  const resources = catalog.discovered?.();
  if (resources === undefined || (found !== undefined && isCustom(found))) return found !== undefined;
  return resources.some((each) => {
    const { group, version } = each.subresourceOf ?? each;
    return (
      each.kind === kind &&
      apiVersion === (group === '' ? version : `${group}/${version}`) &&
      each.verbs?.includes('patch')
    );
  });
}

/**
 * Returns the problems of a document's apiVersion and kind. Upstream: kubectl pkg/validation/schema.go getObjectKind.
 */
export function kindProblems(value: Value): string[] {
  if (!isMap(value)) return ['invalid object to validate'];
  return ['apiVersion', 'kind'].flatMap((key) => {
    const named = value.get(key) ?? null;
    if (named === null) return [`${key} not set`];
    if (typeof named !== 'string') return [`${key} isn't string type`];
    if (key === 'apiVersion' && !isGroupVersion(named)) return [`unexpected GroupVersion string: ${named}`];
    return [];
  });
}

/** Upstream: apimachinery pkg/runtime/schema/group_version.go ParseGroupVersion. */
function isGroupVersion(text: string): boolean {
  return text.split('/').length <= 2;
}

/**
 * Returns why a document cannot be decoded as an object of the API; `json` is its text where it was written as JSON. Upstream:
 * apimachinery pkg/apis/meta/v1/unstructured/helpers.go, cli-runtime pkg/resource/metadata_decoder.go.
 */
export function decodeProblem(value: Value, json?: string): string | undefined {
  if (!isMap(value)) {
    return `json: cannot unmarshal ${jsonTypeName(value)} into Go value of type unstructured.detector`;
  }
  if (textOf(value, 'kind') === '' || !isGroupVersion(textOf(value, 'apiVersion'))) {
    return `Object 'Kind' is missing in '${json ?? formatJson(value, { sortKeys: true })}'`;
  }
  const version = value.get('apiVersion') ?? null;
  if (version !== null && typeof version !== 'string') {
    return `json: cannot unmarshal ${jsonTypeName(version)} into Go struct field metadataOnlyObject.TypeMeta.apiVersion of type string`;
  }
  const metadata = value.get('metadata') ?? null;
  if (metadata === null) return undefined;
  if (!isMap(metadata)) {
    return `json: cannot unmarshal ${jsonTypeName(metadata)} into Go struct field metadataOnlyObject.metadata of type v1.ObjectMeta`;
  }
  for (const [field, held] of metadata) {
    if (held === null) continue;
    if (metadataTexts.includes(field)) {
      if (typeof held !== 'string') return wrongMetadata(held, field, field === 'uid' ? 'types.UID' : 'string');
    } else if (field === 'finalizers') {
      if (!isList(held)) return wrongMetadata(held, field, '[]string');
      const wrong = held.find((text) => text !== null && typeof text !== 'string');
      if (wrong !== undefined) return wrongMetadata(wrong, field, 'string');
    } else if (field === 'annotations' || field === 'labels') {
      if (!isMap(held)) return wrongMetadata(held, field, 'map[string]string');
      const wrong = [...held.values()].find((text) => text !== null && typeof text !== 'string');
      if (wrong !== undefined) return wrongMetadata(wrong, field, 'string');
    }
  }
  return undefined;
}

const metadataTexts = [
  ...['name', 'generateName', 'namespace', 'uid', 'resourceVersion'],
  ...['creationTimestamp', 'deletionTimestamp'],
];

function wrongMetadata(value: Value, field: string, type: string): string {
  return `json: cannot unmarshal ${jsonTypeName(value)} into Go struct field ObjectMeta.metadata.${field} of type ${type}`;
}

function isListObject(object: ValueMap): boolean {
  return isList(object.get('items'));
}

/**
 * Reads the objects of a list. Items that name neither apiVersion nor kind take both from the list. An item that is
 * itself a list makes the whole list fail. Upstream: visitor.go FlattenListVisitor.
 */
function* itemsOf(session: Session, list: ValueMap, source: string): Generator<Loaded> {
  const written = listAt(list, 'items') ?? [];
  const odd = written.find((item) => item !== null && !isMap(item));
  if (odd !== undefined) {
    const why = `json: cannot unmarshal ${jsonTypeName(odd)} into Go value of type map[string]interface {}`;
    yield fail(`unable to decode "${source}": ${why}`);
    return;
  }
  const items = written.map((item) => (isMap(item) ? item : new Map<string, Value>()));
  if (items.some(isListObject)) {
    yield fail('*unstructured.Unstructured is not a list: no Items field in this object');
    return;
  }
  for (const item of items) {
    const typed = withKindOf(item, list);
    const problem = itemProblem(typed);
    if (problem !== undefined) yield { ...fail(problem), list };
    else yield { ...infoOf(session, typed, source, true), list };
  }
}

/**
 * Adds apiVersion and kind to an item that has neither: those of the list, without the suffix `List`.
 * Upstream: helpers.go decodeToList.
 */
function withKindOf(item: ValueMap, list: ValueMap): ValueMap {
  if (textOf(item, 'kind') !== '' || textOf(item, 'apiVersion') !== '') return item;
  const typed = withEntry(item, 'kind', textOf(list, 'kind').replace(/List$/, ''));
  return withEntry(typed, 'apiVersion', textOf(list, 'apiVersion'));
}

/** Upstream: apimachinery pkg/apis/meta/v1/unstructured/unstructuredscheme/scheme.go ObjectKinds; cli-runtime mapper.go. */
function itemProblem(item: ValueMap): string | undefined {
  const apiVersion = textOf(item, 'apiVersion');
  const lacks = (what: string, why: string) =>
    `unable to get type info from the object "*unstructured.Unstructured": Object '${what}' is missing in '${why}'`;
  if (textOf(item, 'kind') === '' || !isGroupVersion(apiVersion)) return lacks('Kind', 'object has no kind field ');
  return apiVersion === '' ? lacks('apiVersion', 'object has no apiVersion field') : undefined;
}

function textOf(map: ValueMap, key: string): string {
  return textAt(map, key);
}

function infoOf(session: Session, object: ValueMap, source: string, inList = false): Loaded {
  const [apiVersion, kind] = [textOf(object, 'apiVersion'), textOf(object, 'kind')];
  const metadata = metadataOf(object);
  const [name, namespace] = [textOf(metadata, 'name'), textOf(metadata, 'namespace')];
  // A kind without a version is one of the core group, and is asked for without one, which no server answers.
  const core = apiVersion === '' ? session.catalog.findKind('v1', kind) : undefined;
  const version = core === undefined ? session.catalog.findKind(apiVersion, kind) : { ...core, apiVersion: '' };
  if (version !== undefined) return { version, name, namespace, source, object };
  const problem = noKindMatch(apiVersion, kind);
  if (inList) return fail(`unable to recognize ${problem}`);
  const where = `name: ${quote(name)} namespace: ${quote(namespace)} from ${quote(source)}`;
  return fail(`resource mapping not found for ${where}: ${problem}\nensure CRDs are installed first`);
}

/** Whether a loaded value is an object and not a failure. */
export function isInfo<T extends Info>(loaded: T | Failure): loaded is T {
  return !('kind' in loaded);
}
