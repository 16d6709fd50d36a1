import { type Activation, evaluated } from './activation.ts';
import type { CompiledPolicy } from './compiled.ts';

/** Whether the conditions of a policy hold for a request, or the error that decides. */
export type Condition =
  | { readonly kind: 'holds' | 'does-not-hold' }
  | { readonly kind: 'error'; readonly message: string };

/**
 * Asks the match conditions of a policy, all of them: one that does not hold decides, whatever errors the others have, but
 * for that of a cost which is too high together.
 * Upstream: apiserver pkg/admission/plugin/webhook/matchconditions/matcher.go Match.
 */
export function askConditions({ conditions }: CompiledPolicy, values: Activation, failsClosed: boolean): Condition {
  const errors = new Set<string>();
  const results = conditions.map((condition) => evaluated(condition, values));
  const exhausted = results.find(({ kind }) => kind === 'exhausted');
  if (exhausted !== undefined && exhausted.kind !== 'value') {
    return failsClosed ? { kind: 'error', message: exhausted.message } : { kind: 'does-not-hold' };
  }
  for (const result of results) {
    if (result.kind === 'error') errors.add(result.message);
    else if (result.kind === 'value' && result.value === false) return { kind: 'does-not-hold' };
  }
  if (errors.size === 0) return { kind: 'holds' };
  if (!failsClosed) return { kind: 'does-not-hold' };
  const [first = '', ...rest] = errors;
  return { kind: 'error', message: rest.length === 0 ? first : `[${[first, ...rest].join(', ')}]` };
}
