import type { ResourceVersion } from '@managed-fields/api-server';
import {
  type FieldsNode,
  formatJson,
  mapAt,
  type Value,
  type ValueMap,
  type ValuePath,
  withEntry,
} from '@managed-fields/merge-engine';
import type { FieldPathText, TextRange } from '@managed-fields/scenario';
import { placeOfPath } from '@managed-fields/scenario';
import type { Locate, PrintedYaml } from '@managed-fields/source';
import type { AnnotatedText, FieldView } from '../playback.ts';
import { preview } from '../preview.ts';

/** A node of the tree of fieldsV1, with its ranges in both texts. */
export interface TrieNode {
  /** The key as it is written: `f:spec`, `k:{"name":"web"}`, `v:"a"`, `i:0` or `.`. */
  readonly key: string;
  readonly element: TrieElement;
  /** The path of its field, as messages print it. */
  readonly path: FieldPathText;
  /** Whether the field itself is owned, and not only a field below it. */
  readonly member: boolean;
  /** The index of the parent among the nodes. */
  readonly parent: number | undefined;
  readonly depth: number;
  /** The range of its key in the text of managedFields, and that of the key with everything below it. */
  readonly keyRange: TextRange;
  readonly range: TextRange;
  /** Indices into the fields of the object; empty where the object does not have the field. */
  readonly fields: readonly number[];
  /** Whether the object does not have the field. */
  readonly absent: boolean;
}

/** What a node selects. Values are on one line. */
export type TrieElement =
  | { readonly kind: 'field'; readonly name: string }
  /** `unowned` are the keys that the entry does not own: defaults filled them in. */
  | {
      readonly kind: 'key';
      readonly key: readonly { readonly name: string; readonly value: string }[];
      readonly unowned: readonly string[];
    }
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'index'; readonly index: number | bigint }
  | { readonly kind: 'self' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'broken' };

/**
 * Finds the nodes of a tree in the text of managedFields, where `at` is the path of the tree, and their fields in the
 * object by `find`.
 */
export function trieNodes(
  tree: readonly FieldsNode[],
  at: ValuePath,
  locate: Locate,
  find: (path: FieldPathText) => { readonly fields: readonly number[]; readonly absent: boolean },
): readonly TrieNode[] {
  const children = childrenOf(tree);
  return tree.flatMap((node, index): readonly TrieNode[] => {
    const located = locate([...at, ...node.place]);
    if (located === undefined) return [];
    const found = find(node.text);
    return [
      {
        key: node.key,
        element: elementOf(node, children.get(index) ?? []),
        path: node.text,
        member: node.member,
        parent: node.parent,
        depth: node.depth,
        keyRange: located.key ?? located.whole,
        range: located.whole,
        fields: found.fields,
        absent: node.kind !== 'unknown' && node.kind !== 'broken' && found.absent,
      },
    ];
  });
}

/** The indices of the object's fields by path; several where an item is in a list twice. */
export function placesByPath(fields: readonly FieldView[]): ReadonlyMap<FieldPathText, readonly number[]> {
  const places = new Map<FieldPathText, number[]>();
  for (const [index, { path, range }] of fields.entries()) {
    if (range === undefined) continue;
    const known = places.get(path);
    if (known === undefined) places.set(path, [index]);
    else known.push(index);
  }
  return places;
}

function childrenOf(tree: readonly FieldsNode[]): ReadonlyMap<number, readonly FieldsNode[]> {
  const children = new Map<number, FieldsNode[]>();
  for (const node of tree) {
    if (node.parent === undefined) continue;
    const known = children.get(node.parent);
    if (known === undefined) children.set(node.parent, [node]);
    else known.push(node);
  }
  return children;
}

function elementOf({ kind, element }: FieldsNode, children: readonly FieldsNode[]): TrieElement {
  if (kind !== 'element' || element === undefined) return { kind: kind === 'element' ? 'broken' : kind };
  switch (element.kind) {
    case 'field':
      return { kind: 'field', name: element.name };
    case 'key': {
      const owned = new Set(children.flatMap((child) => (child.element?.kind === 'field' ? child.element.name : [])));
      const key = element.key.map(({ name, value }) => ({ name, value: written(value) }));
      // An item with nothing below it is owned as a whole, keys included.
      const unowned = children.length === 0 ? [] : key.flatMap(({ name }) => (owned.has(name) ? [] : name));
      return { kind: 'key', key, unowned };
    }
    case 'value':
      return { kind: 'value', value: written(element.value) };
    default:
      return { kind: 'index', index: element.index };
  }
}

/** A value as a key writes it. */
function written(value: Value): string {
  return typeof value === 'string' ? formatJson(preview(value)) : preview(value);
}

/** The fields of the object that a node of an entry is about, as indices; or that the object has no such field. */
export interface FoundNode {
  readonly fields: readonly number[];
  readonly absent: boolean;
}

/** Finds the fields of a node, by its path in an entry at an API version. */
export type FindNode = (path: FieldPathText, apiVersion: string) => FoundNode;

/**
 * Finds the nodes of entries in an object. The schema of today is tried first; then the path as the entry writes it,
 * because an item that once had owners of its own is still there after its list became atomic; then the object at the
 * API version of the entry.
 */
export function nodeFinder(
  object: ValueMap,
  version: ResourceVersion | undefined,
  { annotated, printed }: { readonly annotated: AnnotatedText; readonly printed: PrintedYaml },
): FindNode {
  const places = placesByPath(annotated.fields);
  const byRange = new Map<string, number>();
  for (const [index, { range }] of annotated.fields.entries()) {
    const name = range && `${range.from} ${range.to}`;
    if (name !== undefined && !byRange.has(name)) byRange.set(name, index);
  }
  const elsewhere = new Map<string, Value | undefined>();
  let left = mostSearched;
  return (path, apiVersion) => {
    const known = places.get(path);
    if (known !== undefined) return { fields: known, absent: false };
    if (left-- <= 0) return { fields: [], absent: true };
    const found = placeOfPath(object, path);
    const range = found.whole ? printed.locate(found.place)?.whole : undefined;
    const field = range && byRange.get(`${range.from} ${range.to}`);
    if (field !== undefined) return { fields: [field], absent: false };
    if (!elsewhere.has(apiVersion)) elsewhere.set(apiVersion, objectAt(object, version, apiVersion));
    const there = elsewhere.get(apiVersion);
    return { fields: [], absent: there === undefined || !placeOfPath(there, path).whole };
  };
}

/** The most paths that are searched one by one, for those that no field has. */
const mostSearched = 1_000;

/** The object converted to another version; undefined where it has that version already, or cannot be converted. */
function objectAt(object: ValueMap, version: ResourceVersion | undefined, apiVersion: string): Value | undefined {
  if (version === undefined || version.apiVersion === apiVersion) return undefined;
  const target = [...version.resource.versions.values()].find((each) => each.apiVersion === apiVersion);
  const metadata = new Map(mapAt(object, 'metadata') ?? []);
  metadata.delete('managedFields');
  const read = version.decode(withEntry(object, 'metadata', metadata), 'json');
  if (target === undefined || read.kind === 'error') return undefined;
  const converted = version.resource.convert(read.object, target.version);
  return converted.kind === 'converted' ? converted.object : undefined;
}
