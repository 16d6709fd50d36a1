import type { ResourceVersion } from '@managed-fields/api-server';
import { applyJsonPatch, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { asTyped, merge, validationErrorsToString } from '@managed-fields/merge-engine/typed';
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
    : byConfiguration(effect.configuration, kind, object);
}

function byPatch(operations: readonly Value[], object: ValueMap): Changed {
  const patched = applyJsonPatch(object, operations);
  if (patched.kind !== 'patched') return { kind: 'error', message: patched.message };
  return isMap(patched.value)
    ? { kind: 'changed', object: patched.value }
    : { kind: 'error', message: 'the patched object is not a map' };
}

/** Merges a configuration as an apply does, without owners. */
function byConfiguration(configuration: ValueMap, kind: MergedKind, object: ValueMap): Changed {
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
