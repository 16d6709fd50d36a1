import type { AdmissionPlugin } from '@managed-fields/api-server';
import { failsClosed } from '../policies/hooks.ts';
import { callsFor, deniedBy, unreachable } from '../webhooks/webhooks.ts';

/**
 * Refuses what validating webhooks refuse, as the reader says of them.
 * Upstream: apiserver pkg/admission/plugin/webhook/validating/dispatcher.go Dispatch.
 */
export const validatingAdmissionWebhook: AdmissionPlugin = {
  name: 'ValidatingAdmissionWebhook',
  plain: true,
  validate(attributes) {
    const calls = callsFor(attributes, 'validating');
    if ('kind' in calls) return calls;
    for (const call of calls) {
      const { effect, name, webhook } = call;
      if (effect.kind === 'deny') return deniedBy(name, effect);
      if (effect.kind === 'unreachable' && failsClosed(webhook)) return unreachable(attributes, call);
    }
    return undefined;
  },
};
