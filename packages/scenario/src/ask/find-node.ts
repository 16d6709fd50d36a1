import type { ResourceVersion } from '@managed-fields/api-server';
import { mapAt, type Value, type ValueMap, withEntry } from '@managed-fields/merge-engine';
import type { PrintedYaml } from '@managed-fields/source';
import type { FieldPathText } from '../ownership.ts';
import { placeOfPath } from '../path-text.ts';
import type { AnnotatedText } from '../playback.ts';
import { placesByPath } from './trie-nodes.ts';

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
