import type { ValueMap } from '@managed-fields/merge-engine';
import { type Amount, addAmounts, amountOf, compareAmounts } from './amount.ts';
import { struct, structs, text } from './object.ts';

/** Amounts by resource. */
export type Amounts = ReadonlyMap<string, Amount>;

/**
 * The resources that the containers of a Pod ask for together: the sum of those that run side by side, or the most that
 * one init container asks for, beside the sidecars started before it.
 * Upstream: k8s.io/component-helpers resource/helpers.go AggregateContainerRequests, AggregateContainerLimits.
 */
export function aggregate(spec: ValueMap, which: 'limits' | 'requests'): Amounts {
  let total: Amounts = new Map();
  for (const container of structs(spec, 'containers')) total = sum(total, containerAmounts(container, which));
  let sidecars: Amounts = new Map();
  let init: Amounts = new Map();
  for (const container of structs(spec, 'initContainers')) {
    const needed = containerAmounts(container, which);
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

/** What a container asks for, or is allowed. */
export function containerAmounts(container: ValueMap, which: 'limits' | 'requests'): Amounts {
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
