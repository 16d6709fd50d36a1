import { readdirSync, readFileSync } from 'node:fs';
import { isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { printYaml, readDocuments } from '@managed-fields/source';
import { type Json, sourceReader } from '@managed-fields/survey';

const folder = new URL('../../conformance/survey/recorded/healthy/', import.meta.url);

/** The objects that releases of all tools left on a real server, as they were recorded. */
function recordedObjects(): readonly ValueMap[] {
  const dumps = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return dumps.flatMap((name) => {
    const list = readDocuments(readFileSync(new URL(name, folder), 'utf8'))[0]?.value;
    const items = isMap(list) ? list.get('items') : undefined;
    return isList(items) ? items.filter(isMap) : [];
  });
}

/**
 * What `kubectl get -o yaml --show-managed-fields` prints of so many bytes: recorded objects again and again, each in a
 * namespace of its own.
 */
export function dumpYaml(bytes: number): string {
  const objects = recordedObjects();
  const items: string[] = [];
  let length = 0;
  for (let at = 0; length < bytes; at++) {
    const object = objects[at % objects.length];
    if (object === undefined) throw new Error('nothing is recorded');
    const item = printYaml([renamed(object, `copy-${Math.floor(at / objects.length)}`)]).text;
    items.push(item);
    length += item.length;
  }
  return `apiVersion: v1\nitems:\n${items.join('')}kind: List\nmetadata:\n  resourceVersion: ""\n`;
}

/** The same as `kubectl get -o json` prints it. */
export function dumpJson(bytes: number): string {
  const reader = sourceReader('');
  const text = new TextEncoder().encode(dumpYaml(bytes));
  const items: Json[] = [];
  let length = 0;
  for (const part of [...reader.push(text), ...reader.end()]) {
    if (part.kind !== 'object' || length > bytes) continue;
    items.push(part.value);
    length += JSON.stringify(part.value, null, 4).length;
  }
  return `${JSON.stringify({ apiVersion: 'v1', items, kind: 'List', metadata: { resourceVersion: '' } }, null, 4)}\n`;
}

function renamed(object: ValueMap, namespace: string): Value {
  const metadata = object.get('metadata');
  if (!isMap(metadata)) return object;
  return new Map([...object, ['metadata', new Map([...metadata, ['namespace', namespace]])]]);
}
