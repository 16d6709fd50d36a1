import { formatJson, isMap } from '@managed-fields/merge-engine';
import { describe, expect, test } from 'vitest';
import { textAt } from '../json.ts';
import { exactValue, type ReadPart, sourceReader } from './reader.ts';

/** Reads a text in chunks of some bytes. */
function read(text: string | Uint8Array, size = 1 << 20): readonly ReadPart[] {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const reader = sourceReader('dump');
  const parts: ReadPart[] = [];
  for (let at = 0; at < bytes.length; at += size) parts.push(...reader.push(bytes.subarray(at, at + size)));
  return [...parts, ...reader.end()];
}

/** What was read, short: `kind/name@line`, or why not. */
function short(parts: readonly ReadPart[]): readonly string[] {
  return parts.map((part) => {
    if (part.kind === 'unread') return `${part.reason}@${part.place.line}`;
    return `${textAt(part.value, 'kind')}/${textAt(part.value, 'metadata', 'name')}@${part.place.line}`;
  });
}

const map = (name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...more },
  data: { text: 'a "}{" \\ b\n- item: [\n---\n', ключ: 'значення 字 😀' },
});
const list = { apiVersion: 'v1', items: [map('a'), map('b'), map('c')], kind: 'List', metadata: {} };

const yamlItem = (name: string, at: string) =>
  [
    `${at}- apiVersion: v1`,
    `${at}  data:`,
    `${at}    text: |`,
    `${at}      - not: an item`,
    '',
    `${at}      # no comment`,
    `${at}    ключ: значення 字 😀`,
    `${at}  kind: ConfigMap`,
    `${at}  metadata:`,
    `${at}    name: ${name}`,
    '',
  ].join('\n');

const sources: Readonly<Record<string, readonly [text: string, read: readonly string[]]>> = {
  'a list of kubectl as JSON': [JSON.stringify(list, null, 4), ['ConfigMap/a@4', 'ConfigMap/b@15', 'ConfigMap/c@26']],
  'a list of kubectl as YAML': [
    `apiVersion: v1\nitems:\n${yamlItem('a', '')}${yamlItem('b', '')}kind: List\nmetadata:\n  resourceVersion: ""\n`,
    ['ConfigMap/a@3', 'ConfigMap/b@13'],
  ],
  'a list with indented items, and a comment in it': [
    `kind: List\napiVersion: v1\nitems: # all of them\n\n  # the first\n${yamlItem('a', '  ')}${yamlItem('b', '  ')}`,
    ['ConfigMap/a@6', 'ConfigMap/b@16'],
  ],
  'several lists and documents': [
    `# nothing\n---\napiVersion: v1\nkind: Secret\nmetadata: {name: s}\n--- # next\nitems:\n${yamlItem('a', '')}kind: List\n---\n${'apiVersion: v1\nkind: Secret\nmetadata: {name: t}\n'}`,
    ['Secret/s@3', 'ConfigMap/a@8', 'Secret/t@20'],
  ],
  'JSON one after the other': [
    [map('a'), map('b')].map((each) => JSON.stringify(each)).join('\n'),
    ['ConfigMap/a@1', 'ConfigMap/b@2'],
  ],
  'an array': [JSON.stringify([map('a'), list]), ['ConfigMap/a@1', ...['a', 'b', 'c'].map((n) => `ConfigMap/${n}@1`)]],
  'a list of the API, whose items have no kind': [
    '{"kind":"ConfigMapList","apiVersion":"v1","metadata":{"x":[{}]},"items":[{"metadata":{"name":"a"}}]}',
    ['ConfigMap/a@1'],
  ],
  'an object that has items of its own': [
    '{"apiVersion":"a/v1","kind":"Box","metadata":{"name":"b"},"items":[{"x":1}]}{"apiVersion":"v1","kind":"Secret"}',
    ['Box/b@1', 'Secret/@1'],
  ],
  'the same as YAML': ['apiVersion: v1\nkind: ConfigMapList\nitems:\n- metadata:\n    name: a\n', ['ConfigMap/a@4']],
  'a list in braces within YAML': [
    '# a list\n{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Secret, metadata: {name: a}}]}\n',
    ['Secret/a@1'],
  ],
  'an empty list': ['apiVersion: v1\nitems: []\nkind: List\n', []],
  'items that are no list': ['items:\n  a: 1\nkind: Odd\napiVersion: v1\n', ['Odd/@1']],
  'an object that is cut': [JSON.stringify(list, null, 1).slice(0, -60), ['ConfigMap/a@4', 'ConfigMap/b@15', 'cut@26']],
  'words around JSON': [
    `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"}}\nerror: lost\nand more\n{"a":1}`,
    ['Secret/a@1', 'syntax@2', 'not-object@4'],
  ],
  'broken YAML between others': [
    'apiVersion: v1\nkind: Secret\n---\na: [\n---\napiVersion: v1\nkind: Secret\n',
    ['Secret/@1', 'syntax@4', 'Secret/@6'],
  ],
  'a broken item': [
    'items:\n- apiVersion: v1\n  kind: [\n- apiVersion: v1\n  kind: Secret\n',
    ['syntax@2', 'Secret/@4'],
  ],
  'templates between objects': [
    '{{- if .Values.a }}\napiVersion: v1\nkind: Secret\n{{- end }}\n---\napiVersion: v1\nkind: Secret\n---\nname: "{{ .Values.b }}"\n',
    ['template@1', 'Secret/@6', 'template@9'],
  ],
  'a template in a value': ['apiVersion: v1\nkind: Secret\nmetadata: {name: "{{ x }}"}\n', ['Secret/{{ x }}@1']],
  'braces that are no template': ['a: [{{\n', ['syntax@1']],
  'a Kustomization of kubectl, and one of Flux': [
    'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n---\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n',
    ['kustomization@1', 'Kustomization/@4'],
  ],
  'a brace alone': ['{', ['cut@1']],
  'no text': ['', []],
  spaces: [' \n\n\t', []],
  'a number': ['17', ['not-object@1']],
  'a program': ['\x7fELF\0\0\0', ['binary@1']],
};

