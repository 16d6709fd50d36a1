import { expect, test } from 'vitest';
import { keysAt, outlineAt, textAt } from './outline.ts';

/** `|` is the caret; slots in short, with the keys that a map has already. */
function slotsAt(marked: string): readonly string[] {
  const offset = marked.indexOf('|');
  const { root, slots, word } = outlineAt(marked.slice(0, offset) + marked.slice(offset + 1), offset);
  return slots.map((slot) => {
    const path = `/${slot.path.join('/')}`;
    const has = keysAt(root, slot.path);
    const column = 'column' in slot ? `@${slot.column}` : '';
    return `${slot.kind}${column} ${path}${has.length > 0 ? ` beside ${has}` : ''}${word.text && ` '${word.text}'`}`;
  });
}

test.each<readonly [text: string, slots: readonly string[]]>([
  ['|', ['open@0 /']],
  ['api|', ["open@0 / 'api'"]],
  ['a: 1\n|', ['key@0 / beside a']],
  ['a: 1\nb|', ["key@0 / beside a 'b'"]],
  ['a: 1\n|\nc: 2', ['key@0 / beside a,c']],
  ['a: 1\nb|\nc: 2', ["key@0 / beside a,c 'b'"]],
  ['a: |', ['value /a']],
  ['a: x|\nb: 1', ["value /a 'x'"]],
  ['a: |\nb: 1', ['value /a']],
  ['a:\n  |', ['open@2 /a']],
  ['a:\n  b|', ["open@2 /a 'b'"]],
  ['a:\n|', ['key@0 / beside a', 'open@0 /a']],
  ['a:\n  b: 1\n  |', ['key@2 /a beside b']],
  ['a:\n  b: 1\n  c|\n  d: 1', ["key@2 /a beside b,d 'c'"]],
  ['a:\n  b: 1\n|', ['key@0 / beside a']],
  ['a:\n  b|\nc: 1', ["open@2 /a 'b'"]],
  ['a:\n  |\n  b: 1', ['open@2 /a beside b']],
  ['a:\n- |', ['item@2 /a/0']],
  ['a:\n- x: 1\n  |', ['key@2 /a/0 beside x']],
  ['a:\n- x: 1\n|', ['dash@0 /a', 'key@0 / beside a']],
  ['a:\n  - x: 1\n  |', ['dash@2 /a']],
  ['a:\n- x: 1\n- |', ['item@2 /a/1']],
  ['a:\n- x: 1\n- y|', ["item@2 /a/1 'y'"]],
  ['a:\n- x|: 1', ["item@2 /a/0 'x'"]],
  ['a:\n- x: |', ['value /a/0/x']],
  ['a:\n- - |', ['item@4 /a/0/0']],
  ['re|p: 1\nb: 2', ["open@0 / beside b 'rep'"]],
  ['a: {|}', ['key@4 /a']],
  ['a: {b: 1, |}', ['key@10 /a beside b']],
  ['a: {b: |}', ['value /a/b']],
  ['a: [|]', ['value /a/0']],
  ['a: [x, |]', ['value /a/1']],
  ['a: [{b: 1, c|}]', ["key@11 /a/0 beside b 'c'"]],
  ['{"a": {"b|"}}', ["key@7 /a 'b'"]],
  ['{"a": {"b": 1, "|"}}', ['key@15 /a beside b']],
  ['{"a": "x|"}', ["value /a 'x'"]],
  ['{"a": "x|\n}', ["value /a 'x'"]],
  ['{\n  "a": 1,\n  |\n}', ['key@2 / beside a']],
  ['a: 1 # b|', []],
  ['# a|', []],
  ['a: |\n  b', ['value /a']],
  ['a: >\n  text |more\n  text', []],
  ['a: 1\n---\nb: 1\n|', ['key@0 / beside b']],
  ['a: 1\n|\n---\nb: 1', ['key@0 / beside a']],
  ['a: "x|"', ["value /a 'x'"]],
  ["a: 'x|'\nb: 1", ["value /a 'x'"]],
  ['a:\n  b:\n    c: 1\n  |', ['key@2 /a beside b']],
  ['a:\n  b: 1\n    |', []],
  ['app.kubernetes.io/n|', ["open@0 / 'app.kubernetes.io/n'"]],
  ['- op: add\n  |', ['key@2 /0 beside op']],
  ['- op: add\n|', ['dash@0 /']],
  ['[{"op": "|"}]', ['value /0/op']],
])('%j', (text, slots) => {
  expect(slotsAt(text)).toEqual(slots);
});

test.each<readonly [text: string, path: readonly (string | number)[], value: string | undefined]>([
  ['apiVersion: v1\nkind: Po|', ['apiVersion'], 'v1'],
  ['apiVersion: v1\nkind: Po|', ['kind'], 'Po'],
  ['kind: "Pod"\n|', ['kind'], 'Pod'],
  ['items:\n- kind: A\n- kind: B\n  |', ['items', 1, 'kind'], 'B'],
  ['{"kind": "A", |', ['kind'], 'A'],
  ['kind: A\n|\nspec: {x: [1, {y: z}]}', ['spec', 'x', 1, 'y'], 'z'],
])('%j has at %j %j', (marked, path, value) => {
  const offset = marked.indexOf('|');
  const { root } = outlineAt(marked.replace('|', ''), offset);
  expect(textAt(root, path)).toBe(value);
});

test('no state of a text makes it fail', () => {
  const text = 'a: {b: [1, "x", {c: d}]}\n? e\n: f\n- g: - h\n  i: |\n    j\n"k": *l\n}]: - ---\n\t- m\n';
  for (let end = 0; end <= text.length; end++) {
    for (const offset of [0, Math.floor(end / 2), end]) {
      expect(() => outlineAt(text.slice(0, end), offset)).not.toThrow();
    }
  }
});
