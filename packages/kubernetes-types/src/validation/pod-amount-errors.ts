import type { ValueMap } from '@managed-fields/merge-engine';
import { amountOf, compareAmounts, printAmount } from './amount.ts';
import { type Errors, invalid } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { structAt, structs } from './object.ts';
import { aggregate, containerAmounts } from './pod-amounts.ts';
import { isHugePages } from './resources.ts';

/**
 * Complaints where containers ask for more than the whole Pod.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go validatePodResourceConsistency.
 */
export function podAmountErrors(spec: ValueMap, field: Field): Errors {
  const whole = (which: 'limits' | 'requests', name: string) => amountOf(structAt(spec, 'resources', which).get(name));
  const above = (which: 'limits' | 'requests', isMeant: (name: string) => boolean): Errors =>
    [...aggregate(spec, which)].flatMap(([name, together]) => {
      const given = whole(which, name);
      if (!isMeant(name) || given === undefined || compareAmounts(together, given) <= 0) return [];
      const words = `must be greater than or equal to aggregate container ${which} of ${printAmount(together)}`;
      return [invalid(at(child(field, which), name), printAmount(given), words)];
    });
  return [
    ...above('requests', () => true),
    ...above('limits', isHugePages),
    ...structs(spec, 'containers').flatMap((container, i) =>
      [...containerAmounts(container, 'limits')].flatMap(([name, limit]) => {
        const given = whole('limits', name);
        if (given === undefined || compareAmounts(limit, given) <= 0) return [];
        const place = child(at(at(child(field, 'containers'), i), name), 'limits');
        return [
          invalid(place, printAmount(limit), `must be less than or equal to pod limits of ${printAmount(given)}`),
        ];
      }),
    ),
  ];
}
