import type { ValueMap } from '@managed-fields/merge-engine';
import { type Amount, addAmounts, amountOf, compareAmounts, printAmount } from './amount.ts';
import { type Errors, invalid } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { struct, structAt, structs, text } from './object.ts';
import { isHugePages } from './resources.ts';

/*
 * What the containers of a Pod ask for together, and how that goes with what the whole Pod asks for.
 */

/** Amounts by resource. */
export type Amounts = ReadonlyMap<string, Amount>;

/**
 * The resources that the containers of a Pod ask for together: the sum of those that run side by side, or the most that
 * one init container asks for, beside the sidecars started before it.
 * Upstream: k8s.io/component-helpers resource/helpers.go AggregateContainerRequests, AggregateContainerLimits.
 */
export function aggregate(spec: ValueMap, which: 'limits' | 'requests'): Amounts {
  let total: Amounts = new Map();
  for (const container of structs(spec, 'containers')) total = sum(total, amounts(container, which));
  let sidecars: Amounts = new Map();
  let init: Amounts = new Map();
  for (const container of structs(spec, 'initContainers')) {
    const needed = amounts(container, which);
    if (text(container, 'restartPolicy') === 'Always') {
      total = sum(total, needed);
      sidecars = sum(sidecars, needed);
      init = most(init, sidecars);
    } else {
      init = most(init, sum(needed, sidecars));
    }
  }
  return most(total, init);
}

function amounts(container: ValueMap, which: 'limits' | 'requests'): Amounts {
  const result = new Map<string, Amount>();
  for (const [name, amount] of struct(struct(container, 'resources'), which)) {
    const quantity = amountOf(amount);
    if (quantity !== undefined) result.set(name, quantity);
  }
  return result;
}

function sum(a: Amounts, b: Amounts): Amounts {
  const result = new Map(a);
  for (const [name, quantity] of b) {
    const other = result.get(name);
    result.set(name, other === undefined ? quantity : addAmounts(other, quantity));
  }
  return result;
}

function most(a: Amounts, b: Amounts): Amounts {
  const result = new Map(a);
  for (const [name, quantity] of b) {
    const other = result.get(name);
    if (other === undefined || compareAmounts(quantity, other) > 0) result.set(name, quantity);
  }
  return result;
}

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
      [...amounts(container, 'limits')].flatMap(([name, limit]) => {
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
