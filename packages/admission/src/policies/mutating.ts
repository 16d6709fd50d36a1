import { type AdmissionAttributes, isCustom, type ResourceVersion } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';
import { activationOf, type Inputs, mostOfConditions, mostOfExpressions } from './activation.ts';
import { applyConfiguration } from './apply-configuration.ts';
import type { CompiledMutation, CompiledPolicy } from './compiled.ts';
import { askConditions, type Condition } from './conditions.ts';
import { failsClosed, type PolicyHook } from './hooks.ts';
import { applyPatch, unknownConversion } from './json-patch.ts';
import { conditionMatch, type Match } from './matching.ts';
import { namespaceOfRequest } from './namespace.ts';
import { type Failed, patchFailed } from './patched.ts';
import { requestValue } from './request.ts';
import { seenTypes } from './seen-types.ts';

/** A policy that is asked about a request, by a binding and with its parameters. */
export interface Invocation {
  readonly hook: PolicyHook;
  readonly policy: CompiledPolicy;
  readonly binding: string;
  readonly match: Match;
  readonly params: ValueMap | undefined;
}

/** The object of a request as a policy sees it, at the version of its kind, and the one before the request. */
export interface Seen {
  /** Decoded; undefined for a delete. */
  readonly object: ValueMap;
  readonly old: ValueMap | undefined;
  /** Whether a mutation was applied, even one that changed nothing. */
  readonly dirty: boolean;
  /** Whether a match condition of any policy was asked about it. */
  readonly asked: boolean;
}

/** What the match conditions of an invocation say. Upstream: mutating/dispatcher.go dispatchInvocations. */
export function conditionOf(attributes: AdmissionAttributes, invocation: Invocation, seen: Seen): Condition {
  const { hook, policy, match, params } = invocation;
  // Most have none, and then nothing has to be made ready for them.
  if (policy.conditions.length === 0) return { kind: 'holds' };
  const inputs: Inputs = {
    object: shown(match.kind, seen.object),
    old: seen.old,
    request: requestValue(conditionMatch(match)),
    params,
    types: seenTypes(attributes, match.kind, params),
    namespace: undefined,
    authorizer: attributes,
  };
  const values = activationOf(policy, inputs, mostOfConditions);
  return askConditions(policy, values, failsClosed(hook.spec));
}

/** An object after a mutation, or why there is none. */
export type Mutated = { readonly kind: 'mutated'; readonly seen: Seen } | Failed;

/**
 * Evaluates one mutation and applies it. The result is decoded and defaulted.
 * Upstream: apiserver pkg/admission/plugin/policy/mutating/dispatcher.go dispatchOne.
 */
export function mutate(
  attributes: AdmissionAttributes,
  { policy, match, params }: Invocation,
  mutation: CompiledMutation,
  seen: Seen,
): Mutated {
  const { kind } = match;
  const object = shown(kind, seen.object);
  const inputs: Inputs = {
    object,
    old: seen.old,
    request: requestValue(match),
    params,
    types: seenTypes(attributes, kind, params, seen.asked),
    namespace: namespaceOfRequest(attributes),
    authorizer: attributes,
  };
  const values = activationOf(policy, inputs, mostOfExpressions);
  const patched =
    mutation.kind === 'configuration'
      ? applyConfiguration(mutation, values, kind, object, seen.dirty ? seen.object : undefined, attributes.cluster)
      : applyPatch(mutation, values, kind, object, attributes);
  if (patched.kind === 'failed') return patched;
  const { view } = attributes.endpoint;
  // The server cannot convert what a policy makes of a built-in kind at another version than that of the request.
  if (kind !== view && !isCustom(kind)) return patchFailed(unknownConversion(kind, view));
  return { kind: 'mutated', seen: { ...seen, object: patched.object, dirty: true } };
}

/** The object as expressions and patches see it: without what the encoder leaves out. */
function shown(kind: ResourceVersion, object: ValueMap): ValueMap {
  return kind.encode?.(object) ?? object;
}
