import type { Value } from '@managed-fields/merge-engine';
import { type Errors, invalid } from './errors.ts';
import type { Field } from './field-path.ts';
import { percent } from './names.ts';
import { type Shown, shown } from './shown.ts';

/** A number or a percentage. Upstream: k8s.io/kubernetes pkg/apis/apps/validation/validation.go ValidatePositiveIntOrPercent. */
export function isIntOrPercent(value: Value | undefined, field: Field): Errors {
  if (typeof value === 'string') return percent(value).map((words) => invalid(field, shownIntOrPercent(value), words));
  return typeof value === 'bigint' && value < 0n ? [invalid(field, value, 'must be greater than or equal to 0')] : [];
}

/** Not more than all of them. Upstream: IsNotMoreThan100Percent. */
export function isAtMostAll(value: Value | undefined, field: Field): Errors {
  if (typeof value !== 'string' || !/^[0-9]+%$/.test(value) || Number.parseInt(value, 10) <= 100) return [];
  return [invalid(field, shownIntOrPercent(value), 'must not be greater than 100%')];
}

/** The number, also as a text, or that of the percentage; zero for what is neither. Upstream: getIntOrPercentValue. */
export function amountOfIntOrPercent(value: Value | undefined): number {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' && /^([0-9]+%|[+-]?[0-9]+)$/.test(value) ? Number.parseInt(value, 10) : 0;
}

/** A number or a percentage as complaints show it. */
export function shownIntOrPercent(value: Value | undefined): Shown {
  return shown('intstr.IntOrString', value);
}
