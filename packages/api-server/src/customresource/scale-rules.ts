import {
  type FieldError,
  formatValue,
  goTypeName,
  invalid,
  isMap,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { ScalePaths } from './definition.ts';

/**
 * Validates the replicas in the spec that a scale subresource reads.
 * Upstream: k8s.io/apiextensions-apiserver pkg/registry/customresource/validator.go ValidateScaleSpec.
 */
export function scaleSpecErrors(object: ValueMap, scale: ScalePaths | undefined): FieldError[] {
  return scale === undefined ? [] : replicasErrors(object, scale.specReplicas);
}

/** Validates the replicas in the status and the selector. Upstream: validator.go ValidateScaleStatus. */
export function scaleStatusErrors(object: ValueMap, scale: ScalePaths | undefined): FieldError[] {
  if (scale === undefined) return [];
  const errors = replicasErrors(object, scale.statusReplicas);
  if (scale.labelSelector === undefined) return errors;
  const found = nested(object, scale.labelSelector);
  if (found.kind === 'error') return [...errors, invalid(scale.labelSelector, '', found.message)];
  if (found.value === undefined || typeof found.value === 'string') return errors;
  return [...errors, invalid(scale.labelSelector, '', wrongType(scale.labelSelector, found.value, 'string'))];
}

const greatest = 2_147_483_647n;

function replicasErrors(object: ValueMap, path: string): FieldError[] {
  const found = nested(object, path);
  if (found.kind === 'error') return [invalid(path, 0n, found.message)];
  const { value } = found;
  if (value === undefined) return [];
  if (typeof value !== 'bigint') return [invalid(path, 0n, wrongType(path, value, 'int64'))];
  if (value < 0n) return [invalid(path, value, 'should be a non-negative integer')];
  return value > greatest ? [invalid(path, value, `should be less than or equal to ${greatest}`)] : [];
}

/** Splits a simple JSON path, `.spec.replicas`, into names. */
export function pathNames(path: string): readonly string[] {
  return (path.startsWith('.') ? path.slice(1) : path).split('.');
}

type Nested =
  | { readonly kind: 'value'; readonly value: Value | undefined }
  | { readonly kind: 'error'; readonly message: string };

/** Upstream: k8s.io/apimachinery pkg/apis/meta/v1/unstructured/helpers.go NestedFieldNoCopy. */
function nested(object: ValueMap, path: string): Nested {
  const names = pathNames(path);
  let value: Value = object;
  for (const [i, name] of names.entries()) {
    if (value === null) return { kind: 'value', value: undefined };
    if (!isMap(value)) {
      const at = `.${names.slice(0, i + 1).join('.')}`;
      return { kind: 'error', message: accessorError(at, value, 'map[string]interface{}') };
    }
    const next: Value | undefined = value.get(name);
    if (next === undefined) return { kind: 'value', value: undefined };
    value = next;
  }
  return { kind: 'value', value };
}

function wrongType(path: string, value: Value, expected: string): string {
  return accessorError(`.${pathNames(path).join('.')}`, value, expected);
}

/** Words the error about a value of another type than the path should have. Upstream: helpers.go NestedInt64. */
export function accessorError(path: string, value: Value, expected: string): string {
  return `${path} accessor error: ${formatValue(value)} is of the type ${goTypeName(value)}, expected ${expected}`;
}
