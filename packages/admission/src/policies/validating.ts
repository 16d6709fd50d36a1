import { typeName } from '@managed-fields/api-server/cel';
import { byteLength, stringAt } from '@managed-fields/merge-engine';
import { type Activation, type Evaluated, evaluated } from './activation.ts';
import type { CompiledAnnotation, CompiledPolicy, CompiledValidation } from './compiled.ts';

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

/** The variables of the expressions of a policy; those that say something do not know the authorizer. */
export interface Activations {
  readonly rules: Activation;
  /** Made when they are first asked for. */
  words(): Activation;
}

/**
 * Asks the validations and audit annotations of a policy.
 * Upstream: apiserver pkg/admission/plugin/policy/validating/validator.go Validate.
 */
export function validated(policy: CompiledPolicy, values: Activations, failsClosed: boolean): Validated {
  const results = policy.validations.map((validation) => evaluated(validation, values.rules));
  const exhausted = results.find(({ kind }) => kind === 'exhausted');
  if (exhausted !== undefined && exhausted.kind !== 'value') {
    return { denials: failsClosed ? [{ message: exhausted.message, reason: '' }] : [], ofAnnotations: [] };
  }
  return {
    denials: results.flatMap((result, index) => {
      const validation = policy.validations[index];
      return validation === undefined ? [] : denialOf(validation, result, values.words, failsClosed);
    }),
    ofAnnotations: policy.annotations.flatMap((annotation) =>
      annotationDenial(annotation, values.words(), failsClosed),
    ),
  };
}

function denialOf(
  validation: CompiledValidation,
  result: Evaluated,
  words: () => Activation,
  failsClosed: boolean,
): Denial[] {
  if (result.kind !== 'value') return failsClosed ? [{ message: result.message, reason: '' }] : [];
  if (result.value === true) return [];
  const said = validation.message && messageText(evaluated(validation.message, words()));
  const written = (stringAt(validation.rule, 'message') ?? '').trim();
  const message = said || written || `failed expression: ${validation.expression.trim()}`;
  return [{ message, reason: stringAt(validation.rule, 'reason') ?? 'Invalid' }];
}

const longestMessage = 5 * 1024;

/** The text of a messageExpression; empty where the server would not print it. */
function messageText(result: Evaluated): string {
  if (result.kind !== 'value' || typeof result.value !== 'string') return '';
  const text = result.value.trim();
  return text.includes('\n') || byteLength(text) > longestMessage ? '' : text;
}

function annotationDenial(annotation: CompiledAnnotation, values: Activation, failsClosed: boolean): Denial[] {
  const result = evaluated(annotation, values);
  if (result.kind !== 'value') return failsClosed ? [{ message: result.message, reason: '' }] : [];
  if (typeof result.value === 'string' || result.value === null) return [];
  const words = `valueExpression '${annotation.expression}' resulted in unsupported return type: ${typeName(result.value)}. Return type must be either string or null.`;
  return [{ message: words, reason: '' }];
}
