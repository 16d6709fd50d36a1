import { addAmounts, amountOf } from '@managed-fields/kubernetes-types/amounts';
import {
  compareQuantities,
  compareStrings,
  formatQuantity,
  type Quantity,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';

/** Amounts by the names of resources: `requests.cpu`, `count/configmaps`. Upstream: k8s.io/api core/v1 ResourceList. */
export type ResourceList = ReadonlyMap<string, Quantity>;

export const zero: Quantity = { amount: { unscaled: 0n, scale: 0 }, format: 'DecimalSI' };

/** A whole number. Upstream: apimachinery pkg/api/resource/quantity.go NewQuantity with DecimalSI. */
export function whole(number: number | bigint): Quantity {
  return { amount: { unscaled: BigInt(number), scale: 0 }, format: 'DecimalSI' };
}

/** Reads the amounts that an object holds; what is no quantity is left out. */
export function readList(map: ValueMap | undefined): ResourceList {
  const list = new Map<string, Quantity>();
  for (const [name, value] of map ?? []) {
    const amount = amountOf(value);
    if (amount !== undefined) list.set(name, amount);
  }
  return list;
}

/** Writes amounts as an object holds them. */
export function writeList(list: ResourceList): ValueMap {
  return new Map<string, Value>([...list].map(([name, amount]) => [name, formatQuantity(amount)]));
}

/** Upstream: apiserver pkg/quota/v1/resources.go Add. */
export function add(a: ResourceList, b: ResourceList): ResourceList {
  const sum = new Map(a);
  for (const [name, amount] of b) {
    const before = sum.get(name);
    sum.set(name, before === undefined ? amount : addAmounts(before, amount));
  }
  return sum;
}

/** What is more in the first list, and zero for all else that either names. Upstream: SubtractWithNonNegativeResult. */
export function growth(a: ResourceList, b: ResourceList): ResourceList {
  const rest = new Map<string, Quantity>();
  for (const [name, amount] of a) {
    const less = b.get(name);
    const left = less === undefined ? amount : subtract(amount, less);
    rest.set(name, compareQuantities(left, zero) > 0 ? left : zero);
  }
  return rest;
}

/** Upstream: apimachinery pkg/api/resource/quantity.go Sub. */
export function subtract(a: Quantity, b: Quantity): Quantity {
  return addAmounts(a, { ...b, amount: { ...b.amount, unscaled: -b.amount.unscaled } });
}

/** The greater amount of each name. Upstream: component-helpers resource/helpers.go max. */
export function greatest(...lists: readonly ResourceList[]): ResourceList {
  const result = new Map<string, Quantity>();
  for (const [name, amount] of lists.flatMap((list) => [...list])) {
    const other = result.get(name);
    if (other === undefined || compareQuantities(amount, other) > 0) result.set(name, amount);
  }
  return result;
}

/** The amounts of some names alone. Upstream: Mask. */
export function mask(list: ResourceList, names: Iterable<string>): ResourceList {
  const wanted = new Set(names);
  return new Map([...list].filter(([name]) => wanted.has(name)));
}

/** Without what is zero. Upstream: RemoveZeros. */
export function nonZero(list: ResourceList): ResourceList {
  return new Map([...list].filter(([, amount]) => compareQuantities(amount, zero) !== 0));
}

/** As messages print amounts: `cpu=1,pods=2`. Upstream: apiserver pkg/admission/plugin/resourcequota/controller.go prettyPrint. */
export function printList(list: ResourceList): string {
  const names = [...list.keys()].sort(compareStrings);
  return names.map((name) => `${name}=${formatQuantity(list.get(name) ?? zero)}`).join(',');
}
