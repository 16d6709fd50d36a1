import { type CelValue, isCelList, isCelMap, typeName } from '@managed-fields/api-server/cel';
import { byteLength, stringAt } from '@managed-fields/merge-engine';
import { activationOf, type Evaluated, evaluated, type Inputs, mostOfExpressions } from './activation.ts';
import type { CompiledExpression, CompiledPolicy, CompiledValidation } from './compiled.ts';

/** A validation that does not hold, or an error that counts as one. */
export interface Denial {
  readonly message: string;
  /** Empty for an error. */
  readonly reason: string;
}

/** What the validations of a policy come to; the denials of audit annotations count whatever the binding says. */
export interface Validated {
  readonly denials: readonly Denial[];
  readonly ofAnnotations: readonly Denial[];
}

/**
 * Asks the validations of a policy, what they say, held or not, and its audit annotations. What is said does not see the
 * authorizer, and may cost what the validations left; the annotations are counted apart.
 * Upstream: apiserver pkg/admission/plugin/policy/validating/validator.go Validate.
 */
export function validated(policy: CompiledPolicy, inputs: Inputs, failsClosed: boolean): Validated {
  const only = (message: string): Validated => ({
    denials: failsClosed ? [{ message, reason: '' }] : [],
    ofAnnotations: [],
  });
  const rules = activationOf(policy, inputs, mostOfExpressions);
  const results = policy.validations.map((validation) => evaluated(validation, rules));
  const stopped = results.find(isExhausted);
  if (stopped !== undefined) return only(stopped.message);
  const unseen = { ...inputs, authorizer: undefined };
  const says = policy.validations.some(({ message }) => message !== undefined);
  const words = says ? activationOf(policy, unseen, rules.budget.left) : rules;
  const messages = policy.validations.map(({ message }) => message && evaluated(message, words));
  const noWords = messages.find(isExhausted)?.message;
  const others = policy.annotations.length > 0 ? activationOf(policy, unseen, mostOfExpressions) : rules;
  const annotations = policy.annotations.map((annotation) => evaluated(annotation, others));
  const noAnnotations = annotations.find(isExhausted);
  if (noAnnotations !== undefined) return only(noAnnotations.message);
  return {
    denials: results.flatMap((result, index) => {
      const validation = policy.validations[index];
      if (validation === undefined) return [];
      if (result.kind === 'value' && noWords !== undefined) return only(`failed messageExpression: ${noWords}`).denials;
      return denialOf(validation, result, messages[index], failsClosed);
    }),
    ofAnnotations: policy.annotations.flatMap((annotation, index) => {
      const result = annotations[index];
      return result === undefined ? [] : annotationDenial(annotation, result, failsClosed);
    }),
  };
}

function isExhausted(result: Evaluated | undefined): result is Extract<Evaluated, { kind: 'error' | 'exhausted' }> {
  return result?.kind === 'exhausted';
}

function denialOf(
  validation: CompiledValidation,
  result: Evaluated,
  message: Evaluated | undefined,
  failsClosed: boolean,
): Denial[] {
  if (result.kind !== 'value') return failsClosed ? [{ message: result.message, reason: '' }] : [];
  if (result.value === true) return [];
  const written = (stringAt(validation.rule, 'message') ?? '').trim();
  const said = (message && messageText(message)) || written || `failed expression: ${validation.expression.trim()}`;
  return [{ message: said, reason: stringAt(validation.rule, 'reason') ?? 'Invalid' }];
}

const longestMessage = 5 * 1024;

/** The text of a messageExpression; empty where the server would not print it. */
function messageText(result: Evaluated): string {
  if (result.kind !== 'value' || typeof result.value !== 'string') return '';
  const text = result.value.trim();
  return text.includes('\n') || byteLength(text) > longestMessage ? '' : text;
}

function annotationDenial(annotation: CompiledExpression, result: Evaluated, failsClosed: boolean): Denial[] {
  if (result.kind !== 'value') return failsClosed ? [{ message: result.message, reason: '' }] : [];
  if (typeof result.value === 'string' || result.value === null) return [];
  const words = `valueExpression '${annotation.expression}' resulted in unsupported return type: ${typeText(result.value)}. Return type must be either string or null.`;
  return [{ message: words, reason: '' }];
}

/** The type of a value with its parameters, which values do not know. Upstream: cel-go common/types/types.go String. */
function typeText(value: CelValue): string {
  if (isCelList(value)) return 'list(dyn)';
  return isCelMap(value) ? 'map(dyn, dyn)' : typeName(value);
}
