import { compareStrings, isMap, listAt, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { type Failure, fail, notPlayed } from '../failure.ts';
import type { Session } from '../session.ts';
import type { Kinds } from './kinds.ts';
import { isEmpty, isNodeMap, mapIn, type Node, type NodeMap, textOf, thawed } from './node.ts';
import { Resource, textAt } from './resource.ts';

/** Our reader gives up where kustomize goes on, for as long as it takes. */
const tooManyAliases = 'document contains excessive aliasing';

/** The resources of a text, or why it has none. */
export type Read = { readonly kind: 'resources'; readonly resources: readonly Resource[] } | Failure;

/**
 * Reads the resources of a file: every document needs a kind and a name, and lists are taken apart.
 * Upstream: kustomize api/resource/factory.go RNodesFromBytes; kyaml kio/byteio_reader.go.
 */
export function readResources(session: Session, kinds: Kinds, text: string): Read {
  const documents = session.host.readCore(text);
  const found: FoundDocument[] = [];
  let oddKey: string | undefined;
  const plainNotes = new Set<string>();
  for (const document of documents) {
    if (document.kind === 'malformed') {
      return document.message.endsWith(tooManyAliases) ? notPlayed({ kind: 'too-much' }) : fail(document.message);
    }
    const { value, twice, odd, plainNotes: plain = [], nullNotes = new Map(), plainLabels = new Map() } = document;
    for (const name of plain) plainNotes.add(name);
    oddKey ??= odd;
    if (odd !== undefined && value === null) return notPlayed({ kind: 'kustomize-odd-key', key: odd });
    if (twice !== undefined) return notPlayed({ kind: 'kustomize-key', key: twice });
    if (isEmpty(thawed(value))) continue;
    const items = documents.length === 1 && isMap(value) && isListed(value) ? itemsOf(value) : undefined;
    for (const each of items ?? [value]) {
      if (isEmpty(thawed(each))) continue;
      const problem = metadataProblem(each);
      if (problem !== undefined) return fail(problem);
      if (isMap(each)) found.push({ value: each, notes: { nullNotes, plainLabels } });
    }
  }
  const read = withoutLists(found, kinds);
  if (read.kind === 'resources') for (const each of read.resources) Object.assign(each, { oddKey, plainNotes });
  return read;
}

/** The failure of resources with a key that is no text. */
export function oddFailure(resources: readonly Resource[]): Failure | undefined {
  const key = resources.find(({ oddKey }) => oddKey !== undefined)?.oddKey;
  return key === undefined ? undefined : notPlayed({ kind: 'kustomize-odd-key', key });
}

/** Whether a document is the wrapping of others. */
function isListed(value: ValueMap): boolean {
  const kind = stringAt(value, 'kind');
  return (kind === 'List' || kind === 'ResourceList') && value.has('items');
}

/** The items of what wraps others; those of a map are its keys and values. Upstream: kyaml kio/byteio_reader.go Read. */
function itemsOf(value: ValueMap): readonly Value[] | undefined {
  const items = value.get('items');
  if (items === null) return undefined;
  return isMap(items) ? [...items].flat() : (listAt(value, 'items') ?? []);
}

/** A resource of a document, with its annotations that are null, and its labels that are no texts. */
interface FoundDocument {
  readonly value: ValueMap;
  readonly notes: Pick<Resource, 'nullNotes' | 'plainLabels'>;
}

/** Upstream: factory.go inlineAnyEmbeddedLists. */
function withoutLists(found: readonly FoundDocument[], kinds: Kinds): Read {
  const resources: Resource[] = [];
  const pending = [...found];
  for (let each = pending.shift(); each !== undefined; each = pending.shift()) {
    const { value: next, notes } = each;
    const kind = stringAt(next, 'kind');
    if (kind?.endsWith('List') !== true || !next.has('items')) {
      const node = thawed(next);
      if (isNodeMap(node)) resources.push(Object.assign(new Resource(node, kinds), notes));
      continue;
    }
    const items = next.get('items') ?? null;
    if (items === null) continue;
    if (!Array.isArray(items)) return fail(`expected array in ${kind}/items, but found ${goTypeOf(items)}`);
    for (const item of items as readonly Value[]) {
      if (isEmpty(thawed(item))) continue;
      const problem = metadataProblem(item);
      if (problem !== undefined) return fail(problem);
      if (isMap(item)) pending.push({ value: item, notes });
    }
  }
  return { kind: 'resources', resources };
}

function goTypeOf(value: Value): string {
  if (isMap(value)) return 'map[string]interface {}';
  return typeof value === 'bigint'
    ? 'int'
    : typeof value === 'boolean'
      ? 'bool'
      : typeof value === 'number'
        ? 'float64'
        : 'string';
}

/** What a document lacks to be a resource. Upstream: kyaml yaml/rnode.go GetValidatedMetadata. */
export function metadataProblem(value: Value): string | undefined {
  const node = thawed(value);
  const map: NodeMap = isNodeMap(node) ? node : new Map();
  const metadata = mapIn(map, 'metadata');
  const [apiVersion, kind] = [textAt(map, 'apiVersion'), textAt(map, 'kind')];
  const [name, namespace] = [textAt(metadata, 'name'), textAt(metadata, 'namespace')];
  const fields = ['name', 'namespace', 'labels', 'annotations'].map((key) => metadata?.get(key));
  if ([map.get('apiVersion'), map.get('kind'), ...fields].every(isEmpty)) return 'missing Resource metadata';
  const shown = `{{${apiVersion} ${kind}} {{${name} ${namespace}} ${goMap(metadata?.get('labels'))} ${goMap(metadata?.get('annotations'))}}}`;
  if (kind === '') return `missing kind in object ${shown}`;
  if (kind.endsWith('List') || name !== '') return undefined;
  return `missing metadata.name in object ${shown}`;
}

/** A map as Go prints one of texts. */
function goMap(node: Node | undefined): string {
  const entries = isNodeMap(node) ? [...node].sort(([a], [b]) => compareStrings(a, b)) : [];
  return `map[${entries.map(([key, each]) => `${key}:${each === null ? '' : textOf(each)}`).join(' ')}]`;
}
