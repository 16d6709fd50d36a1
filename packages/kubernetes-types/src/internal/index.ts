import {
  type FieldError,
  formatJson,
  isList,
  isMap,
  quote,
  sortedKeys,
  type Value,
  type ValueMap,
  valueFromPlain,
} from '@managed-fields/merge-engine';
import type { ChangedValue } from '../validation/errors.ts';
import type { Shown } from '../validation/shown.ts';
import { holdsFor, type PlayedVersion } from '../versions.ts';
import { bytesType, goSyntax } from './go-syntax.ts';
import { lineDifference } from './line-difference.ts';
import { fieldsOf, type InternalType, type InternalTypes, internalTypes } from './types.ts';

/** The value that a complaint shows, or a text as it is. */
type ShownValue = NonNullable<FieldError['value']> | null;

/**
 * A value of a Go type as the complaints of a version show it: as JSON, in v1.33 as Go source, where the text `null`
 * stands for a nil pointer.
 * Upstream: k8s.io/apimachinery pkg/util/validation/field/errors.go ErrorBody.
 */
export function shownValue({ type, of, printed, served }: Shown, version: PlayedVersion): ShownValue {
  const types = internalTypes(version);
  if (served) return { raw: formatJson(inFieldOrder(types, type, of ?? null)) };
  if (holdsFor({ from: 'v1.34' }, version)) return { raw: formatJson(internalJson(types, type, of)) };
  if (type === 'core.ResourceName') return { raw: String(of) };
  if (type.startsWith('*') && (of === undefined || of === null)) return 'null';
  if (/^\*?v1\.(?:Micro)?Time$/.test(type)) return { raw: timeText(of) };
  const source = goSyntax(types, type.replace(/^\*/, ''), of);
  return { raw: printed ? source.replace(/s:"[^"]*"/, `s:${quote(String(of))}`) : source };
}

/** A time as Go prints it, or the zero time. Upstream: time/format.go String. */
function timeText(value: Shown['of']): string {
  const [, date = '0001-01-01', time = '00:00:00', fraction = ''] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d*?)0*)?Z$/.exec(String(value)) ?? [];
  return `${date} ${time}${fraction === '' ? '' : `.${fraction}`} +0000 UTC`;
}

/**
 * How a value of a Go type changed, as the complaints of a version show it: lines of its JSON. What v1.33 shows depends on
 * chance and is left out.
 * Upstream: k8s.io/apimachinery pkg/util/diff/diff.go Diff.
 */
export function shownChange({ type, before, after }: ChangedValue, version: PlayedVersion): string {
  if (holdsFor({ until: 'v1.33' }, version)) return '';
  const types = internalTypes(version);
  const [from, to] = [before, after].map((value) => formatJson(internalJson(types, type, value), { indent: 1 }));
  return lineDifference(from ?? '', to ?? '');
}

const isRaw = (value: FieldError['value']): value is { readonly raw: string } =>
  typeof value === 'object' && value !== null && 'raw' in value;

/** The Go types of the lists that a definition may lack. */
const listsOfDefinitions: Readonly<Record<string, string>> = {
  'spec.versions': '[]apiextensions.CustomResourceDefinitionVersion',
  'status.storedVersions': '[]string',
};

/**
 * The value that v1.33 shows where the server's own type is not known: in custom resources only metadata has such
 * types.
 */
export function plainValue({ field, value }: FieldError, custom: boolean): ShownValue {
  const isNil = value === null || (isRaw(value) && value.raw === 'null');
  const list = isNil ? listsOfDefinitions[field] : undefined;
  if (list !== undefined) return { raw: `${list}(nil)` };
  if (value === undefined || value === null) return 'null';
  if (field === 'metadata.deletionTimestamp' && typeof value === 'string') return { raw: timeText(value) };
  const source = (type: string, of: Value) => ({ raw: goSyntax(internalTypes('v1.33'), type, of) });
  if (isRaw(value)) {
    if (field !== 'metadata.ownerReferences') return value;
    const references = valueFromPlain(JSON.parse(value.raw));
    return source(isList(references) ? '[]v1.OwnerReference' : 'v1.OwnerReference', references);
  }
  const untyped = custom && !field.startsWith('metadata');
  if (untyped && typeof value === 'object') return source('interface {}', value);
  if (isList(value)) return source(value.every((item) => typeof item === 'string') ? '[]string' : '[]int32', value);
  return isMap(value) ? source('map[string]string', value) : value;
}

/**
 * The JSON of a served value in the type that the server works on, fields in their order.
 * Upstream: encoding/json, over what k8s.io/kubernetes pkg/apis/…/v1/conversion.go makes.
 */
export function internalJson(types: InternalTypes, type: string, value: Value | undefined, around?: ValueMap): Value {
  if (type.startsWith('*')) {
    return value === undefined || value === null ? null : internalJson(types, type.slice(1), value, around);
  }
  if (type === bytesType) return value ?? null;
  if (type.startsWith('[]')) {
    return isList(value) ? value.map((item) => internalJson(types, type.slice(2), item)) : null;
  }
  if (type.startsWith('map[')) {
    const element = type.slice(type.indexOf(']') + 1);
    if (!isMap(value)) return null;
    return new Map(sortedKeys(value).map((key) => [key, internalJson(types, element, value.get(key))]));
  }
  const named = types[type] ?? 'basic';
  if (typeof named === 'object') return structJson(types, named, isMap(value) ? value : new Map(), around ?? new Map());
  if (named === 'basic' || named === 'custom') return value ?? zeros[type] ?? null;
  return internalJson(types, named, value);
}

/** A served value with its fields in the order of the type; what the type does not tell stays as it is. */
function inFieldOrder(types: InternalTypes, type: string, value: Value): Value {
  const element = type.replace(/^(?:\*|\[\]|map\[[^\]]*\])/, '');
  if (isList(value)) return value.map((item) => inFieldOrder(types, element, item));
  const named = types[type.replace(/^\*/, '')];
  if (!isMap(value) || named === undefined || typeof named === 'string') return value;
  const ordered = new Map<string, Value>();
  for (const { served, type: own } of fieldsOf(named)) {
    const field = value.get(served);
    if (field !== undefined) ordered.set(served, inFieldOrder(types, own, field));
  }
  return new Map([...ordered, ...[...value].filter(([name]) => !ordered.has(name))]);
}

const zeros: Readonly<Record<string, Value>> = {
  bool: false,
  'intstr.IntOrString': 0n,
  int32: 0n,
  int64: 0n,
  'resource.Quantity': '0',
  string: '',
};

function structJson(
  types: InternalTypes,
  struct: Exclude<InternalType, string>,
  value: ValueMap,
  around: ValueMap,
): ValueMap {
  const shown = new Map<string, Value>();
  for (const { type, json, served, above, omitted, inline } of fieldsOf(struct)) {
    const own = served === '' ? value : (above ? around : value).get(served);
    const field = internalJson(types, type, own, value);
    if (inline && isMap(field)) for (const [name, inner] of field) shown.set(name, inner);
    else if (!omitted || !isEmpty(field)) shown.set(json, field);
  }
  return shown;
}

function isEmpty(value: Value): boolean {
  if (isList(value)) return value.length === 0;
  return isMap(value) ? value.size === 0 : value === null || value === false || value === '' || value === 0n;
}
