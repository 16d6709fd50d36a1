import {
  type FieldError,
  formatJson,
  isList,
  isMap,
  quote,
  type Value,
  valueFromPlain,
} from '@managed-fields/merge-engine';
import type { Shown } from '../validation/shown.ts';
import { holdsFor, type KubernetesVersion } from '../versions.ts';
import { goSyntax } from './go-syntax.ts';
import { internalJson } from './json.ts';
import { internalTypes } from './types.ts';

/** The value that a complaint shows, or a text as it is. */
type ShownValue = NonNullable<FieldError['value']> | null;

/**
 * A value of a Go type as the complaints of a version show it: as JSON, in v1.33 as Go source, where the text `null`
 * stands for a nil pointer.
 * Upstream: k8s.io/apimachinery pkg/util/validation/field/errors.go ErrorBody.
 */
export function shownValue({ type, of, printed }: Shown, version: KubernetesVersion): ShownValue {
  const types = internalTypes(version);
  if (holdsFor({ from: 'v1.34' }, version)) return { raw: formatJson(internalJson(types, type, of)) };
  if (type === 'core.ResourceName') return { raw: String(of) };
  if (type.startsWith('*') && (of === undefined || of === null)) return 'null';
  const source = goSyntax(types, type.replace(/^\*/, ''), of);
  return { raw: printed ? source.replace(/s:"[^"]*"/, `s:${quote(String(of))}`) : source };
}

/**
 * The value that v1.33 shows where the server's own type is not known: in custom resources only metadata has such
 * types.
 */
export function plainValue({ field, value }: FieldError, custom: boolean): ShownValue {
  if (value === undefined || value === null) return 'null';
  const source = (type: string, of: Value) => ({ raw: goSyntax(internalTypes('v1.33'), type, of) });
  if (typeof value === 'object' && 'raw' in value) {
    if (field !== 'metadata.ownerReferences') return value;
    const references = valueFromPlain(JSON.parse(value.raw));
    return source(isList(references) ? '[]v1.OwnerReference' : 'v1.OwnerReference', references);
  }
  const untyped = custom && !field.startsWith('metadata');
  if (untyped && typeof value === 'object') return source('interface {}', value);
  if (isList(value)) return source(value.every((item) => typeof item === 'string') ? '[]string' : '[]int32', value);
  return isMap(value) ? source('map[string]string', value) : value;
}
