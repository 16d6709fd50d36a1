import { isMap, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { loadData } from '../bundled-data.ts';
import { goTypes } from './go-types.ts';
import { withinStruct } from './within-struct.ts';

const pod = goTypes(await loadData('v1.36'), 'v1.36').struct('io.k8s.api.core.v1.Pod');

function object(plain: unknown): ValueMap {
  const value = valueFromPlain(plain);
  if (!isMap(value)) throw new Error('no object');
  return value;
}

test('drops what a struct does not have, wherever it is', () => {
  if (pod === undefined) throw new Error('no Pod');
  const known = {
    metadata: { labels: { any: 'x' } },
    spec: { containers: [{ name: 'a', resources: { limits: { cpu: '1' } } }], overhead: { cpu: '1' } },
  };
  const more = {
    novelty: 1,
    metadata: { ...known.metadata, novelty: 1 },
    spec: { ...known.spec, containers: [{ ...known.spec.containers[0], novelty: { a: 1 } }] },
  };
  expect(withinStruct(object(more), pod)).toEqual(object(known));
  const same = object(known);
  expect(withinStruct(same, pod)).toBe(same);
});
