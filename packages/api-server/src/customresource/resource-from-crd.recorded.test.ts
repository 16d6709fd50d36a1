import { readFileSync } from 'node:fs';
import {
  complaintsIn,
  type FieldError,
  fieldErrorText,
  formatJson,
  isList,
  isMap,
  listAt,
  mapAt,
  mapFromJson,
  mapOf,
  parseJson,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { integerOf } from './object-meta.ts';
import { mapEntries, mapList } from './pruning.ts';
import { resourceFromCrd } from './resource-from-crd.ts';

/**
 * What a real kube-apiserver v1.36.3 said of each definition: `errors` sorted, as it leaves their order to chance;
 * `malformed` is a 400, `unknown` what strict field validation said, `warnings` the Warning headers. Some were answered
 * by upstream's own code alone, apiextensions-apiserver v0.36.3, customresourcedefinition.NewStrategy.
 */
describe('definitions are answered as by the server', () => {
  const cases = [...readCases('definitions'), ...readCases('asked-definitions')];
  it.each(cases.map((one) => [stringAt(one, 'about') ?? '', one] as const))('%s', (_about, one) => {
    const reading = resourceFromCrd(definitionOf(one));
    const answer = new Map<string, Value>();
    if (reading.kind === 'malformed') answer.set('malformed', reading.message);
    if (reading.kind === 'invalid') answer.set('errors', complaintsIn(36, reading.errors).map(fieldErrorText).sort());
    if (reading.kind === 'resource') {
      if (reading.unknown.length > 0) answer.set('unknown', reading.unknown);
      if (reading.warnings.length > 0) answer.set('warnings', reading.warnings);
    }
    const keys = reading.kind === 'resource' ? ['malformed', 'errors', 'unknown', 'warnings'] : ['malformed', 'errors'];
    const expected = new Map(keys.flatMap((key) => (one.has(key) ? [[key, one.get(key) ?? null] as const] : [])));
    expect(answer).toEqual(expected);
  });
});

it('does not take a definition in the place of one of another scope, as the server', () => {
  const first = resourceFromCrd(definitionOf(new Map()));
  if (first.kind !== 'resource') throw new Error(first.kind);
  const second = resourceFromCrd(definitionOf(mapOf({ spec: mapOf({ scope: 'Cluster' }) })), first.installed);
  expect(second.kind === 'invalid' ? second.errors.map(fieldErrorText) : second.kind).toEqual([
    'spec.scope: Invalid value: "Cluster": field is immutable',
  ]);
});

/**
 * What real servers said of definitions: v1.35.4 and v1.36.3 the same `errors`, sorted, v1.37.2 in their place what is `later`
 * where there is such a thing. `words` stand for others in the file.
 */
describe('definitions are answered as by the server of each release', () => {
  const text = readText('rule-definitions');
  const { words }: { readonly words: Readonly<Record<string, string>> } = JSON.parse(text);
  const whole = Object.entries(words).reduce((all, [short, long]) => all.replaceAll(short, long), text);
  const rows = listAt(mapFromJson(whole) ?? new Map(), 'definitions') ?? [];
  const complaint = (error: FieldError) => fieldErrorText(error).replace(/selfType\d+/g, 'selfType');
  it.each(rows.filter(isMap).map((one) => [stringAt(one, 'about'), one] as const))('%s', (_about, one) => {
    const usual = listAt(one, 'errors') ?? [];
    const answers = [35, 36, 37].map((minor) => {
      const reading = resourceFromCrd(definitionOf(one), undefined, minor);
      return reading.kind === 'invalid' ? reading.errors.map(complaint).sort() : [];
    });
    expect(answers).toEqual([usual, usual, listAt(one, 'later') ?? usual]);
  });
});

/**
 * What a real kube-apiserver v1.36.3 answered to a POST with the value as `spec.p`, whose schema the case gives:
 * `refused` is a 400, `errors` a 422 (sorted and each once), `result` what was stored of the field, `unknown` what
 * strict field validation said.
 */
describe('custom resources are read and checked as by the server', () => {
  for (const one of [...readCases('objects'), ...readCases('more-objects'), ...readCases('random-objects')]) {
    const values = (listAt(one, 'values') ?? []).filter(isMap);
    const titled = values.map((wanted) => [formatJson(wanted.get('value') ?? null), wanted] as const);
    it.each(titled)(`${stringAt(one, 'about') ?? ''}: %s`, (_text, wanted) => {
      const expected = [...wanted]
        .filter(([key]) => key !== 'value')
        .map(([key, value]) => [key, ordered(value)] as const);
      expect(answerTo(one.get('schema') ?? null, wanted.get('value') ?? null)).toEqual(new Map(expected));
    });
  }
});

/** The errors that servers v1.36.3, v1.37.2 and v1.38.0-beta.0 have about values, in this order. */
describe('custom resources are checked as by the server of each release', () => {
  for (const one of readCases('objects-by-release')) {
    const values = (listAt(one, 'values') ?? []).filter(isList);
    const titled = values.map(([value = null, ...expected]) => [formatJson(value), value, expected] as const);
    it.each(titled)(`${stringAt(one, 'about') ?? ''}: %s`, (_text, value, expected) => {
      const answers = [36, 37, 38].map(
        (minor) => answerTo(one.get('schema') ?? null, value, minor).get('errors') ?? [],
      );
      expect(answers).toEqual(expected);
    });
  }
});

function answerTo(schema: Value, value: Value, minor = 36): ValueMap {
  const spec = mapOf({ type: 'object', properties: mapOf({ p: schema }) });
  const root = mapOf({ type: 'object', properties: mapOf({ spec }) });
  const reading = resourceFromCrd(definitionOf(mapOf({ schema: root })));
  if (reading.kind !== 'resource') throw new Error(`the definition of the case is ${reading.kind}`);
  const version = reading.resource.versions.get('v1');
  if (version === undefined) throw new Error('no version');
  const sent = mapOf({
    apiVersion: 'cases.example.com/v1',
    kind: 'Foo',
    metadata: mapOf({ name: 'x', namespace: 'y' }),
    spec: mapOf({ p: value }),
  });
  const decoded = version.decode(sent, 'json');
  if (decoded.kind === 'error') {
    return mapOf({ refused: `Foo in version "v1" cannot be handled as a Foo: ${decoded.message}` });
  }
  const unknown = decoded.unknown.length > 0 ? { unknown: decoded.unknown } : {};
  const object = version.strategy.prepareForCreate(version.setDefaults(decoded.object), {
    now: '2026-01-01T00:00:00Z',
    user: { name: 'jane', groups: [] },
    dryRun: false,
  });
  const errors = complaintsIn(minor, version.strategy.validateCreate(object, undefined, minor));
  if (errors.length > 0) return mapOf({ ...unknown, errors: [...new Set(errors.map(fieldErrorText))].sort() });
  const stored = version.fromStored(asWritten(object));
  if (stored.kind !== 'converted') throw new Error(stored.message);
  const result = mapAt(stored.object, 'spec')?.get('p');
  return mapOf({ ...unknown, result: result === undefined ? '<absent>' : ordered(result) });
}

/** An object after it was written as JSON. */
function asWritten(map: ValueMap): ValueMap {
  const write = (value: Value): Value => {
    if (typeof value === 'number') return integerOf(value) ?? value;
    if (Array.isArray(value)) return mapList(value, write);
    return isMap(value) ? asWritten(value) : value;
  };
  return mapEntries(map, (_key, entry) => write(entry));
}

/** Keys in order, so that maps compare by their entries. */
function ordered(value: Value): Value {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isMap(value)) return value;
  const entries = [...value].map(([key, entry]) => [key, ordered(entry)] as const);
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The definition of a case: one version v1 of foos.cases.example.com, changed by what the case says. */
function definitionOf(one: ValueMap): Value {
  const version = new Map<string, Value>([
    ['name', 'v1'],
    ['served', true],
    ['storage', true],
    ['schema', mapOf({ openAPIV3Schema: one.get('schema') ?? mapOf({ type: 'object' }) })],
    ...(mapAt(one, 'version') ?? []),
  ]);
  const spec = new Map<string, Value>([
    ['group', 'cases.example.com'],
    ['scope', 'Namespaced'],
    ['names', mapOf({ plural: 'foos', kind: 'Foo' })],
    ['versions', one.get('versions') ?? [version]],
    ...(mapAt(one, 'spec') ?? []),
  ]);
  return mapOf({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: one.get('metadata') ?? mapOf({ name: 'foos.cases.example.com' }),
    spec,
  });
}

function readCases(name: string): ValueMap[] {
  const parsed = parseJson(readText(name));
  if (parsed.kind === 'error') throw new Error(parsed.message);
  return Array.isArray(parsed.value) ? parsed.value.filter(isMap) : [];
}

function readText(name: string): string {
  return readFileSync(new URL(`./cases/${name}.json`, import.meta.url), 'utf8');
}
