import { readFileSync } from 'node:fs';
import { throughJson } from '@managed-fields/api-server';
import { formatJson, isMap, listAt, parseJson, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { type ArgoRule, readArgoRules, withoutIgnored } from './argo-ignore.ts';

// What is left of objects is filled in by Argo CD's own code (tools/record/tool-cases/normalized.ts).
const read = parseJson(readFileSync(new URL('argo-ignore.cases.json', import.meta.url), 'utf8'));
const cases: ValueMap = read.kind === 'value' && isMap(read.value) ? read.value : new Map();
const list = (name: string): readonly Value[] => listAt(cases, name) ?? [];
const every = { group: '*', kind: '*' };
const rules: readonly string[] = [
  ...list('expressions').map((each) => JSON.stringify([{ ...every, jqPathExpressions: [each] }])),
  ...list('pointers').map((each) => JSON.stringify([{ ...every, jsonPointers: [each] }])),
  ...list('rules').map((each) => `[${formatJson(each)}]`),
];
const rows = list('objects').flatMap((object, at) =>
  rules.map((rule, index) => ({ object, rule, at, left: list('left')[at * rules.length + index] ?? null })),
);

function rulesOf(text: string): readonly ArgoRule[] {
  const parsed = readArgoRules(text);
  if (parsed.kind !== 'rules') throw new Error(`${text} is not read`);
  return parsed.rules;
}

test.each(rows)('$rule leaves of object $at what Argo CD leaves', ({ object, rule, left }) => {
  if (!isMap(object)) throw new Error('no object');
  const found = throughJson(withoutIgnored(object, rulesOf(rule)));
  expect(formatJson(sorted(found))).toBe(formatJson(sorted(left === null ? object : left)));
});

function sorted(value: Value): Value {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isMap(value)) return value;
  return new Map(
    [...value].map(([key, inside]) => [key, sorted(inside)] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

test.each([
  ['nothing', '[]', 'rules'],
  ['YAML', '- {kind: Deployment, group: apps, jsonPointers: [/spec/replicas]}', 'rules'],
  ['one rule', '{kind: Deployment}', 'no-rules'],
  ['pointers that are none', '[{kind: Deployment, jsonPointers: /spec}]', 'no-rules'],
  ['no YAML', '[{', 'no-rules'],
  ['two documents', '[]\n---\n[]', 'no-rules'],
  ['an expression that is not played', "[{kind: Deployment, jqPathExpressions: ['.a | length']}]", 'unplayed'],
])('reads %s', (_, text, kind) => {
  expect(readArgoRules(text).kind).toBe(kind);
});
