import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { formatJson, isMap, type ValueMap } from '@managed-fields/merge-engine';
import { run } from '@managed-fields/player/whole';
import { addStep, type NewStep, newScenario } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import {
  countObject,
  exactValue,
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

/** A request of a recording, with the code of its answer. */
interface RecordedRequest {
  readonly query: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly body: string;
  readonly code: number;
}

/** An entry of managedFields. */
interface Entry {
  readonly subresource?: string;
  readonly time?: string;
}

/** What a server answered to a repair. */
interface Recorded {
  readonly before: unknown;
  readonly requests: readonly RecordedRequest[];
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

/** The entries of those that the requests are about, but for their times: controllers had time to write. */
function writtenEntriesOf(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(({ subresource }) => subresource !== 'status').map((entry) => ({ ...entry, time: '' }));
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
    const [sent, ...rest] = requests;
    expect(JSON.parse(repair.patch)).toEqual(JSON.parse(sent?.body ?? ''));
    // After the only entry is taken away, the next apply finds an object without managedFields.
    const more = rest.map(stepOf);
    const scenario = more.reduce((before, step) => addStep(before, step), repair.scenario);
    const { refusal, object } = previewRepair({ ...repair, scenario }, catalog);
    expect(refusal).toBeUndefined();
    const compared = rest.length === 0 ? entriesOf : writtenEntriesOf;
    expect(compared(storedEntries(object))).toEqual(compared(after.metadata.managedFields ?? []));
  });
});

describe('a patch for an object that changed meanwhile is refused, as the server refused it:', () => {
  test.for(recordings.filter(([name]) => name.includes('-stale-')))('%s', ([, { before, requests }]) => {
    const live = printYaml(exactValue(readOf(before).text) ?? null).text;
    const steps = requests.map(stepOf);
    const codes = run(newScenario('', [{ kind: 'live', text: live }, ...steps]), { catalog }).outcomes.map(
      ({ code }) => code,
    );
    expect(codes.slice(1)).toEqual(requests.map(({ code }) => code));
    expect(requests.at(-1)?.code).toBeGreaterThanOrEqual(400);
  });
});

describe("kubectl's own migration comes to what the server stored:", () => {
  test.for(recordings.filter(([name]) => name.startsWith('kubectl-')))('%s', ([, { before, requests, after }]) => {
    const live = printYaml(exactValue(readOf(before).text) ?? null).text;
    const force = requests.some(({ query }) => query['force'] === 'true') ? ' --force-conflicts' : '';
    const files = { 'manifest.yaml': requests[0]?.body ?? '' };
    const line = `kubectl apply --server-side${force} -f manifest.yaml`;
    const scenario = newScenario('', [
      { kind: 'live', text: live },
      { kind: 'kubectl', text: line, files },
    ]);
    const { view } = run(scenario, { catalog, selected: scenario.steps[1]?.id });
    const text = view?.result?.text ?? '';
    const object = exactValue({ form: 'yaml', text, named: undefined });
    const stored = storedEntries(isMap(object) ? object : undefined);
    expect(writtenEntriesOf(stored)).toEqual(writtenEntriesOf(after.metadata.managedFields ?? []));
  });
});

/** The step of a scenario that sends a request again. */
function stepOf({ query, contentType, body }: RecordedRequest): NewStep {
  const { fieldManager: manager = 'kubectl-patch', force } = query;
  if (contentType.startsWith('application/apply-patch')) {
    return { kind: 'apply', manager, text: body, ...(force === 'true' ? { force: true } : {}) };
  }
  return { kind: contentType.startsWith('application/json-patch') ? 'json-patch' : 'merge-patch', manager, text: body };
}
