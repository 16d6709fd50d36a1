import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { formatJson } from '@managed-fields/merge-engine';
import '@managed-fields/player/whole';
import {
  countObject,
  type Finding,
  previewRepair,
  type ReadObject,
  type RepairKind,
  repairOf,
  repairOfRule,
  sourceReader,
} from '@managed-fields/survey';
import { describe, expect, test } from 'vitest';

// What record/found-repairs.ts wrote: objects of recorded faults, the commands that mend them as kubectl sent them to a real
// server, and what it stored.

const folder = fileURLToPath(new URL('recorded/found-repairs/', import.meta.url));
const catalog = await loadKubernetesTypes();

interface Recorded {
  readonly finding: Finding;
  readonly kind: RepairKind;
  readonly command: string;
  /** What admission went by. */
  readonly around?: readonly string[];
  readonly before: unknown;
  readonly after: StoredObject;
}

interface StoredObject {
  readonly metadata: Readonly<Record<string, unknown>> & { readonly managedFields?: readonly object[] };
}

const recordings = readdirSync(folder).map(
  (file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(folder + file, 'utf8')) as Recorded] as const,
);

function readOf(object: unknown): ReadObject {
  const reader = sourceReader('');
  const [part] = [...reader.push(new TextEncoder().encode(JSON.stringify(object))), ...reader.end()];
  if (part?.kind !== 'object') throw new Error('not read');
  return part;
}

/** What of an object does not come from the clock or a counter of the server. */
function lasting({ metadata, ...rest }: StoredObject): unknown {
  const { resourceVersion: _version, generation: _generation, managedFields = [], ...kept } = metadata;
  return { ...rest, metadata: { ...kept, managedFields: managedFields.map((entry) => ({ ...entry, time: '' })) } };
}

describe('the command of a repair does on a real server what its preview says:', () => {
  test.for(recordings)('%s', ([, { finding, kind, command, around = [], before, after }]) => {
    const read = readOf(before);
    const repair = repairOf(
      finding,
      countObject(read, 0).row,
      read.text,
      around.map((text) => ({ kind: 'live', text })),
    );
    expect(repair?.kind).toBe(kind);
    expect(repair?.command).toBe(command);
    if (repair === undefined) return;
    const { object, refusal } = previewRepair(repair, catalog);
    expect(refusal).toBeUndefined();
    expect(lasting(JSON.parse(formatJson(object ?? null)))).toEqual(lasting(after));
  });
});

test('every kind of repair is recorded', () => {
  expect(new Set(recordings.map(([, { kind }]) => kind))).toEqual(new Set(Object.values(repairOfRule)));
});
