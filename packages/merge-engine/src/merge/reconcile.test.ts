import { describe, expect, it } from 'vitest';
import { fieldElement } from '../fieldpath/element.ts';
import { setOf } from '../fieldpath/set.ts';
import { schemaFromOpenApi } from '../schema/openapi.ts';
import { reconcileFieldSet } from '../typed/reconcile.ts';
import { valueFromPlain } from '../value/json.ts';
import { isMap, type Value } from '../value/value.ts';
import { sameVersion } from './converter.ts';
import { update } from './update.ts';

const plain = valueFromPlain({
  type: 'object',
  properties: { x: { $ref: '#/components/schemas/Gone' }, y: { type: 'string' } },
});
const type = isMap(plain) ? schemaFromOpenApi(new Map([['T', plain]])).type('T') : undefined;
if (type === undefined) throw new Error('T is a type');
const set = setOf([fieldElement('x'), fieldElement('a')]);

/** Upstream refuses as well; its words hold an address in memory. */
describe('a type that refers to nothing', () => {
  it('is not reconciled with', () => {
    expect(reconcileFieldSet(set, type).kind).toBe('invalid');
  });

  it('stops a write, as its owner cannot be reconciled', () => {
    const object = (y: string) => ({ value: new Map<string, Value>([['y', y]]), type });
    const updated = update({
      live: object('a'),
      next: object('b'),
      version: 'v1',
      managers: new Map([['a', { set, apiVersion: 'v1', applied: true }]]),
      manager: 'b',
      converter: sameVersion,
      ignored: () => undefined,
    });
    expect(updated.kind === 'error' ? updated.message : '').toMatch(/^errors reconciling field set with schema: /);
  });
});
