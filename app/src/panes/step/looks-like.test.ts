import { expect, test } from 'vitest';
import { looksLike } from './looks-like.ts';

test.each([
  ['PATCH /apis/apps/v1/namespaces/a/deployments/b HTTP/1.1\n', 'http'],
  ["curl -X PATCH localhost/api/v1'", 'curl'],
  ['$ kubectl apply -f x', 'kubectl'],
  ['cat x | kubectl apply -f -', 'kubectl'],
  ['error: Apply failed with 1 conflict: …', 'error'],
  ['Error from server (NotFound): …', 'error'],
  ['apiVersion: v1\nkind: List\nitems: []\n', 'list'],
  ['apiVersion: apps/v1\nitems: []\nkind: DeploymentList\n', 'list'],
  ['{"apiVersion": "v1", "kind": "List", "items": []}', 'list'],
  ['a: 1\n---\nb: 2\n', 'documents'],
  ['a: 1\n---\n', undefined],
  ['---\na: 1\n', undefined],
  ['apiVersion: v1\nkind: ConfigMap\ndata:\n  x: |\n    kubectl get\n', undefined],
  ['spec:\n  replicas: 3\n', undefined],
  ['', undefined],
])('%j looks like %s', (text, likeness) => {
  expect(looksLike(text)).toBe(likeness);
});
