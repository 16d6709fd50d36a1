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
  ['all else', '{"kind":"Other","spec":{"clusterIP":"a"}}', '{}', '{}', '{"kind":"Other","spec":{"clusterIP":"a"}}'],
])('%s', (_, stored, played, sent, becomes) => {
  expect(formatJson(withChosenOf(object(stored), object(played), object(sent)))).toBe(becomes);
});
