import type { DecodedBody } from '@managed-fields/api-server';
import { formatJson, type ValueMap, type ValuePath } from '@managed-fields/merge-engine';
import { documentText, isObject, objectsIn } from '@managed-fields/player';
import type { TextRange } from '@managed-fields/scenario';
import { decodeBody, readDocuments, type SourceDocument } from '@managed-fields/source';
import type { ManifestPlace, Unread } from './row.ts';

/** A manifest of a release, or what stands in its place. */
export type Manifest = ObjectManifest | UnreadManifest;

/** What cannot be read as an object. */
export interface UnreadManifest extends Unread {
  readonly kind: 'unread';
  readonly place: ManifestPlace;
  /** The document, for tools that say themselves what is wrong with it. */
  readonly text: string;
}

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
 *
 * @param file - The name that the places of manifests have; nothing is read from it.
 * @param text - YAML or JSON, as `helm template` prints it.
 * @returns One for each object, in the order of the text, those too that cannot be read.
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
    const place = { file, range: at };
    return [{ kind: 'unread', place, text: documentText(text, range), reason: 'syntax', detail: error?.message }];
  }
  const within = (place: ValuePath) => {
    const found = document.locate(place)?.whole;
    return found && { from: offset + found.from, to: offset + found.to };
  };
  const own = documentText(text, range);
  return objectsIn(document.value).map(({ value, path }): Manifest => {
    const place = { file, range: path.length === 0 ? range : (within(path) ?? range) };
    if (!isObject(value)) {
      const written = path.length > 0 ? formatJson(value) : own;
      return { kind: 'unread', place, text: written, reason: 'not-object', detail: undefined };
    }
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
