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
import { applyJsonPatch, equals, isMap, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { asTyped, merge, validationErrorsToString } from '@managed-fields/merge-engine/typed';
import { failsClosed } from '../policies/hooks.ts';
import { fromMatched, toMatched } from '../policies/versioned.ts';
import { reinvocationOf, requireAgain } from '../reinvocation.ts';
import type { WebhookEffect } from '../webhooks/effect.ts';
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

type Changed =
  | { readonly kind: 'changed'; readonly object: ValueMap }
  | { readonly kind: 'error'; readonly message: string };

/** Applies what a webhook answers to the object at the version that it matched, and converts it back. */
function changedBy(
  attributes: AdmissionAttributes,
  kind: ResourceVersion,
  effect: Extract<WebhookEffect, { kind: 'json-patch' | 'configuration' }>,
  object: ValueMap,
): Changed {
  const before = toMatched(attributes, kind, object);
  if (before.kind === 'unconverted') return { kind: 'error', message: before.message };
  const patched =
    effect.kind === 'json-patch'
      ? byPatch(effect.operations, before.object)
      : byConfiguration(effect.configuration, kind, before.object);
  if (patched.kind === 'error') return patched;
  const decoded = kind.decode(patched.object, 'json');
  if (decoded.kind === 'error') return { kind: 'error', message: decoded.message };
  const after = fromMatched(attributes, kind, kind.setDefaults(decoded.object));
  return after.kind === 'converted'
    ? { kind: 'changed', object: after.object }
    : { kind: 'error', message: after.message };
}

function byPatch(operations: Extract<WebhookEffect, { kind: 'json-patch' }>['operations'], object: ValueMap): Changed {
  const patched = applyJsonPatch(object, operations);
  if (patched.kind !== 'patched') return { kind: 'error', message: patched.message };
  return isMap(patched.value)
    ? { kind: 'changed', object: patched.value }
    : { kind: 'error', message: 'the patched object is not a map' };
}

/** Merges a configuration as an apply does, without owners. */
function byConfiguration(configuration: ValueMap, kind: ResourceVersion, object: ValueMap): Changed {
  const named = new Map(configuration).set('apiVersion', kind.apiVersion).set('kind', kind.resource.kind);
  const [live, typed] = [
    asTyped(object, kind.type, { allowDuplicates: true }),
    asTyped(named, kind.type, { allowDuplicates: false }),
  ];
  if (live.kind === 'invalid') return { kind: 'error', message: validationErrorsToString(live.errors) };
  if (typed.kind === 'invalid') return { kind: 'error', message: validationErrorsToString(typed.errors) };
  const merged = merge(live.typed, typed.typed);
  if (merged.kind === 'invalid') return { kind: 'error', message: validationErrorsToString(merged.errors) };
  const { value } = merged.typed;
  return isMap(value)
    ? { kind: 'changed', object: value }
    : { kind: 'error', message: 'the merged object is not a map' };
}
