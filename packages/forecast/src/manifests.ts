import type { DecodedBody } from '@managed-fields/api-server';
import {
  formatJson,
  isList,
  isMap,
  stringAt,
  type Value,
  type ValueMap,
  type ValuePath,
} from '@managed-fields/merge-engine';
import type { TextRange } from '@managed-fields/scenario';
import { decodeBody, readDocuments, type SourceDocument } from '@managed-fields/source';
import type { ManifestPlace, Unread } from './row.ts';

/** A manifest of a release, or what stands in its place. */
export type Manifest = ObjectManifest | ({ readonly kind: 'unread'; readonly place: ManifestPlace } & Unread);

/** An object of a release, as it is sent. */
export interface ObjectManifest {
  readonly kind: 'object';
  readonly place: ManifestPlace;
  readonly value: ValueMap;
  /** The body of its request. */
  readonly body: DecodedBody;
  /** The object alone, as it is written, or as JSON where it is an item of a list. */
  readonly text: string;
  /** The range of a field, in offsets of the file. */
  locate(place: ValuePath): TextRange | undefined;
}

/**
 * Reads the manifests of a file: all documents, and the items of lists. A text may be larger than what a scenario's
 * text may be; each document is read by itself, so that one that cannot be read costs only its own row.
 */
export function readManifests(file: string, text: string): readonly Manifest[] {
  return documentsOf(text).flatMap((chunk) =>
    readDocuments(text.slice(chunk.from, chunk.to)).flatMap((document) =>
      manifestsOf(file, text, chunk.from, document),
    ),
  );
}

/**
 * The parts of a text that are read one by one: its documents, with the line that separates each at its start. No line
 * within JSON begins with such a separator.
 */
function documentsOf(text: string): readonly TextRange[] {
  const parts: TextRange[] = [];
  let from = 0;
  for (let line = text.indexOf('\n---') + 1; line > 0; line = text.indexOf('\n---', line) + 1) {
    parts.push({ from, to: line });
    from = line;
  }
  return [...parts, { from, to: text.length }];
}

function manifestsOf(file: string, text: string, offset: number, document: SourceDocument): readonly Manifest[] {
  const { from, to } = document.range;
  const range = { from: offset + from, to: offset + to };
  const error = document.problems.find(({ severity }) => severity === 'error');
  if (document.value === undefined || error !== undefined) {
    const at = error === undefined ? range : { from: offset + error.from, to: offset + error.to };
    return [{ kind: 'unread', place: { file, range: at }, reason: 'syntax', detail: error?.message }];
  }
  const within = (place: ValuePath) => {
    const found = document.locate(place)?.whole;
    return found && { from: offset + found.from, to: offset + found.to };
  };
  const own = text.slice(firstLine(text, range), range.to);
  return objectsOf(document.value, []).map(({ value, path }): Manifest => {
    const place = { file, range: path.length === 0 ? range : (within(path) ?? range) };
    if (!isObject(value)) return { kind: 'unread', place, reason: 'not-object', detail: undefined };
    const locate = (field: ValuePath) => within([...path, ...field]);
    if (path.length > 0) {
      const body = { kind: 'value', value, duplicates: [] } as const;
      return { kind: 'object', place, value, body, text: formatJson(value), locate };
    }
    // As a step of a scenario sends it: what looks like JSON is read as YAML, and complaints count its own lines.
    const { body } = document;
    const isPlain = body.kind === 'value' && body.duplicates.length === 0 && !/^\s*\{/.test(own);
    return { kind: 'object', place, value, body: isPlain ? body : decodeBody(own, applyType), text: own, locate };
  });
}

/** The content type of a server-side apply. */
export const applyType = 'application/apply-patch+yaml';

/** Where a document begins, without the line that separates it from the one before. */
function firstLine(text: string, { from, to }: TextRange): number {
  if (!text.startsWith('---', from)) return from;
  const end = text.indexOf('\n', from);
  return end < 0 || end >= to || text.slice(from + 3, end).trim() !== '' ? from : end + 1;
}

interface PlacedValue {
  readonly value: Value;
  readonly path: ValuePath;
}

/** The objects in a value: itself, or the items of a list, of lists in it too. */
function objectsOf(value: Value, path: ValuePath): readonly PlacedValue[] {
  const items = isMap(value) && stringAt(value, 'kind')?.endsWith('List') === true ? value.get('items') : undefined;
  if (items === undefined || !isList(items)) return [{ value, path }];
  return items.flatMap((item, index) => objectsOf(item, [...path, 'items', index]));
}

function isObject(value: Value): value is ValueMap {
  return isMap(value) && Boolean(stringAt(value, 'kind')) && Boolean(stringAt(value, 'apiVersion'));
}
