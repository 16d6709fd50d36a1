import { throughJson } from '../server/json-numbers.ts';
import { metadataOf } from '../server/metadata.ts';
import { goTypeName, quote } from '../value/go-format.ts';
import { formatJson } from '../value/json-write.ts';
import { isList, isMap, listAt, stringAt, type Value, type ValueMap, withEntry } from '../value/value.ts';
import { aggregateText, type Failure, fail } from './failure.ts';
import type { Info, LoadedInfo } from './info.ts';
import { noKindMatch } from './mapping.ts';
import type { Session } from './session.ts';

/** An object of a file, or why there is none. */
export type Loaded = LoadedInfo | Failure;

/**
 * The objects of one file in order, lists flattened; it ends at a document that cannot be read or lacks its kind.
 * `validated` is whether objects are checked first, as `--validate` says.
 * Upstream: k8s.io/cli-runtime pkg/resource/visitor.go StreamVisitor, FlattenListVisitor; kubectl pkg/validation.
 */
export function* objectsIn(session: Session, text: string, source: string, validated: boolean): Generator<Loaded> {
  for (const document of session.host.read(text)) {
    if (document.kind === 'malformed') {
      yield fail(`error parsing ${source}: ${document.message}`);
      return;
    }
    const value = isMap(document.value) ? throughJson(document.value) : document.value;
    const problems = validated ? kindProblems(value) : [];
    if (problems.length > 0) {
      const stop = 'if you choose to ignore these errors, turn validation off with --validate=false';
      yield fail(`error validating "${source}": error validating data: ${aggregateText(problems)}; ${stop}`);
      return;
    }
    const undecodable = decodeProblem(value);
    if (undecodable !== undefined || !isMap(value)) {
      yield fail(`unable to decode "${source}": ${undecodable ?? 'not an object'}`);
      continue;
    }
    if (isListObject(value)) yield* itemsOf(session, value, source);
    else yield infoOf(session, value, source);
  }
}

/** What a document lacks to be an object of a kind. Upstream: kubectl pkg/validation/schema.go getObjectKind. */
export function kindProblems(value: Value): string[] {
  if (!isMap(value)) return ['invalid object to validate'];
  return ['apiVersion', 'kind'].flatMap((key) => {
    const named = value.get(key) ?? null;
    if (named === null) return [`${key} not set`];
    if (typeof named !== 'string') return [`${key} isn't string type`];
    if (key === 'apiVersion' && named.split('/').length > 2) return [`unexpected GroupVersion string: ${named}`];
    return [];
  });
}

/**
 * Why an object cannot be taken for one of the API. Upstream: apimachinery pkg/apis/meta/v1/unstructured/helpers.go,
 * cli-runtime pkg/resource/metadata_decoder.go.
 */
function decodeProblem(value: Value): string | undefined {
  if (!isMap(value)) {
    const into = 'runtime.TypeMeta';
    return `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonType(value)} into Go value of type ${into}`;
  }
  if ((stringAt(value, 'kind') ?? '') === '') return missing('Kind', value);
  if ((stringAt(value, 'apiVersion') ?? '') === '') return missing('apiVersion', value);
  const metadata = value.get('metadata') ?? null;
  if (metadata === null) return undefined;
  if (!isMap(metadata)) {
    return `json: cannot unmarshal ${jsonType(metadata)} into Go struct field .metadata of type v1.ObjectMeta`;
  }
  for (const field of ['name', 'generateName', 'namespace', 'uid', 'resourceVersion']) {
    const text = metadata.get(field) ?? null;
    if (text !== null && typeof text !== 'string') return wrongMetadata(text, field, 'string');
  }
  for (const field of ['annotations', 'labels']) {
    const map = metadata.get(field) ?? null;
    if (map !== null && !isMap(map)) return wrongMetadata(map, field, 'map[string]string');
    for (const [, text] of isMap(map) ? map : []) {
      if (text !== null && typeof text !== 'string') return wrongMetadata(text, field, 'string');
    }
  }
  return undefined;
}

function missing(what: string, object: ValueMap): string {
  return `Object '${what}' is missing in '${formatJson(object, { sortKeys: true })}'`;
}

function wrongMetadata(value: Value, field: string, type: string): string {
  return `json: cannot unmarshal ${jsonType(value)} into Go struct field ObjectMeta.metadata.${field} of type ${type}`;
}

function jsonType(value: Value): string {
  if (isList(value)) return 'array';
  if (isMap(value)) return 'object';
  return typeof value === 'boolean' ? 'bool' : typeof value === 'string' ? 'string' : goTypeName(value) && 'number';
}

function isListObject(object: ValueMap): boolean {
  return isList(object.get('items'));
}

/** The items of a list; those of a list of one kind may leave their kind out. */
function* itemsOf(session: Session, list: ValueMap, source: string): Generator<Loaded> {
  const kind = stringAt(list, 'kind') ?? '';
  for (const item of listAt(list, 'items') ?? []) {
    if (!isMap(item)) continue;
    const typed = kind !== 'List' && kind.endsWith('List') ? withKindOf(item, list, kind.slice(0, -4)) : item;
    const problem = decodeProblem(typed);
    if (problem !== undefined) yield fail(problem);
    else if (isListObject(typed)) yield* itemsOf(session, typed, source);
    else yield infoOf(session, typed, source, true);
  }
}

function withKindOf(item: ValueMap, list: ValueMap, kind: string): ValueMap {
  const named = item.has('kind') ? item : withEntry(item, 'kind', kind);
  return named.has('apiVersion') ? named : withEntry(named, 'apiVersion', list.get('apiVersion') ?? '');
}

function infoOf(session: Session, object: ValueMap, source: string, inList = false): Loaded {
  const apiVersion = stringAt(object, 'apiVersion') ?? '';
  const kind = stringAt(object, 'kind') ?? '';
  const metadata = metadataOf(object);
  const name = stringAt(metadata, 'name') ?? '';
  const namespace = stringAt(metadata, 'namespace') ?? '';
  const version = session.catalog.findKind(apiVersion, kind);
  if (version !== undefined) return { version, name, namespace, source, object };
  const problem = noKindMatch(apiVersion, kind);
  if (inList) return fail(`unable to recognize ${problem}`);
  const where = `name: ${quote(name)} namespace: ${quote(namespace)} from ${quote(source)}`;
  return fail(`resource mapping not found for ${where}: ${problem}\nensure CRDs are installed first`);
}

/** Whether something that was loaded is an object. */
export function isInfo<T extends Info>(loaded: T | Failure): loaded is T {
  return !('kind' in loaded);
}
