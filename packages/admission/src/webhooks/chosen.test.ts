import { formatJson, mapFromJson } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import { withChosenOf } from './chosen.ts';

const object = (json: string) => mapFromJson(json) ?? new Map();

test.each<readonly [what: string, stored: string, played: string, sent: string, becomes: string]>([
  [
    'an address that nobody asked for',
    '{"apiVersion":"v1","kind":"Service","spec":{"clusterIP":"10.0.0.9","ports":[{"port":1,"nodePort":3}]}}',
    '{"spec":{"clusterIP":"10.96.0.1","ports":[{"port":1,"nodePort":4}]}}',
    '{"spec":{"ports":[{"port":1}]}}',
    '{"apiVersion":"v1","kind":"Service","spec":{"clusterIP":"10.96.0.1","ports":[{"port":1,"nodePort":4}]}}',
  ],
  [
    'one that was asked for',
    '{"apiVersion":"v1","kind":"Service","spec":{"clusterIP":"10.0.0.9"}}',
    '{"spec":{"clusterIP":"10.96.0.1"}}',
    '{"spec":{"clusterIP":"10.96.0.1"}}',
    '{"apiVersion":"v1","kind":"Service","spec":{"clusterIP":"10.0.0.9"}}',
  ],
  [
    'a node',
    '{"apiVersion":"v1","kind":"Pod","spec":{"nodeName":"n"}}',
    '{"spec":{}}',
    '{"spec":{}}',
    '{"apiVersion":"v1","kind":"Pod","spec":{}}',
  ],
  [
    'the volume of a token',
    '{"apiVersion":"v1","kind":"Pod","spec":{"volumes":[{"name":"kube-api-access-abcde"}]}}',
    '{"spec":{"volumes":[{"name":"kube-api-access-vwxyz"}]}}',
    '{}',
    '{"apiVersion":"v1","kind":"Pod","spec":{"volumes":[{"name":"kube-api-access-vwxyz"}]}}',
  ],
  [
    'a name that was made up',
    '{"kind":"Pod","metadata":{"generateName":"a-","name":"a-12345"}}',
    '{"metadata":{"name":"a-67890"}}',
    '{"metadata":{"generateName":"a-"}}',
    '{"kind":"Pod","metadata":{"generateName":"a-","name":"a-67890"}}',
  ],
  [
    'a revision',
    '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"annotations":{"deployment.kubernetes.io/revision":"1"}}}',
    '{"metadata":{}}',
    '{"metadata":{}}',
    '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{}}',
  ],
  [
    'a balanced address, the node port of its health check and those of ports of which one was asked for',
    '{"apiVersion":"v1","kind":"Service","spec":{"clusterIP":"a","clusterIPs":["a"],"healthCheckNodePort":1,"ports":[{"port":1,"nodePort":3},{"port":2,"nodePort":5},{"port":3,"nodePort":7}]}}',
    '{"spec":{"clusterIP":"b","clusterIPs":["b"],"healthCheckNodePort":2,"ports":[{"port":1,"nodePort":4},{"port":2,"nodePort":5}]}}',
    '{"spec":{"ports":[{"port":1},{"port":2,"nodePort":5}]}}',
    '{"apiVersion":"v1","kind":"Service","spec":{"clusterIP":"b","clusterIPs":["b"],"healthCheckNodePort":2,"ports":[{"port":1,"nodePort":4},{"port":2,"nodePort":5},{"port":3}]}}',
  ],
  [
    'ports where nobody sent or played any',
    '{"apiVersion":"v1","kind":"Service","spec":{"ports":[{"port":1,"nodePort":3},1]}}',
    '{"spec":{}}',
    '{"spec":{}}',
    '{"apiVersion":"v1","kind":"Service","spec":{"ports":[{"port":1},1]}}',
  ],
  [
    'the volume of a claim',
    '{"apiVersion":"v1","kind":"PersistentVolumeClaim","spec":{"volumeName":"a"}}',
    '{"spec":{"volumeName":"b"}}',
    '{"spec":{}}',
    '{"apiVersion":"v1","kind":"PersistentVolumeClaim","spec":{"volumeName":"b"}}',
  ],
  [
    'a spec that is no map',
    '{"apiVersion":"v1","kind":"Pod","spec":"a"}',
    '{"spec":{"nodeName":"n"}}',
    '{}',
    '{"apiVersion":"v1","kind":"Pod","spec":"a"}',
  ],
  [
    'a name that was sent beside a prefix',
    '{"kind":"Pod","metadata":{"generateName":"a-","name":"b"}}',
    '{"metadata":{"name":"c"}}',
    '{"metadata":{"generateName":"a-","name":"c"}}',
    '{"kind":"Pod","metadata":{"generateName":"a-","name":"b"}}',
  ],
  [
    'a revision beside another annotation',
    '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"annotations":{"a":"b","deployment.kubernetes.io/revision":"1"}}}',
    '{"metadata":{}}',
    '{"metadata":{}}',
    '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"annotations":{"a":"b"}}}',
  ],
  [
    'a revision where the annotations that were played are empty',
    '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"annotations":{"deployment.kubernetes.io/revision":"1"}}}',
    '{"metadata":{"annotations":{}}}',
    '{"metadata":{}}',
    '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"annotations":{}}}',
  ],
  [
    'the same kind of another group',
    '{"apiVersion":"example.com/v1","kind":"Service","spec":{"clusterIP":"a"}}',
    '{"spec":{"clusterIP":"b"}}',
    '{"spec":{}}',
    '{"apiVersion":"example.com/v1","kind":"Service","spec":{"clusterIP":"a"}}',
  ],
  [
    'a token that was mounted here alone',
    '{"apiVersion":"v1","kind":"Pod","spec":{"volumes":[{"name":"kube-api-access-abcde"}]}}',
    '{"spec":{}}',
    '{}',
    '{"apiVersion":"v1","kind":"Pod","spec":{"volumes":[{"name":"kube-api-access-abcde"}]}}',
  ],
  ['all else', '{"kind":"Other","spec":{"clusterIP":"a"}}', '{}', '{}', '{"kind":"Other","spec":{"clusterIP":"a"}}'],
])('%s', (_, stored, played, sent, becomes) => {
  expect(formatJson(withChosenOf(object(stored), object(played), object(sent)))).toBe(becomes);
});
