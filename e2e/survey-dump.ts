import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** An object as a server answered it. */
interface Recorded {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly managedFields: readonly object[] };
}

const traces = fileURLToPath(new URL('../conformance/traces/v1.36', import.meta.url));
const namespaces = ['shop', 'kube-system', 'payments', 'web', 'data', 'monitoring'];

let recorded: readonly Recorded[] | undefined;

/**
 * Objects with managedFields as real servers answered them, each under a name of its own, spread over namespaces. With
 * `bytes` each has a note that makes all of them about so long.
 */
export function dumpOf(count: number, bytes = 0): readonly Recorded[] {
  recorded ??= readdirSync(`${traces}/random-builtin`).flatMap((file) =>
    objectsIn(JSON.parse(readFileSync(`${traces}/random-builtin/${file}`, 'utf8'))),
  );
  const all = recorded;
  return Array.from({ length: count }, (_, at) => {
    const object = all[(at * 7) % all.length] ?? all[0];
    if (object === undefined) throw new Error('no recorded object');
    const { metadata } = object;
    const length = Math.max(0, Math.floor(bytes / count) - JSON.stringify(object).length);
    return {
      ...object,
      metadata: {
        ...metadata,
        name: `${metadata.name}-${at}`,
        ...(metadata.namespace === undefined ? {} : { namespace: namespaces[at % namespaces.length] ?? '' }),
        ...(length === 0 ? {} : { annotations: { note: 'x'.repeat(length) } }),
      },
    };
  });
}

/** Objects as `kubectl get -o json` prints them. */
export function listOf(objects: readonly object[]): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
}

function objectsIn(value: unknown): readonly Recorded[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isRecorded(value)) return [value];
  return Object.values(value).flatMap(objectsIn);
}

function isRecorded(value: object): value is Recorded {
  const metadata = Reflect.get(value, 'metadata');
  if (typeof metadata !== 'object' || metadata === null) return false;
  const entries = Reflect.get(metadata, 'managedFields');
  return typeof Reflect.get(value, 'kind') === 'string' && Array.isArray(entries) && entries.length > 0;
}
