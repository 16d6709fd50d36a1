import {
  type AdmissionAttributes,
  type AdmissionPass,
  type AdmissionStep,
  type Admitted,
  forbiddenBy,
  internalError,
  type Refusal,
} from '@managed-fields/api-server';
import { equals, mapAt, metadataText, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { minorOf, withCauses } from '../attributes.ts';
import { reinvocationOf, requireAgain } from '../reinvocation.ts';
import { compiledPolicy } from './compiled.ts';
import { failsClosed, type PolicyHook } from './hooks.ts';
import { type Match, matchOf } from './matching.ts';
import { conditionOf, type Invocation, mutate, type Seen } from './mutating.ts';
import { collectParams, paramKindOf } from './params.ts';
import { fromMatched, toMatched } from './versioned.ts';

const name = 'MutatingAdmissionPolicy';

/**
 * Changes an object as policies say that are in force, or refuses the request.
 * Upstream: apiserver pkg/admission/plugin/policy/mutating/dispatcher.go, generic/policy_dispatcher.go Dispatch.
 */
export function askMutating(
  attributes: AdmissionAttributes,
  pass: AdmissionPass,
  object: ValueMap,
  hooks: readonly PolicyHook[],
): Admitted | Refusal | undefined {
  const errors: PolicyError[] = [];
  const invocations = hooks.flatMap((hook) => invocationsOf(attributes, hook, errors));
  const run = runAll(attributes, pass, object, invocations, errors);
  if (run?.kind === 'refused') return run;
  const refusing = errors.filter(({ hook }) => failsClosed(hook.spec));
  return refusing.length > 0 ? refusal(attributes, refusing) : run;
}

/** An error of a policy, and the binding that asked it, if one did. */
interface PolicyError {
  readonly hook: PolicyHook;
  readonly binding: string | undefined;
  readonly message: string;
  /** Empty where the error is in the configuration. */
  readonly reason: string;
}

function invocationsOf(attributes: AdmissionAttributes, hook: PolicyHook, errors: PolicyError[]): Invocation[] {
  const match = matchOf(attributes, mapAt(hook.spec, 'matchConstraints'));
  if (match === undefined) return [];
  const fail = (message: string, binding?: string) => {
    const what = binding === undefined ? 'policy' : 'binding';
    errors.push({ hook, binding, message: `failed to configure ${what}: ${message}`, reason: '' });
    return [];
  };
  const paramKind = paramKindOf(attributes, hook);
  if (paramKind.kind === 'error') return fail(paramKind.message);
  return hook.bindings.flatMap((binding): Invocation[] => {
    if (matchOf(attributes, mapAt(binding.spec, 'matchResources')) === undefined) return [];
    const collected = collectParams(attributes, paramKind, binding);
    if (collected.kind !== 'params') return fail(collected.message, binding.name);
    const policy = compiledPolicy(hook.spec, minorOf(attributes));
    return collected.params.map((params) => ({ hook, policy, binding: binding.name, match, params }));
  });
}

function keyOf({ hook, binding, params }: Invocation): string {
  const place = params && `${metadataText(params, 'namespace')}/${metadataText(params, 'name')}`;
  return `${hook.name}/${binding}/${place}`;
}

/** Upstream: mutating/dispatcher.go dispatchInvocations. */
function runAll(
  attributes: AdmissionAttributes,
  pass: AdmissionPass,
  object: ValueMap,
  invocations: readonly Invocation[],
  errors: PolicyError[],
): Admitted | Refusal | undefined {
  const memory = reinvocationOf(pass, name);
  if (pass.again && (memory.lastOutput === undefined || !equals(memory.lastOutput, object))) requireAgain(memory);
  memory.lastOutput = object;
  const views = new Map<unknown, Seen>();
  const steps: AdmissionStep[] = [];
  let last: ValueMap | undefined;
  for (const invocation of invocations) {
    const { hook, policy, binding, match } = invocation;
    const before = views.get(match.kind) ?? firstView(attributes, match, object);
    if (before === undefined) continue;
    const fail = (message: string) => errors.push({ hook, binding, message, reason: 'Invalid' });
    const condition = conditionOf(attributes, invocation, before);
    const asked = policy.conditions.length === 0 ? before : { ...before, asked: true };
    views.set(match.kind, asked);
    if (condition.kind === 'error') fail(condition.message);
    if (condition.kind !== 'holds') continue;
    const key = keyOf(invocation);
    if (pass.again && !memory.again.has(key)) continue;
    let seen: Seen = asked;
    for (const mutation of policy.mutations) {
      const mutated = mutate(attributes, invocation, mutation, seen);
      if (mutated.kind === 'mutated') seen = mutated.seen;
      else if (mutated.isInternal) return internalError(mutated.message);
      else fail(mutated.message);
    }
    views.set(match.kind, seen);
    if (stringAt(hook.spec, 'reinvocationPolicy') === 'IfNeeded') memory.invoked.add(key);
    if (!seen.dirty) continue;
    const after = fromMatched(attributes, match.kind, seen.object);
    if (after.kind === 'unconverted') return internalError(`failed to convert object: ${after.message}`);
    const from = last ?? object;
    if (!equals(from, after.object)) steps.push({ plugin: name, by: hook.name, before: from, after: after.object });
    last = after.object;
  }
  if (last === undefined) return undefined;
  requireAgain(memory);
  pass.runAgain();
  memory.lastOutput = last;
  return { kind: 'admitted', object: last, steps };
}

/** The object at the version of a kind before any mutation; undefined where it cannot be converted. */
function firstView(attributes: AdmissionAttributes, { kind }: Match, object: ValueMap): Seen | undefined {
  const own = toMatched(attributes, kind, object);
  const old = attributes.old && toMatched(attributes, kind, attributes.old);
  if (own.kind === 'unconverted' || old?.kind === 'unconverted') return undefined;
  return { object: own.object, old: old?.object, dirty: false, asked: false };
}

function textOf({ hook, binding, message }: PolicyError): string {
  const who = binding === undefined ? `policy "${hook.name}"` : `policy '${hook.name}' with binding '${binding}'`;
  return `${who} denied request: ${message}`;
}

/** The first error gives the message and the reason; the code stays that of a forbidden request. */
function refusal(attributes: AdmissionAttributes, errors: readonly PolicyError[]): Refusal {
  const messages = errors.map(textOf);
  const causes = messages.map((message) => new Map([['message', message]]));
  const reason = errors[0]?.reason ?? '';
  const fields = new Map([['message', messages[0] ?? '']]);
  return withCauses(forbiddenBy(attributes, ''), causes, reason === '' ? fields : fields.set('reason', reason));
}
