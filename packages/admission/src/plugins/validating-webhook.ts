import type { AdmissionPlugin } from '@managed-fields/api-server';
import { failsClosed } from '../policies/hooks.ts';
import { calledEffect, callOf, deniedBy, unreachable, type WebhookCall, webhooksFor } from '../webhooks/webhooks.ts';

/**
 * Refuses what validating webhooks refuse, as the reader says of them.
 * Upstream: apiserver pkg/admission/plugin/webhook/validating/dispatcher.go Dispatch.
 */
export const validatingAdmissionWebhook: AdmissionPlugin = {
  name: 'ValidatingAdmissionWebhook',
  plain: true,
  validate(attributes) {
    const calls: WebhookCall[] = [];
    // All are known before the first is called.
    for (const hook of webhooksFor(attributes, 'validating')) {
      const call = callOf(attributes, hook);
      if (call?.kind === 'refused') return call;
      if (call !== undefined) calls.push(call);
    }
    for (const call of calls) {
      const effect = calledEffect(attributes, call);
      if (effect?.kind === 'deny') return deniedBy(call.name, effect);
      if (effect?.kind === 'unreachable' && failsClosed(call.webhook)) return unreachable(attributes, call);
    }
    return undefined;
  },
};
