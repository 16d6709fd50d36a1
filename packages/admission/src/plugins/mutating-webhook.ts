import {
  type AdmissionAttributes,
  type AdmissionPass,
  type AdmissionPlugin,
  type AdmissionStep,
  type Admitted,
  catalogOf,
  internalError,
  isCustom,
  type Refusal,
  type ResourceVersion,
  untyped,
  whyNotRead,
} from '@managed-fields/api-server';
import { equals, quote, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { failsClosed } from '../policies/hooks.ts';
import { fromMatched, toMatched } from '../policies/versioned.ts';
import { reinvocationOf, requireAgain } from '../reinvocation.ts';
import { applyEffect, type Changed, type ChangingEffect } from '../webhooks/apply-effect.ts';
import { calledEffect, callOf, deniedBy, unreachable, type Webhook, webhooksFor } from '../webhooks/webhooks.ts';

const name = 'MutatingAdmissionWebhook';

/**
 * Changes objects as mutating webhooks do, as the reader says of them. What one changes has no other owner than before.
 * Upstream: apiserver pkg/admission/plugin/webhook/mutating/dispatcher.go Dispatch.
 */
export const mutatingAdmissionWebhook: AdmissionPlugin = {
  name,
  plain: true,
  admit(attributes, pass) {
    const hooks = webhooksFor(attributes, 'mutating');
    return hooks.length === 0 ? undefined : callAll(attributes, pass, hooks);
  },
};

function callAll(
  attributes: AdmissionAttributes,
  pass: AdmissionPass,
  hooks: readonly Webhook[],
): Admitted | Refusal | undefined {
  const memory = reinvocationOf(pass, name);
  if (pass.again && !equals(memory.lastOutput ?? null, attributes.object ?? null)) requireAgain(memory);
  const steps: AdmissionStep[] = [];
  // Each sees, and is chosen by, what the ones before it made.
  let seen = attributes;
  for (const hook of hooks) {
    const call = callOf(seen, hook);
    if (call?.kind === 'refused') return call;
    if (call === undefined || (pass.again && !memory.again.has(hook.key))) continue;
    const effect = calledEffect(attributes, call);
    if (effect === undefined) continue;
    if (effect.kind === 'deny') return deniedBy(call.name, effect);
    if (effect.kind === 'unreachable') {
      if (failsClosed(call.webhook)) return unreachable(attributes, call);
      continue;
    }
    const { object } = seen;
    if (object === undefined) {
      if (isPatch(effect)) return internalError(`admission webhook ${quote(call.name)} ${nothingToModify}`);
      continue;
    }
    const changed = changedBy(attributes, call.match.kind, effect, object);
    if (changed.kind === 'refused') return changed;
    if (!equals(changed.object, object)) {
      steps.push({ plugin: name, by: call.name, before: object, after: changed.object });
      seen = { ...attributes, object: changed.object };
      requireAgain(memory);
      pass.runAgain();
    }
    if (stringAt(call.webhook, 'reinvocationPolicy') === 'IfNeeded') memory.invoked.add(hook.key);
  }
  memory.lastOutput = seen.object;
  return seen.object && { kind: 'admitted', object: seen.object, steps };
}

const nothingToModify = 'attempted to modify the object, which is not supported for this operation';

/** Whether a webhook answers with a patch where there is no object; a configuration is one of what there is. */
function isPatch(effect: ChangingEffect): boolean {
  return effect.kind === 'json-patch' && effect.operations.length > 0;
}

/** Applies what a webhook answers to the object at the version that it matched, and converts it back. */
function changedBy(
  attributes: AdmissionAttributes,
  kind: ResourceVersion,
  effect: ChangingEffect,
  object: ValueMap,
): Extract<Changed, { kind: 'changed' }> | Refusal {
  const before = toMatched(attributes, kind, object);
  if (before.kind === 'unconverted') return internalError(before.message);
  const patched = applyEffect(effect, kind, before.object);
  if (patched.kind === 'error') return internalError(patched.message);
  const named = isCustom(kind) ? patched : withKind(attributes, kind, patched.object);
  if (named.kind === 'refused') return named;
  const decoded = kind.decode(named.object, 'json');
  if (decoded.kind === 'error') return internalError(decoded.message);
  const after = fromMatched(attributes, kind, kind.setDefaults(decoded.object));
  return after.kind === 'converted' ? { kind: 'changed', object: after.object } : internalError(after.message);
}

/**
 * A patched object with the names of its kind, which the patch may have removed; it may have made no other kind of it.
 * Upstream: apimachinery pkg/runtime/serializer/json/json.go Decode.
 */
function withKind(
  { cluster }: AdmissionAttributes,
  kind: ResourceVersion,
  object: ValueMap,
): Extract<Changed, { kind: 'changed' }> | Refusal {
  const own = { apiVersion: kind.apiVersion, kind: kind.resource.kind };
  const apiVersion = stringAt(object, 'apiVersion') || own.apiVersion;
  const named = stringAt(object, 'kind') || own.kind;
  if (apiVersion === own.apiVersion && named === own.kind) {
    return { kind: 'changed', object: new Map(object).set('apiVersion', apiVersion).set('kind', named) };
  }
  const catalog = catalogOf(cluster);
  const why = whyNotRead(catalog, kind, apiVersion, named);
  return catalog.findKind(apiVersion, named) === undefined ? internalError(why) : untyped(why);
}
