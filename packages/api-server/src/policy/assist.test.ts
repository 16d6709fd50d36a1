import { expect, it } from 'vitest';
import { completeExpression } from '../cel/assist/complete.ts';
import { describeInExpression } from '../cel/assist/describe.ts';
import { type CelType, intType, listType, mapType, stringType } from '../cel/check/type.ts';
import { lazyType, policyExpressionScope } from './assist.ts';
import type { PolicyPart } from './environment.ts';

function struct(name: string, fields: Readonly<Record<string, CelType>>): CelType {
  return lazyType(name, () => new Map(Object.entries(fields)));
}

const container = struct('container', { name: stringType, args: listType(stringType) });
const object = struct('Pod', {
  metadata: struct('metadata', { name: stringType, labels: mapType(stringType, stringType) }),
  spec: struct('spec', { containers: listType(container), priority: intType }),
});
const declared = [
  { name: 'first', expression: 'object.spec.containers[0]' },
  { name: 'broken', expression: 'object.' },
];

const scopeOf = (part: PolicyPart) =>
  policyExpressionScope(part, { params: true, variables: true }, { object }, declared);

function completed(part: PolicyPart, marked: string) {
  const offset = marked.indexOf('|');
  const source = marked.replace('|', '');
  return { source, ...completeExpression(source, offset, scopeOf(part)) };
}

/** The first labels at a place. */
it.each<readonly [part: PolicyPart, marked: string, first: readonly string[]]>([
  [
    'validation',
    '|',
    ['object', 'oldObject', 'namespaceObject', 'request', 'params', 'variables', 'authorizer', 'has'],
  ],
  ['message', '|', ['object', 'oldObject', 'namespaceObject', 'request', 'params', 'variables', 'has']],
  ['validation', 'object.|', ['metadata', 'spec']],
  ['validation', 'object.sp|ec', ['metadata', 'spec']],
  ['validation', 'has(object.spec) && object.spec.|', ['containers', 'priority']],
  ['validation', 'object.spec.?|', ['containers', 'priority']],
  ['validation', 'object.spec.containers[0].|', ['name', 'args']],
  ['validation', 'object.spec.containers.all(c, c.|', ['name', 'args']],
  ['validation', 'object.spec.containers.all(c, c.args.exists(a, c.|', ['name', 'args']],
  ['validation', 'object.spec.containers.all(i, c, c.|', ['name', 'args']],
  ['validation', 'object.spec.containers.all(c, |', ['c', 'object']],
  ['validation', 'object.spec.containers.filter(c, true).map(d, d.|', ['name', 'args']],
  ['validation', 'object.spec.containers.|', ['all', 'exists', 'exists_one', 'existsOne', 'filter', 'map']],
  ['validation', 'variables.|', ['first', 'broken']],
  ['validation', 'variables.first.|', ['name', 'args']],
  ['validation', 'namespaceObject.metadata.|', ['name', 'generateName', 'namespace', 'labels']],
  ['validation', 'request.userInfo.|', ['username', 'uid', 'groups', 'extra']],
  ['validation', 'authorizer.|', ['requestResource', 'path', 'group', 'serviceAccount']],
  ['validation', 'authorizer.requestResource.|', ['subresource', 'namespace', 'name']],
  ['validation', 'optional.|', ['of', 'ofNonZeroValue', 'none']],
  ['validation', "'a|", []],
  ['validation', '// a|', []],
  ['validation', '1|', []],
  ['configuration', '|', ['Object{…}', 'JSONPatch{…}', 'object']],
  ['configuration', 'Object{|', ['metadata', 'spec']],
  ['configuration', 'Object{metadata: Object.metadata{}, |', ['spec']],
  ['configuration', 'Object{spec: |', ['Object.spec{…}']],
  ['configuration', 'Object{spec: Object.|', ['metadata{…}', 'spec{…}']],
  ['configuration', 'Object{spec: Object.spec{|', ['containers', 'priority']],
  ['configuration', 'Object{spec: Object.spec{containers: |', ['[Object.spec.containers{…}']],
  ['configuration', 'Object{spec: Object.spec{containers: [|', ['Object.spec.containers{…}']],
  ['configuration', 'Object{spec: Object.spec{containers: [Object.spec.containers{|', ['name', 'args']],
  ['configuration', 'Object{metadata: Object.metadata{labels: |', ['{…}']],
  ['json-patch', '|', ['[JSONPatch{…}', 'Object{…}', 'JSONPatch{…}']],
  ['json-patch', '[|', ['JSONPatch{…}']],
  ['json-patch', '[JSONPatch{|', ['op', 'path', 'value', 'from']],
  ['json-patch', '[JSONPatch{op: "add", |', ['path', 'value', 'from']],
  ['json-patch', '[JSONPatch{op: "|', ['add', 'remove', 'replace', 'copy', 'move', 'test']],
  ['json-patch', '[JSONPatch{op: "add", value: Object.spec.|', ['containers{…}']],
  ['json-patch', 'jsonpatch.|', ['escapeKey']],
])('%s %s', (part, marked, first) => {
  const labels = completed(part, marked).items.map(({ label }) => label);
  expect(labels.slice(0, first.length)).toEqual(first);
  if (first.length === 0) expect(labels).toEqual([]);
});

