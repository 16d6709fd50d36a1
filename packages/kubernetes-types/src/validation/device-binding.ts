import type { ValueMap } from '@managed-fields/merge-engine';
import { checkedList } from './device-lists.ts';
import { duplicate, type Errors, invalid } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { list, texts } from './object.ts';
import { isQualified } from './scalars.ts';
import { shown } from './shown.ts';

/** The most conditions of each list. */
const most = 4;

/**
 * Complaints about the conditions that a device waits for before it is used, and those by which that fails.
 * Upstream: k8s.io/kubernetes pkg/apis/resource/validation/validation.go validateDeviceBindingParameters.
 */
export function bindingConditions(holder: ValueMap, field: Field): Errors {
  const [wanted, failed] = ['bindingConditions', 'bindingFailureConditions'] as const;
  const [first, second] = [texts(holder, wanted), texts(holder, failed)];
  const names = (name: string) =>
    checkedList(holder, name, field, (item, place) => isQualified(String(item), place), { most, covered: true });
  const twice = (given: readonly string[], i: number) => given.indexOf(given[i] ?? '') < i;
  const place = (name: string, i: number) => at(child(field, name), i);
  const value = (name: string) =>
    shown('[]string', list(holder, name).length === 0 ? holder.get(name) : list(holder, name));
  return [
    ...names(wanted),
    ...names(failed),
    ...first.flatMap((each, i) => (twice(first, i) ? [duplicate(place(wanted, i), each)] : [])),
    ...second.flatMap((each, i) => [
      ...(twice(second, i) ? [duplicate(place(failed, i), each)] : []),
      ...(first.includes(each) ? [invalid(place(failed, i), each, `${failed} must not overlap with ${wanted}`)] : []),
    ]),
    ...(first.length === 0 && second.length > 0
      ? [invalid(child(field, wanted), value(wanted), `${wanted} are required to use ${failed}`)]
      : []),
    ...(second.length === 0 && first.length > 0
      ? [invalid(child(field, failed), value(failed), `${failed} are required to use ${wanted}`)]
      : []),
  ];
}
