import type { StepKind } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { mayBegin } from './skeleton-strip.tsx';
import { holdsWebhooks } from './webhook-strip.tsx';

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