it.each<readonly [marked: string, label: string, becomes: string]>([
  ['object.me|ta == 1', 'metadata', 'object.metadata == 1'],
  ['object.spec.containers.ex|', 'exists', 'object.spec.containers.exists(x, '],
  ["'é😀' + object.me|", 'metadata', "'é😀' + object.metadata"],
  ['object.metadata.name.lower|', 'lowerAscii', 'object.metadata.name.lowerAscii()'],
])('%s with %s', (marked, label, becomes) => {
  const { source, from, to, items } = completed('validation', marked);
  const insert = items.find((item) => item.label === label)?.insert;
  expect(source.slice(0, from) + insert + source.slice(to)).toBe(becomes);
});

it.each<readonly [part: PolicyPart, marked: string, said: string | undefined]>([
  ['validation', 'ob|ject.spec', 'variable object: Pod'],
  ['validation', 'object.sp|ec.priority', 'field spec: spec'],
  ['validation', 'object.spec.prio|rity', 'field priority: int'],
  ['validation', 'object.spec.containers.all(c, c.na|me == "")', 'field name: string'],
  ['validation', 'object.spec.containers.al|l(c, true)', 'macro all: all(x, bool) bool'],
  ['validation', 'object.metadata.name.starts|With("a")', 'function startsWith: string.startsWith(string) bool'],
  [
    'validation',
    'authorizer.request|Resource.check("a")',
    'variable requestResource: kubernetes.authorization.ResourceCheck',
  ],
  ['validation', 'ha|s(object.spec)', 'macro has: has(field) bool'],
  ['json-patch', 'jsonpatch.esc|apeKey("a")', 'function escapeKey: jsonpatch.escapeKey(string) string'],
  ['configuration', 'Obj|ect{}', 'constructor Object: '],
  ['configuration', 'Object{sp|ec: Object.spec{}}', 'field spec: spec'],
  ['configuration', 'Object{spec: Object.sp|ec{}}', 'constructor spec: Object.spec'],
  ['validation', '"ob|ject"', undefined],
  ['validation', 'nothing|', undefined],
])('%s: hover over %s', (part, marked, said) => {
  const found = describeInExpression(marked.replace('|', ''), marked.indexOf('|'), scopeOf(part));
  expect(found && `${found.kind} ${found.name}: ${found.details.join(' ')}`).toBe(said);
});

it('no state of an expression makes it fail', () => {
  const source =
    'object.spec.containers.all(c, c.name in ["a", r\'b\'] && {"x": [1]}[?c].y) ? Object{spec: Object.spec{a: [';
  const strange = [
    '))))]]}}',
    '.',
    '.?',
    '__proto__.constructor.',
    '`a`.',
    '"""',
    'a.all(all, all.',
    '\ud800.',
    '{{{{(',
  ];
  for (const part of ['validation', 'configuration', 'json-patch'] as const) {
    for (const text of [source, ...strange]) {
      for (let end = 0; end <= text.length; end++) {
        expect(() => completeExpression(text.slice(0, end), end, scopeOf(part))).not.toThrow();
        expect(() => completeExpression(text, end, scopeOf(part))).not.toThrow();
        expect(() => describeInExpression(text, end, scopeOf(part))).not.toThrow();
      }
    }
  }
});
