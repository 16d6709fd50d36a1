import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { formatJson, type ValueMap } from '@managed-fields/merge-engine';
import '@managed-fields/scenario/whole';
import {
  countObject,
  type Finding,
  judgeObject,
  previewRepair,
  type ReadObject,
  type Repair,
  repairOf,
  sourceReader,
} from '@managed-fields/survey';
import { describe, expect, test } from 'vitest';

const folder = fileURLToPath(new URL('recorded/repairs/', import.meta.url));
const catalog = await loadKubernetesTypes();

/** An entry of managedFields. */
interface Entry {
  readonly subresource?: string;
  readonly time?: string;
}

/** What a server answered to a repair. */
interface Recorded {
  readonly before: unknown;
  readonly requests: readonly { readonly contentType: string; readonly body: string; readonly code: number }[];
  readonly after: { readonly metadata: { readonly managedFields?: readonly Entry[] } };
}

const recordings = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map(
    (file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(folder + file, 'utf8')) as Recorded] as const,
  );

function readOf(object: unknown): ReadObject {
  const reader = sourceReader('');
  const [part] = [...reader.push(new TextEncoder().encode(JSON.stringify(object))), ...reader.end()];
  if (part?.kind !== 'object') throw new Error('not read');
  return part;
}

/** A repair of an object that a rule finds something in; what the rule leaves open is asked for as if it had. */
function repairFor(object: unknown, way: string): Repair | undefined {
  const read = readOf(object);
  const counted = countObject(read, 0);
  const { findings } = judgeObject(read, counted, { catalog });
  const leftover = findings.find(({ rule }) => rule === 'leftover-client-side-apply');
  const place = counted.row.entries.findIndex(({ manager }) => manager === 'kubectl-client-side-apply');
  const bare = { fields: [], fieldCount: 0, entries: [place], facts: {} };
  const asked: Readonly<Record<string, Finding | undefined>> = {
    csaupgrade: leftover,
    remove: { ...bare, rule: 'manager-not-seen' },
    last: { ...bare, rule: 'last-applied-differs' },
  };
  const finding = asked[way];
  return finding === undefined ? undefined : repairOf(finding, counted.row, read.text);
}

/** The entries, but for the times of controllers that wrote status meanwhile. */
function entriesOf(entries: readonly Entry[]): readonly Entry[] {
  return entries.map((entry) => (entry.subresource === 'status' ? { ...entry, time: '' } : entry));
}

function storedEntries(object: ValueMap | undefined): readonly Entry[] {
  return JSON.parse(formatJson(object ?? null)).metadata.managedFields;
}

const ways = ['csaupgrade', 'remove', 'last'];
const played = recordings.filter(([name]) => ways.includes(name.split('-')[0] ?? '') && !name.includes('-stale-'));

test('enough repairs are recorded', () => {
  expect(played.length).toBeGreaterThanOrEqual(30);
});

describe('a repair is the one that the server was sent, and comes to what it stored:', () => {
  test.for(played)('%s', ([name, { before, requests, after }]) => {
    const repair = repairFor(before, name.split('-')[0] ?? '');
    expect(repair).toBeDefined();
    if (repair === undefined) return;
    const [sent] = requests;
    expect(JSON.parse(repair.patch)).toEqual(JSON.parse(sent?.body ?? ''));
    const { refusal, object } = previewRepair(repair, catalog);
    expect(refusal).toBeUndefined();
    expect(entriesOf(storedEntries(object))).toEqual(entriesOf(after.metadata.managedFields ?? []));
  });
});
