import { readdirSync, readFileSync } from 'node:fs';
import {
  fieldSetFromV1,
  isMap,
  lastAppliedAnnotation,
  listAt,
  mapAt,
  parseJson,
  pathsOf,
  pathToString,
  readEntries,
  stringAt,
  upgradeManagedFieldsPatch,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { readDocuments } from '@managed-fields/source';
import { describe, expect, test } from 'vitest';

const root = new URL('recorded/', import.meta.url);
const named = (folder: string, end: string) =>
  readdirSync(new URL(`${folder}/`, root))
    .filter((file) => file.endsWith(end))
    .map((file) => file.slice(0, -end.length));
const text = (path: string) => readFileSync(new URL(path, root), 'utf8');

describe.each(named('healthy', '.json'))('what %s leaves behind', (name) => {
  const items = itemsOf(text(`healthy/${name}.yaml`));

  test('is a dozen objects and more, whose entries read', () => {
    expect(items.length).toBeGreaterThan(12);
    expect(items.filter((item) => ownedBy(item).size > 0).length).toBeGreaterThan(12);
  });
});

describe.each(named('faults', '.json'))('the fault %s', (name) => {
  const said = jsonMap(text(`faults/${name}.json`));
  const items = itemsOf(text(`faults/${name}.yaml`));
  const expected = (listAt(said, 'expect') ?? []).filter(isMap);

  test('is expected of some object', () => {
    expect(stringAt(said, 'rule')).toMatch(/^[a-z-]+$/);
    expect(expected).not.toEqual([]);
  });

  test.each(expected.map((row) => [stringAt(row, 'object') ?? '', row] as const))('is in %s', (object, row) => {
    const item = items.find((candidate) => nameOf(candidate) === object);
    expect(item, `${object} is not recorded`).toBeDefined();
    if (item === undefined) return;
    const fields = (listAt(row, 'fields') ?? []).map(String);
    // What last-applied alone still names is owned by nobody.
    const applied = mapAt(mapAt(item, 'metadata') ?? new Map(), 'annotations')?.has(lastAppliedAnnotation) ?? false;
    const lost = stringAt(said, 'rule') === 'last-applied-differs' && applied ? ['.data.old'] : [];
    const owned = [...ownedBy(item)];
    if (stringAt(said, 'rule') === 'written-by-admission') {
      expect(fields.filter((field) => owned.some((path) => path.startsWith(field)))).toEqual([]);
      return;
    }
    const missing = fields.filter((field) => !owned.some((path) => path.startsWith(field)) && !lost.includes(field));
    expect(missing).toEqual([]);
  });
});

test.each(named('repairs', '.json').filter((name) => /^csaupgrade-(?!stale-)/.test(name)))(
  'the engine mends as %s',
  (name) => {
    const recording = jsonMap(text(`repairs/${name}.json`));
    const [request] = (listAt(recording, 'requests') ?? []).filter(isMap);
    const live = mapAt(recording, 'before');
    if (request === undefined || live === undefined) throw new Error(`${name} is not a repair`);
    const made = upgradeManagedFieldsPatch(live, ['kubectl-client-side-apply'], 'argocd-controller');
    expect(made).toEqual({ kind: 'patch', patch: jsonValue(stringAt(request, 'body') ?? '') });
  },
);

function itemsOf(yaml: string): readonly ValueMap[] {
  const [document, ...rest] = readDocuments(yaml);
  expect(rest).toEqual([]);
  const list = document?.value;
  if (!isMap(list)) throw new Error('not a list of objects');
  expect(stringAt(list, 'kind')).toBe('List');
  return (listAt(list, 'items') ?? []).filter(isMap);
}

/** `Deployment shop/web`, or `Namespace shop`. */
function nameOf(item: ValueMap): string {
  const metadata = mapAt(item, 'metadata') ?? new Map<string, Value>();
  const path = [stringAt(metadata, 'namespace'), stringAt(metadata, 'name')].filter((part) => part !== undefined);
  return `${stringAt(item, 'kind')} ${path.join('/')}`;
}

/** The paths that anybody owns. */
function ownedBy(item: ValueMap): ReadonlySet<string> {
  const list = mapAt(item, 'metadata')?.get('managedFields');
  if (list === undefined) return new Set();
  const entries = readEntries(list);
  if (entries === undefined) throw new Error(`${nameOf(item)}: entries that do not read`);
  return new Set(
    entries.flatMap(({ fieldsV1 }) => {
      const read = fieldSetFromV1(fieldsV1 ?? new Map());
      if (read.kind === 'error') throw new Error(read.message);
      return pathsOf(read.set).map(pathToString);
    }),
  );
}

function jsonValue(json: string): Value {
  const parsed = parseJson(json);
  if (parsed.kind === 'error') throw new Error(parsed.message);
  return parsed.value;
}

function jsonMap(json: string): ValueMap {
  const value = jsonValue(json);
  if (!isMap(value)) throw new Error('not an object');
  return value;
}
