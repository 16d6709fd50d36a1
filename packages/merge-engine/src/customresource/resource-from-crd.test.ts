import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldErrorText } from '../catalog/field-error-text.ts';
import { parseJson } from '../value/json.ts';
import { isMap, mapAt, stringAt, type Value, type ValueMap } from '../value/value.ts';
import { resourceFromCrd } from './resource-from-crd.ts';

/**
 * What a real kube-apiserver v1.36.3 said of each definition: `errors` sorted, as it leaves their order to chance;
 * `malformed` is a 400, `unknown` what strict field validation said, `warnings` the Warning headers.
 */
const cases = readCases();

describe('resourceFromCrd answers as the server does', () => {
  it.each(cases.map((one) => [stringAt(one, 'about') ?? '', one] as const))('%s', (_about, one) => {
    const reading = resourceFromCrd(definitionOf(one));
    const answer = new Map<string, Value>();
    if (reading.kind === 'malformed') answer.set('malformed', reading.message);
    if (reading.kind === 'invalid') answer.set('errors', reading.errors.map(fieldErrorText).sort());
    if (reading.kind === 'resource') {
      if (reading.unknown.length > 0) answer.set('unknown', reading.unknown);
      if (reading.warnings.length > 0) answer.set('warnings', reading.warnings);
    }
    const keys = reading.kind === 'resource' ? ['malformed', 'errors', 'unknown', 'warnings'] : ['malformed', 'errors'];
    const expected = new Map(keys.flatMap((key) => (one.has(key) ? [[key, one.get(key) ?? null] as const] : [])));
    expect(answer).toEqual(expected);
  });
});

/** The definition of a case: one version v1 of foos.cases.example.com, changed by what the case says. */
function definitionOf(one: ValueMap): Value {
  const map = (entries: Readonly<Record<string, Value>>): ValueMap => new Map(Object.entries(entries));
  const version = new Map<string, Value>([
    ['name', 'v1'],
    ['served', true],
    ['storage', true],
    ['schema', map({ openAPIV3Schema: one.get('schema') ?? map({ type: 'object' }) })],
    ...(mapAt(one, 'version') ?? []),
  ]);
  const spec = new Map<string, Value>([
    ['group', 'cases.example.com'],
    ['scope', 'Namespaced'],
    ['names', map({ plural: 'foos', kind: 'Foo' })],
    ['versions', one.get('versions') ?? [version]],
    ...(mapAt(one, 'spec') ?? []),
  ]);
  return map({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: one.get('metadata') ?? map({ name: 'foos.cases.example.com' }),
    spec,
  });
}

function readCases(): ValueMap[] {
  const parsed = parseJson(readFileSync(new URL('./cases/definitions.json', import.meta.url), 'utf8'));
  if (parsed.kind === 'error') throw new Error(parsed.message);
  return Array.isArray(parsed.value) ? parsed.value.filter(isMap) : [];
}
