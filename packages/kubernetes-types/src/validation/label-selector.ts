import { labelErrors, selects } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';
import { type Errors, forbidden, invalid, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { labelValue } from './names.ts';
import { pointer, structs, text, texts } from './object.ts';
import { isQualified, named } from './scalars.ts';

/** Complaints about labels; each names the map. */
export function labels(object: ValueMap | undefined, name: string, field: Field): Errors {
  return labelErrors(pointer(object, name), child(field, name));
}

/** Complaints about a label selector. Upstream: k8s.io/apimachinery pkg/apis/meta/v1/validation/validation.go. */
export function labelSelector(selector: ValueMap | undefined, field: Field): Errors {
  if (selector === undefined) return [];
  return [
    ...labels(selector, 'matchLabels', field),
    ...structs(selector, 'matchExpressions').flatMap((expression, i) =>
      requirement(expression, at(child(field, 'matchExpressions'), i)),
    ),
  ];
}

function requirement(expression: ValueMap, field: Field): Errors {
  const values = texts(expression, 'values');
  return [
    ...operatorErrors(text(expression, 'operator'), values.length, expression, field),
    ...isQualified(text(expression, 'key'), child(field, 'key')),
    ...values.flatMap((value, i) => named(labelValue, value, at(child(field, 'values'), i))),
  ];
}

/** Complaints about the operator of a requirement. */
export function operatorErrors(operator: string, values: number, expression: ValueMap, field: Field): Errors {
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values > 0) return [];
      return [required(child(field, 'values'), "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      if (values === 0) return [];
      return [forbidden(child(field, 'values'), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    default:
      return [invalid(child(field, 'operator'), text(expression, 'operator'), 'not a valid selector operator')];
  }
}

/**
 * Whether a selector is invalid, so that no complaint is made about what it matches.
 * Upstream: k8s.io/apimachinery pkg/apis/meta/v1/helpers.go LabelSelectorAsSelector.
 */
export function selectorFails(selector: ValueMap | undefined): boolean {
  return labelSelector(selector, '').length > 0;
}

/** Whether labels match a valid selector; no selector matches nothing. Upstream: LabelSelectorAsSelector. */
export function matches(selector: ValueMap | undefined, given: ReadonlyMap<string, string>): boolean {
  return selector !== undefined && selects(selector, given);
}
