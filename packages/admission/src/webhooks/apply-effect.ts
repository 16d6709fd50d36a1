import { noObject, type ResourceVersion } from '@managed-fields/api-server';
import { applyJsonPatch, isMap, type ValueMap } from '@managed-fields/merge-engine';
import { asTyped, merge, type ValidationError, validationErrorsToString } from '@managed-fields/merge-engine/typed';
import type { WebhookEffect } from './effect.ts';

/** An object that a webhook changed, before it is decoded, or why it could not. */
export type Changed =
  | { readonly kind: 'changed'; readonly object: ValueMap }
  | { readonly kind: 'error'; readonly message: string };

/** An effect that changes objects. */
export type ChangingEffect = Extract<WebhookEffect, { kind: 'json-patch' | 'configuration' }>;

/** What of a kind a configuration needs. */
export type MergedKind = Pick<ResourceVersion, 'apiVersion' | 'type'> & {
  readonly resource: Pick<ResourceVersion['resource'], 'kind'>;
};

/** Applies what a webhook does to an object at the version of its kind. */
export function applyEffect(effect: ChangingEffect, kind: MergedKind, object: ValueMap): Changed {
  return effect.kind === 'json-patch'
    ? byPatch(effect.operations, object)
    : mergeConfiguration(effect.configuration, kind, object);
}

/** Upstream: apiserver pkg/admission/plugin/webhook/mutating/dispatcher.go callAttrMutatingHook. */
function byPatch(operations: readonly ValueMap[], object: ValueMap): Changed {
  const patched = applyJsonPatch(object, operations);
  if (patched.kind === 'failed') return { kind: 'error', message: patched.message };
  return isMap(patched.value)
    ? { kind: 'changed', object: patched.value }
    : { kind: 'error', message: noObject(patched.value) };
}

/** Merges a configuration as an apply does, without owners. */
export function mergeConfiguration(configuration: ValueMap, kind: MergedKind, object: ValueMap): Changed {
  const named = new Map(configuration).set('apiVersion', kind.apiVersion).set('kind', kind.resource.kind);
  const live = asTyped(object, kind.type, { allowDuplicates: true });
  if (live.kind === 'invalid') return invalid(live);
  const typed = asTyped(named, kind.type, { allowDuplicates: false });
  if (typed.kind === 'invalid') return invalid(typed);
  const merged = merge(live.typed, typed.typed);
  return merged.kind === 'invalid' ? invalid(merged) : { kind: 'changed', object: merged.typed.value as ValueMap };
}

function invalid({ errors }: { readonly errors: readonly ValidationError[] }): Changed {
  return { kind: 'error', message: validationErrorsToString(errors) };
}
