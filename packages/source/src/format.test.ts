import { expect, test } from 'vitest';
import { formatText } from './format.ts';

test.each<readonly [name: string, text: string, tidy: string]>([
  [
    'indentation, spaces and lists, with comments kept',
    '# head\napiVersion:   v1   # the version\nmetadata: {name: a,   labels: {x: "yes"}}\nspec:\n    list:\n        # why\n        -   x: 1\n            y: "on"\n        - z: [a,   b]\n\n    last: 012\n',
    '# head\napiVersion: v1 # the version\nmetadata: {name: a, labels: {x: "yes"}}\nspec:\n  list:\n  # why\n  - x: 1\n    y: "on"\n  - z: [a, b]\n\n  last: 012\n',
  ],
  ['blocks of text', 'a:\n      b: |\n         one\n           two\n', 'a:\n  b: |\n    one\n      two\n'],
  ['long lines stay one', `a:   ${'word '.repeat(60)}end\n`, `a: ${'word '.repeat(60)}end\n`],
  ['several documents', '---\na:   1\n---\n# two\nb:   2\n', 'a: 1\n---\n# two\nb: 2\n'],
  ['JSON', '{"b":1,"a":[{"c":"d"}]}', '{\n  "b": 1,\n  "a": [\n    {\n      "c": "d"\n    }\n  ]\n}\n'],
  ['what is tidy already', 'a: 1\nb:\n- c\n', 'a: 1\nb:\n- c\n'],
])('tidies %s', (_, text, tidy) => {
  expect(formatText(text)).toEqual({ kind: 'formatted', text: tidy });
});

test.each(['', '# nothing\n', 'a: [b\n', 'a: b: c\n'])('refuses %j', (text) => {
  expect(formatText(text)).toEqual({ kind: 'refused', code: 'unreadable' });
});
