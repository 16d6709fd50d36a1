import { type AdmissionAttributes, forbiddenBy, type Refusal } from '@managed-fields/api-server';
import { listAt, mapAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { minorOf, withCauses } from '../attributes.ts';
import { activationOf, type Inputs, mostOfConditions } from './activation.ts';
import { compiledPolicy } from './compiled.ts';
import { askConditions } from './conditions.ts';
import { type Binding, failsClosed, type PolicyHook } from './hooks.ts';
import { conditionMatch, type Match, matchOf } from './matching.ts';
import { namespaceOfRequest } from './namespace.ts';
import { collectParams, paramKindOf } from './params.ts';
import { requestValue } from './request.ts';
import { seenTypes } from './seen-types.ts';
import { type Validated, validated } from './validating.ts';
import { toMatched } from './versioned.ts';

/** A denial with the binding that asked, if one did. */
interface Denied {
  readonly message: string;
  readonly reason: string;
}

/**
 * Asks policies that are in force. The first denial refuses the request.
 * Upstream: apiserver pkg/admission/plugin/policy/validating/dispatcher.go Dispatch.
 */
export function askValidating(attributes: AdmissionAttributes, hooks: readonly PolicyHook[]): Refusal | undefined {
  const [first] = hooks.flatMap((hook) => deniedBy(attributes, hook));
  return first && refusal(attributes, first);
}

function deniedBy(attributes: AdmissionAttributes, hook: PolicyHook): readonly Denied[] {
  const match = matchOf(attributes, mapAt(hook.spec, 'matchConstraints'));
  if (match === undefined) return [];
  const policyName = `ValidatingAdmissionPolicy '${hook.name}'`;
  const paramKind = paramKindOf(attributes, hook);
  if (paramKind.kind === 'error') {
    return configurationError(hook, policyName, `failed to configure policy: ${paramKind.message}`);
  }
  return hook.bindings.flatMap((binding) => {
    if (matchOf(attributes, mapAt(binding.spec, 'matchResources')) === undefined) return [];
    const bindingName = `${policyName} with binding '${binding.name}'`;
    const collected = collectParams(attributes, paramKind, binding);
    if (collected.kind !== 'params') {
      return configurationError(hook, bindingName, `failed to configure binding: ${collected.message}`);
    }
    return collected.params.flatMap((params) =>
      actOn(attributes, binding, bindingName, askPolicy(attributes, hook, match, params)),
    );
  });
}

function configurationError(hook: PolicyHook, who: string, message: string): readonly Denied[] {
  return failsClosed(hook.spec) ? [{ message: `${who} denied request: ${message}`, reason: '' }] : [];
}

const nothing: Validated = { denials: [], ofAnnotations: [] };

function askPolicy(
  attributes: AdmissionAttributes,
  { spec }: PolicyHook,
  match: Match,
  params: ValueMap | undefined,
): Validated {
  const policy = compiledPolicy(spec, minorOf(attributes));
  const strict = failsClosed(spec);
  const object = attributes.object && toMatched(attributes, match.kind, attributes.object);
  const old = attributes.old && toMatched(attributes, match.kind, attributes.old);
  if (object?.kind === 'unconverted') return unconverted(object.message, strict);
  if (old?.kind === 'unconverted') return unconverted(old.message, strict);
  const types = seenTypes(attributes, match.kind, params);
  const inputsWith = (asked: Match, namespace: ValueMap | undefined): Inputs => ({
    object: object?.object,
    old: old?.object,
    request: requestValue(asked),
    params,
    types,
    namespace,
    authorizer: attributes,
  });
  // Most have no conditions, and then nothing has to be made ready for them.
  if (policy.conditions.length > 0) {
    const conditions = activationOf(policy, inputsWith(conditionMatch(match), undefined), mostOfConditions);
    const condition = askConditions(policy, conditions, strict);
    if (condition.kind === 'error') return { denials: [{ message: condition.message, reason: '' }], ofAnnotations: [] };
    if (condition.kind === 'does-not-hold') return nothing;
  }
  return validated(policy, inputsWith(match, namespaceOfRequest(attributes)), strict);
}

function unconverted(why: string, strict: boolean): Validated {
  const message = `failed to configure binding: failed to convert object version: ${why}`;
  return strict ? { denials: [], ofAnnotations: [{ message, reason: '' }] } : nothing;
}

/** Refuses or warns, as the binding says. Audit leaves a note that no answer shows. */
function actOn(
  { warn }: AdmissionAttributes,
  { spec }: Binding,
  who: string,
  { denials, ofAnnotations }: Validated,
): readonly Denied[] {
  const actions = listAt(spec, 'validationActions') ?? [];
  const denied: Denied[] = [];
  for (const { message, reason } of denials) {
    for (const action of actions) {
      if (action === 'Deny') denied.push({ message: `${who} denied request: ${message}`, reason });
      if (action === 'Warn') warn(`Validation failed for ${who}: ${message}`);
    }
  }
  for (const { message, reason } of ofAnnotations) {
    denied.push({ message: `${who} denied request: ${message}`, reason });
  }
  return denied;
}

/** Those that a policy may name. Upstream: apiserver pkg/admission/plugin/policy/validating/policy_decision.go reasonToCode. */
const codes: ReadonlyMap<string, number> = new Map([
  ['Forbidden', 403],
  ['RequestEntityTooLarge', 413],
]);

function refusal(attributes: AdmissionAttributes, { message, reason: given }: Denied): Refusal {
  const forbidden = forbiddenBy(attributes, message);
  const reason = given || 'Invalid';
  const code = codes.get(reason) ?? 422;
  const fields = new Map<string, Value>([
    ['reason', reason],
    ['code', BigInt(code)],
  ]);
  return { ...withCauses(forbidden, [new Map([['message', message]])], fields), code };
}
