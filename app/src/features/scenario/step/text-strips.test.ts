import type { StepKind } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { holdsWebhooks, looksLike, mayBegin } from './text-strips.tsx';

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
  ['apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Pod\nkind: List\nmetadata:\n  resourceVersion: ""\n', 'list'],
  [`apiVersion: v1\nitems:\n${'- kind: Pod\n'.repeat(1000)}kind: List\nmetadata:\n  resourceVersion: ""\n`, 'list'],
  [
    `{\n    "apiVersion": "v1",\n    "items": [\n${'        {"kind": "Pod"},\n'.repeat(500)}    ],\n    "kind": "List",\n    "metadata": {\n        "resourceVersion": ""\n    }\n}\n`,
    'list',
  ],
  ['Error: UPGRADE FAILED: conflict occurred while applying object shop/web apps/v1, Kind=Deployment: …', 'error'],
  ['one or more objects failed to apply, reason: error when patching "/dev/shm/1": Apply failed with …', 'error'],
  ['Deployment/shop/web dry-run failed (Conflict): Apply failed with 1 conflict: …', 'error'],
  ['╷\n│ Error: There was a field manager conflict when trying to apply the manifest for "shop/web"\n', 'error'],
  ['cannot compose resources: cannot apply composed resource "db": Apply failed with 1 conflict: …', 'error'],
  ['{"level":"error","ts":"…","msg":"Reconciler error","error":"Apply failed with 1 conflict: …"}', 'error'],
  ['2026-11-21T10:00:00Z  $ kubectl apply …\n2026-11-21T10:00:01Z  error: Apply failed with 1 conflict: …', 'error'],
  ['{"kind":"Status","apiVersion":"v1","status":"Failure","message":"Apply failed …","code":409}', 'error'],
  ['apiVersion: v1\nkind: ConfigMap\ndata:\n  log: |\n    error: Apply failed with 1 conflict: …\n', undefined],
  ['{"apiVersion": "v1", "kind": "ConfigMap", "data": {"level": "error"}}', undefined],
  ['a: 1\n---\nb: 2\n', 'documents'],
  ['a: 1\n---\n', undefined],
  ['---\na: 1\n', undefined],
  ['apiVersion: v1\nkind: ConfigMap\ndata:\n  x: |\n    kubectl get\n', undefined],
  ['spec:\n  replicas: 3\n', undefined],
  ['', undefined],
])('%j looks like %s', (text, likeness) => {
  expect(looksLike(text)).toBe(likeness);
});

test.each<readonly [kind: StepKind, text: string, may: boolean]>([
  ['apply', '', true],
  ['create', ' \n', true],
  ['live', '', false],
  ['kubectl', '', false],
  ['apply', 'kind: MutatingAdmissionPolicy\n', true],
  ['update', 'apiVersion: a/v1\nkind: "ValidatingWebhookConfiguration"\nmetadata:\n  name: a\n', true],
  ['apply', 'kind: MutatingAdmissionPolicy\nspec:\n', false],
  ['apply', 'kind: ValidatingWebhookConfiguration\nwebhooks: []\n', false],
  ['apply', 'kind: Deployment\n', false],
  ['apply', `kind: MutatingAdmissionPolicy\n${'# x\n'.repeat(300)}`, false],
])('%s %j', (kind, text, may) => expect(mayBegin({ kind, text })).toBe(may));

test.each([
  ['kind: MutatingWebhookConfiguration\nwebhooks: []\n', true],
  ['{"kind": "MutatingWebhookConfiguration"}', true],
  ['kind: ValidatingWebhookConfiguration\n', false],
  ['kind: ConfigMap\ndata: {a: MutatingWebhookConfiguration}\n', false],
  ['', false],
])('%j holds webhooks: %s', (text, holds) => expect(holdsWebhooks(text)).toBe(holds));
