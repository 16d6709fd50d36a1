import { kindKey, type Manifest } from '@managed-fields/forecast';
import { isMap, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { arrayAt, exactValue, type ReadObject, type ReadPart, sourceReader, textAt } from '@managed-fields/survey';
import type { FileBytes } from './read-files.ts';

/** What a dump has for a forecast. */
export interface LiveRead {
  /** The objects that the forecast can ask for; a dump has many others. */
  readonly objects: readonly ValueMap[];
  /** The number of all objects. */
  readonly count: number;
  /** What could not be read, a sentence each with its place. */
  readonly unread: readonly string[];
}

/** How much is read at a time, so that the values of a large dump need not be there at once. */
const chunk = 1_000_000;

/**
 * Reads a dump: the objects of the kinds of a release, definitions, namespaces, and what the managers wrote. Numbers are
 * exact.
 */
export function readLive(
  files: readonly FileBytes[],
  manifests: readonly Manifest[],
  managers: ReadonlySet<string>,
): LiveRead {
  const kinds = new Set(['apiextensions.k8s.io CustomResourceDefinition', ' Namespace']);
  for (const manifest of manifests) if (manifest.kind === 'object') kinds.add(kindKey(namedBy(manifest.value)));
  const isNeeded = ({ value }: ReadObject) => {
    const named = { apiVersion: textAt(value, 'apiVersion'), kind: textAt(value, 'kind') };
    return kinds.has(kindKey(named)) || wrote(value, managers);
  };
  const objects: ValueMap[] = [];
  const unread: string[] = [];
  let count = 0;
  for (const part of partsOf(files)) {
    if (part.kind === 'unread') {
      unread.push(`${part.place.file}:${part.place.line}: ${part.detail || part.reason}`);
      continue;
    }
    count++;
    const value = isNeeded(part) ? exactValue(part.text) : undefined;
    if (value !== undefined && isMap(value)) objects.push(value);
  }
  return { objects, count, unread };
}

function namedBy(object: ValueMap) {
  return { apiVersion: stringAt(object, 'apiVersion') ?? '', kind: stringAt(object, 'kind') ?? '' };
}

function wrote(value: ReadObject['value'], managers: ReadonlySet<string>): boolean {
  return arrayAt(value, 'metadata', 'managedFields').some((entry) => managers.has(textAt(entry, 'manager')));
}

function* partsOf(files: readonly FileBytes[]): Generator<ReadPart> {
  for (const { name, bytes } of files) {
    const reader = sourceReader(name);
    for (let from = 0; from < bytes.length; from += chunk) yield* reader.push(bytes.subarray(from, from + chunk));
    yield* reader.end();
  }
}
