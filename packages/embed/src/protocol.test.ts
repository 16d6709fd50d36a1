import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isHandshake,
  nonceFragment,
  posted,
  readChildMessage,
  readNonce,
  readParentMessage,
  readSettings,
} from './protocol.ts';

describe('reads what the other side posts', () => {
  test.each([
    { kind: 'load', scenario: { version: 1, steps: [] } },
    { kind: 'load', file: 'version: 1\n' },
    { kind: 'load', fragment: 's/1d.abc.def' },
    { kind: 'load', example: 'first-configmap' },
    { kind: 'set', step: 3, view: 'table', theme: 'dark', focus: '.spec.replicas', manager: '', lang: 'zh-CN' },
    { kind: 'set', controls: 'min', editable: false, height: 'auto' },
    { kind: 'get', id: 7 },
  ] as const)('host: $kind', (message) => {
    expect(readParentMessage(structuredClone(posted(message)))).toEqual({ kind: 'message', message });
  });

  test.each([
    { kind: 'ready' },
    { kind: 'resize', height: 320 },
    { kind: 'state', step: 2, steps: 3, outcome: 'conflict', view: 'object' },
    { kind: 'state', step: 0, steps: 0, outcome: '', view: 'object' },
    { kind: 'title', title: 'One <manager>' },
    { kind: 'select', path: '.spec.containers[name="a"]' },
    { kind: 'error', code: 'cut-off', message: 'This link was cut off.' },
    { kind: 'error', id: 1, code: 'too-long', message: '' },
    { kind: 'scenario', id: 7, fragment: 's/1d.abc.def' },
  ] as const)('frame: $kind', (message) => {
    expect(readChildMessage(structuredClone(posted(message)))).toEqual({
      kind: 'message',
      message: { v: 1, ...message },
    });
  });
});

test('leaves out what a message of the host has beside its fields', () => {
  const more = { v: 1, kind: 'set', step: 2, text: 'x' };
  expect(readParentMessage(more)).toEqual({ kind: 'message', message: { kind: 'set', step: 2 } });
});

test.each([
  ['nothing', undefined, 'malformed'],
  ['a text', 'load', 'malformed'],
  ['a list', [1], 'malformed'],
  ['no version', { kind: 'get', id: 1 }, 'malformed'],
  ['version 0', { v: 0, kind: 'get', id: 1 }, 'malformed'],
  ['a newer version', { v: 2, kind: 'get', id: 1 }, 'newer-version'],
  ['an unknown kind', { v: 1, kind: 'drop' }, 'unknown-kind'],
  ['a kind of every object', { v: 1, kind: 'constructor' }, 'unknown-kind'],
  ['a kind that is no text', { v: 1, kind: ['get'], id: 1 }, 'unknown-kind'],
  ['nothing to load', { v: 1, kind: 'load' }, 'malformed'],
  ['two things to load', { v: 1, kind: 'load', example: 'a', fragment: 'b' }, 'malformed'],
  ['a scenario that is a text', { v: 1, kind: 'load', scenario: 'version: 1' }, 'malformed'],
  ['a path for an example', { v: 1, kind: 'load', example: '../a' }, 'malformed'],
  ['a file over the ceiling', { v: 1, kind: 'load', file: ' '.repeat(1_500_001) }, 'malformed'],
  ['get without an id', { v: 1, kind: 'get' }, 'malformed'],
] as const)('refuses from the host: %s', (_, data, code) => {
  expect(readParentMessage(data)).toEqual({ kind: 'refused', code });
});

test.each([
  ['a height that is no number', { v: 1, kind: 'resize', height: '320' }],
  ['a height below nothing', { v: 1, kind: 'resize', height: -1 }],
  ['a height beyond reason', { v: 1, kind: 'resize', height: 1e9 }],
  ['half a pixel', { v: 1, kind: 'resize', height: 0.5 }],
  ['markup for a view', { v: 1, kind: 'state', step: 1, steps: 1, outcome: 'created', view: '<b>' }],
  ['markup for an outcome', { v: 1, kind: 'state', step: 1, steps: 1, outcome: '<b>', view: 'object' }],
  ['a title that is no text', { v: 1, kind: 'title', title: {} }],
  ['a path that is no text', { v: 1, kind: 'select', path: {} }],
  ['a fragment without an id', { v: 1, kind: 'scenario', fragment: '' }],
])('refuses from the frame: %s', (_, data) => {
  expect(readChildMessage(data)).toEqual({ kind: 'refused', code: 'malformed' });
});

test('reads settings as they stand in an address and in attributes', () => {
  const address = 'step=3&view=conflict&theme=dark&focus=.spec&manager=hpa&controls=none&editable=&height=400&lang=uk';
  expect(readSettings(Object.fromEntries(new URLSearchParams(address)))).toEqual({
    step: 3,
    view: 'conflict',
    theme: 'dark',
    focus: '.spec',
    manager: 'hpa',
    controls: 'none',
    editable: true,
    height: 400,
    lang: 'uk',
  });
  const wrong = 'step=0&view=all&theme=blue&controls=some&height=-4&lang=<b>&other=1';
  expect(readSettings(Object.fromEntries(new URLSearchParams(wrong)))).toEqual({});
  expect(readSettings({ step: 1.5, editable: 'false', height: 'auto' })).toEqual({ editable: false, height: 'auto' });
});

test('tells a handshake from what else windows post', () => {
  expect(isHandshake({ managedFields: 'hello', v: 1 }, 'hello')).toBe(true);
  for (const other of [null, 'hello', { managedFields: 'hello' }, { managedFields: 'hello', v: 2 }, { v: 1 }]) {
    expect(isHandshake(other, 'hello')).toBe(false);
  }
  expect(isHandshake({ managedFields: 'hello', v: 1 }, 'port')).toBe(false);
});

test.each([
  ['', undefined, ''],
  ['#', undefined, ''],
  ['#x/first-configmap@2', undefined, 'x/first-configmap@2'],
  ['#nonce', undefined, 'nonce'],
  ['#nonce=&x/a', undefined, 'nonce=&x/a'],
  [`#${nonceFragment('1-2-3')}`, '1-2-3', ''],
  [`#${nonceFragment('1-2-3', 's/1d.abc.def')}`, '1-2-3', 's/1d.abc.def'],
  [nonceFragment('1-2-3', 'nonce=4&x/a'), '1-2-3', 'nonce=4&x/a'],
])('reads the nonce of %j', (fragment, nonce, shown) => {
  expect(readNonce(fragment)).toEqual({ nonce, shown });
});

test('nothing that is posted makes a reader throw', () => {
  const kinds = fc.constantFrom(
    'load',
    'set',
    'get',
    'ready',
    'resize',
    'state',
    'title',
    'select',
    'error',
    'scenario',
  );
  const data = fc.oneof(
    fc.anything(),
    fc.tuple(kinds, fc.object()).map(([kind, fields]) => ({ ...fields, v: 1, kind })),
  );
  fc.assert(
    fc.property(data, (any) => {
      for (const read of [readParentMessage(any), readChildMessage(any)]) {
        if (read.kind === 'message') expect(any).toMatchObject({ kind: read.message.kind });
      }
    }),
  );
});
