import {
  type AdmissionAttributes,
  type AdmissionPass,
  type AdmissionPlugin,
  type AdmissionStep,
  type Admitted,
  internalError,
  type Refusal,
  type ResourceVersion,
} from '@managed-fields/api-server';
import { equals, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { failsClosed } from '../policies/hooks.ts';
import { fromMatched, toMatched } from '../policies/versioned.ts';
import { reinvocationOf, requireAgain } from '../reinvocation.ts';
import { applyEffect, type Changed, type ChangingEffect } from '../webhooks/apply-effect.ts';
import { callsFor, deniedBy, unreachable, type WebhookCall } from '../webhooks/webhooks.ts';

const name = 'MutatingAdmissionWebhook';

/**
 * Changes objects as mutating webhooks do, as the reader says of them. What one changes has no other owner than before.
 * Upstream: apiserver pkg/admission/plugin/webhook/mutating/dispatcher.go Dispatch.
 */
export const mutatingAdmissionWebhook: AdmissionPlugin = {
  name,
  plain: true,
  admit(attributes, pass) {
    const { object } = attributes;
    const calls = callsFor(attributes, 'mutating');
    if ('kind' in calls) return calls;
    return object === undefined || calls.length === 0 ? undefined : callAll(attributes, pass, object, calls);
  },
};

function callAll(
  attributes: AdmissionAttributes,
  pass: AdmissionPass,
  object: ValueMap,
  calls: readonly WebhookCall[],
): Admitted | Refusal {
  const memory = reinvocationOf(pass, name);
  if (pass.again && (memory.lastOutput === undefined || !equals(memory.lastOutput, object))) requireAgain(memory);
  const steps: AdmissionStep[] = [];
  let seen = object;
  for (const call of calls) {
    const { effect, key, webhook } = call;
    if (pass.again && !memory.again.has(key)) continue;
    if (effect.kind === 'deny') return deniedBy(call.name, effect);
    if (effect.kind === 'unreachable') {
      if (failsClosed(webhook)) return unreachable(attributes, call);
      continue;
    }
    const changed = changedBy(attributes, call.match.kind, effect, seen);
    if (changed.kind === 'error') return internalError(changed.message);
    if (!equals(changed.object, seen)) {
      steps.push({ plugin: name, by: call.name, before: seen, after: changed.object });
      seen = changed.object;
      requireAgain(memory);
      pass.runAgain();
    }
    if (stringAt(webhook, 'reinvocationPolicy') === 'IfNeeded') memory.invoked.add(key);
  }
  memory.lastOutput = seen;
  return { kind: 'admitted', object: seen, steps };
}

/** Applies what a webhook answers to the object at the version that it matched, and converts it back. */
function changedBy(
  attributes: AdmissionAttributes,
  kind: ResourceVersion,
  effect: ChangingEffect,
  object: ValueMap,
): Changed {
  const before = toMatched(attributes, kind, object);
  if (before.kind === 'unconverted') return { kind: 'error', message: before.message };
  const patched = applyEffect(effect, kind, before.object);
  if (patched.kind === 'error') return patched;
  const decoded = kind.decode(patched.object, 'json');
  if (decoded.kind === 'error') return { kind: 'error', message: decoded.message };
  const after = fromMatched(attributes, kind, kind.setDefaults(decoded.object));
  return after.kind === 'converted'
    ? { kind: 'changed', object: after.object }
    : { kind: 'error', message: after.message };
}
