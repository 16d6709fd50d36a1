import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { deducedType, mapFromPlain, pathsOf, pathToString } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { compareStates } from './compare-states.ts';

const catalog = await loadKubernetesTypes();
const type = catalog.findKind('v1', 'Service')?.type ?? deducedType;
const service = (spec: object) => mapFromPlain({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec });

test.each([
  [
    'by the type of their kind',
    { ports: [{ port: 80, name: 'a' }] },
    type,
    ['.spec.ports[port=80,protocol="TCP"].name'],
  ],
  ['as their values are, where one of them does not fit that type', { ports: ['a'] }, deducedType, ['.spec.ports']],
])('two states are compared %s', (_, spec, by, modified) => {
  const compared = compareStates(service({ ports: [{ port: 80, name: 'b' }] }), service(spec), type);
  expect(compared?.type).toBe(by);
  expect(compared && pathsOf(compared.comparison.modified).map(pathToString)).toEqual(modified);
});
