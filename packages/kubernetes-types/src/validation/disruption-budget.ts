import type { ValueMap } from '@managed-fields/merge-engine';
import { conditions } from './conditions.ts';
import { type Errors, invalid } from './errors.ts';
import { child } from './field-path.ts';
import { labelSelector } from './label-selector.ts';
import { has, pointer, struct, text } from './object.ts';
import { isAtMostAll, isIntOrPercent, isNonnegative, isOneOf } from './scalars.ts';
import { shown } from './shown.ts';

/*
 * PodDisruptionBudgets, whose metadata only the general rules look at.
 * Upstream: k8s.io/kubernetes pkg/apis/policy/validation/validation.go.
 */

/** Complaints about a PodDisruptionBudget, new or changed. */
export function budgetErrors(budget: ValueMap): Errors {
  const spec = struct(budget, 'spec');
  const errors: Errors[number][] = [];
  if (has(spec, 'minAvailable') && has(spec, 'maxUnavailable')) {
    errors.push(
      invalid(
        'spec',
        shown('policy.PodDisruptionBudgetSpec', spec),
        'minAvailable and maxUnavailable cannot be both set',
      ),
    );
  }
  for (const name of ['minAvailable', 'maxUnavailable'].filter((each) => has(spec, each))) {
    const field = child('spec', name);
    errors.push(...isIntOrPercent(spec.get(name), field), ...isAtMostAll(spec.get(name), field));
  }
  errors.push(...labelSelector(pointer(spec, 'selector'), 'spec.selector'));
  const policy = 'unhealthyPodEvictionPolicy';
  if (has(spec, policy)) {
    errors.push(...isOneOf(text(spec, policy), ['AlwaysAllow', 'IfHealthyBudget'], child('spec', policy)));
  }
  return errors;
}

const counts = ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'];

/** Complaints about the status of a PodDisruptionBudget that changes. */
export function budgetStatusErrors(budget: ValueMap): Errors {
  const status = struct(budget, 'status');
  return [
    ...conditions(status, 'conditions', 'status'),
    ...counts.flatMap((name) => isNonnegative(status, name, 'status')),
  ];
}
