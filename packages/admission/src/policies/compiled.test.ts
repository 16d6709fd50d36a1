import { mapFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { compiledPolicy } from './compiled.ts';

const of = (spec: object) => compiledPolicy(mapFromPlain(spec), 36);

it('a policy sees parameters only where it names their kind', () => {
  const validations = [{ expression: 'params == null' }];
  expect(of({ validations }).validations[0]?.compiled).toMatchObject({
    message: expect.stringContaining("undeclared reference to 'params'"),
  });
  const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' };
  expect(of({ paramKind, validations }).validations[0]?.compiled.kind).not.toBe('error');
});

it('what a policy does not write is empty', () => {
  const { mutations, conditions, annotations, validations } = of({
    ...{ mutations: [{}], matchConditions: [{}], auditAnnotations: [{}], validations: [{}] },
  });
  expect([...mutations, ...conditions, ...annotations, ...validations].map(({ expression }) => expression)).toEqual([
    ...['', '', '', ''],
  ]);
  expect(validations[0]?.message).toBeUndefined();
});
