import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../../arguments.ts';
import { programOf } from './programs.ts';

readArguments({
  name: 'npx tsx tools/record/tool-cases/normalized.ts',
  about: `Fills in what Argo CD's own code leaves of the objects of packages/tools/src/programs/argo-ignore.cases.json, each with each
expression and each pointer alone. Needs Go.`,
});
const file = fileURLToPath(new URL('../../../packages/tools/src/programs/argo-ignore.cases.json', import.meta.url));

interface Cases {
  readonly objects: readonly object[];
  readonly expressions: readonly string[];
  readonly pointers: readonly string[];
  readonly rules: readonly object[];
}

const cases: Cases = JSON.parse(readFileSync(file, 'utf8'));
const every = { group: '*', kind: '*' };
const rules = [
  ...cases.expressions.map((each) => ({ ...every, jqPathExpressions: [each] })),
  ...cases.pointers.map((each) => ({ ...every, jsonPointers: [each] })),
  ...cases.rules,
];
const asked = cases.objects.flatMap((object) => rules.map((rule) => ({ object, rules: [rule] })));
const said: readonly unknown[] = JSON.parse(
  execFileSync(programOf('argocd'), ['normalize'], { encoding: 'utf8', input: JSON.stringify(asked) }),
);
// What stays as it is stands there as null.
const left = said.map((each, index) => (same(each, asked[index]?.object) ? null : each));
const { objects, expressions, pointers } = cases;
const lists = Object.entries({ objects, expressions, pointers, rules: cases.rules, left });
const texts = lists.map(
  ([name, list]) => `${JSON.stringify(name)}: [\n${list.map((each) => JSON.stringify(each)).join(',\n')}\n]`,
);
writeFileSync(file, `{\n${texts.join(',\n')}\n}\n`);

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inside]) => [key, sorted(inside)]),
  );
}
