import { parseJson, type Value } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { placeOfPath } from './path-text.ts';

function json(text: string): Value {
  const parsed = parseJson(text);
  if (parsed.kind === 'error') throw new Error(parsed.message);
  return parsed.value;
}

const object = json(`{
  "metadata": {"labels": {"app": "a", "app.kubernetes.io/name": "b", "app.kubernetes": {"io/name": {"deep": 1}}}},
  "spec": {
    "replicas": 3,
    "containers": [{"name": "a]b", "image": "x"}, {"name": "web", "ports": [{"containerPort": 80}, {"containerPort": 80, "protocol": "UDP"}]}],
    "finalizers": ["x", "y"]
  }
}`);

test.each<readonly [path: string, place: readonly (string | number)[], whole: boolean]>([
  ['', [], true],
  ['.spec.replicas', ['spec', 'replicas'], true],
  ['spec.replicas', ['spec', 'replicas'], true],
  ['.metadata.labels.app.kubernetes.io/name', ['metadata', 'labels', 'app.kubernetes.io/name'], true],
  ['.metadata.labels.app.kubernetes.io/name.deep', ['metadata', 'labels', 'app.kubernetes', 'io/name', 'deep'], true],
  ['.spec.containers[name="a]b"].image', ['spec', 'containers', 0, 'image'], true],
  ['.spec.containers[name="web"].image', ['spec', 'containers', 1], false],
  ['.spec.containers[1].ports[0]', ['spec', 'containers', 1, 'ports', 0], true],
  ['.spec.containers[name="web"].ports[containerPort=80,protocol="TCP"]', ['spec', 'containers', 1, 'ports', 0], true],
  ['.spec.containers[name="web"].ports[containerPort=80,protocol="UDP"]', ['spec', 'containers', 1, 'ports', 1], true],
  ['.spec.finalizers[="y"]', ['spec', 'finalizers', 1], true],
  ['.spec.finalizers[="z"]', ['spec', 'finalizers'], false],
  ['.spec.replica', ['spec'], false],
  ['.spec.replicas.deep', ['spec', 'replicas'], false],
  ['.spec.containers[9]', ['spec', 'containers'], false],
  ['.spec.containers[broken', ['spec', 'containers'], false],
])('%s is at %j', (path, place, whole) => {
  expect(placeOfPath(object, path)).toEqual({ place, whole });
});
