import { webhookEffect } from '@managed-fields/api-server';
import { mapOf } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { effectOf } from './effect.ts';

const said = (text: string) =>
  effectOf(mapOf({ metadata: mapOf({ annotations: mapOf({ [`${webhookEffect}a.b.c`]: text }) }) }), 'a.b.c');

test.each([
  ['[]', { kind: 'json-patch', operations: [] }],
  ['{"metadata": {}}', { kind: 'configuration' }],
  ['{"deny": "no"}', { kind: 'deny', message: 'no', code: 403n }],
  ['{"deny": "no", "code": 422}', { kind: 'deny', message: 'no', code: 422n }],
  ['{"deny": "no", "code": 400}', { kind: 'deny', message: 'no', code: 400n }],
  ['{"deny": "no", "code": 200}', { kind: 'deny', message: 'no', code: 403n }],
  ['{"deny": "no", "code": "422"}', { kind: 'deny', message: 'no', code: 403n }],
  ['unreachable', { kind: 'unreachable' }],
  [' unreachable\n', { kind: 'unreachable' }],
  ['"unreachable"', { kind: 'unreachable' }],
])('%s is read', (text, effect) => expect(said(text)).toMatchObject(effect));

test.each(['', '{', '1', 'null', '"else"', '[1]', '[{}, null]'])('%j says nothing', (text) =>
  expect(said(text)).toBeUndefined(),
);

test('a webhook of another name, and a configuration without annotations, say nothing', () => {
  expect(effectOf(mapOf({ metadata: mapOf({}) }), 'a.b.c')).toBeUndefined();
});