describe.each(Object.entries(sources))('%s', (_, [text, expected]) => {
  test.each([1, 3, 7, 64, 1 << 20])('in chunks of %d', (size) => {
    const parts = read(text, size);
    // A chunk that has no zero byte yet says nothing of those after it.
    if (expected[0] === 'binary@1' && size < 8) return expect(parts.every(({ kind }) => kind === 'unread')).toBe(true);
    expect(short(parts)).toEqual(expected);
  });
});

test('a brace that comes alone, before megabytes, is the beginning of an object', () => {
  const text = new TextEncoder().encode(JSON.stringify({ ...map('a'), data: { a: 'x'.repeat(1 << 20) } }));
  const reader = sourceReader('');
  const parts = [...reader.push(text.subarray(0, 1)), ...reader.push(text.subarray(1)), ...reader.end()];
  expect(short(parts)).toEqual(['ConfigMap/a@1']);
});

test('every object is read as it is', () => {
  const text = JSON.stringify(list, null, 2);
  const objects = read(text, 100).flatMap((part) => (part.kind === 'object' ? [part] : []));
  expect(objects.map(({ value }) => value)).toEqual(list.items);
  expect(objects.map(({ bytes }) => bytes)).toEqual(
    list.items.map((item) => new TextEncoder().encode(JSON.stringify(item)).length),
  );
});

test('the exact value keeps what a double cannot, and names that every object inherits', () => {
  const text = '{"apiVersion":"v1","kind":"A","metadata":{"name":"a"},"n":9007199254740993,"__proto__":{"x":1.0}}';
  for (const each of [text, `---\n${text}`, `items:\n- ${text}\n`]) {
    const [object] = read(each);
    if (object?.kind !== 'object') throw new Error('not read');
    const value = exactValue(object.text);
    expect(isMap(value) && formatJson(value)).toContain('"n":9007199254740993');
    expect(Object.hasOwn(object.value, '__proto__')).toBe(true);
  }
});

test('UTF-16 and marks of byte order are understood', () => {
  const text = JSON.stringify(map('a'));
  const utf16 = new Uint8Array(
    Uint16Array.from([0xfeff, ...text].map((c) => (typeof c === 'string' ? c.charCodeAt(0) : c))).buffer,
  );
  expect(short(read(utf16, 5))).toEqual(['ConfigMap/a@1']);
  expect(short(read(`\ufeff${text}`, 2))).toEqual(['ConfigMap/a@1']);
});

test('an object that no cluster can store is passed over, and those after it are read', () => {
  const large = JSON.stringify({ ...map('large'), blob: 'x'.repeat(9_000_000) });
  expect(short(read(`${large}\n${JSON.stringify(map('b'))}`, 100_000))).toEqual(['too-large@1', 'ConfigMap/b@2']);
  const yaml = `apiVersion: v1\nkind: A\nblob: |\n${'  x\n'.repeat(2_500_000)}---\napiVersion: v1\nkind: B\n`;
  expect(short(read(yaml, 1_000_000))).toEqual(['too-large@1', 'B/@2500005']);
});

test('depth and aliases without end are one part that is not read', () => {
  const deep = `{"apiVersion":"v1","kind":"A","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const aliases = `apiVersion: v1\nkind: A\na: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghij'].map((name, at) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdefghij'[at]}`).join()}]`).join('\n')}\n`;
  expect(short(read(`${deep}\n{"apiVersion":"v1","kind":"B"}`)).at(-1)).toBe('B/@2');
  expect(short(read(`${aliases}---\napiVersion: v1\nkind: B\n`))).toEqual(['syntax@1', 'B/@14']);
});
