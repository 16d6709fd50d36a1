import { isList, isMap, mapAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { type TfPath, type TfStep, type TfType, typeName } from './terraform-type.ts';

/**
 * A value in a plan or a state of Terraform. `unknown`: what the server will say. An object has all attributes of its type,
 * those that it leaves out as null.
 */
export type TfValue =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'null' }
  | { readonly kind: 'scalar'; readonly value: string | number | bigint | boolean }
  | { readonly kind: 'object' | 'map'; readonly fields: ReadonlyMap<string, TfValue> }
  | { readonly kind: 'list'; readonly items: readonly TfValue[]; readonly isTuple: boolean };

/** No value. */
export const absent: TfValue = { kind: 'null' };
/** A value that only the server knows. */
export const unknown: TfValue = { kind: 'unknown' };

/** An error of the provider: a sentence, and its details. */
export interface TfError {
  readonly summary: string;
  readonly detail: string;
}

/** A value made of a manifest, or why it cannot be made. */
export type Morphed =
  | { readonly kind: 'value'; readonly value: TfValue }
  | { readonly kind: 'errors'; readonly errors: readonly TfError[]; readonly isFatal: boolean };

/**
 * A value of a manifest in the type of its kind: numbers become texts and texts numbers where the type wants it, a field
 * that the type does not have is said. Upstream: manifest/morph/morph.go ValueToType.
 */
export function morphed(value: Value | undefined, type: TfType, path: TfPath): Morphed {
  if (value === null || value === undefined) return { kind: 'value', value: absent };
  if (type.kind === 'dynamic') return { kind: 'value', value: dynamicValue(value) };
  if (isMap(value)) return morphedMap(value, type, path);
  if (isList(value)) return morphedList(value, type, path);
  const scalar = scalarOf(value, type);
  if (scalar !== undefined) return { kind: 'value', value: { kind: 'scalar', value: scalar } };
  return failed(scalarError(value, type, path));
}

function failed(...errors: readonly TfError[]): Morphed {
  return { kind: 'errors', errors, isFatal: true };
}

function morphedMap(value: ReadonlyMap<string, Value>, type: TfType, path: TfPath): Morphed {
  if (type.kind !== 'object' && type.kind !== 'map') {
    const detail = `Required type ${typeName(type)}, but got ${valueTypeName(value)}\n...at attribute:\n${summaryOf(path)}`;
    return failed({ summary: 'Failed to transform Object into unsupported type', detail });
  }
  const fields = new Map<string, TfValue>();
  let isUnknownField = false;
  for (const [key, each] of value) {
    const inner = type.kind === 'map' ? type.element : type.attributes.get(key);
    if (inner === undefined) {
      isUnknownField = true;
      continue;
    }
    const at = [...path, type.kind === 'map' ? { key } : { attribute: key }];
    const made = morphed(each, inner, at);
    if (made.kind === 'value') fields.set(key, made.value);
    else if (!made.isFatal) isUnknownField = true;
    else {
      const summary = `Failed to transform Object element into ${type.kind === 'map' ? 'Map' : 'Object'} element type`;
      return failed(...made.errors, { summary, detail: `Error (see above) at attribute:\n${summaryOf(at)}` });
    }
  }
  if (isUnknownField) return { kind: 'errors', errors: [], isFatal: false };
  return { kind: 'value', value: { kind: type.kind, fields } };
}

function morphedList(value: readonly Value[], type: TfType, path: TfPath): Morphed {
  if (type.kind !== 'list') {
    const detail = `Required type ${typeName(type)}, but got ${valueTypeName(value)}\n ...at attribute\n${summaryOf(path)}`;
    return failed({ summary: 'Cannot transform Tuple value into unsupported type', detail });
  }
  const items: TfValue[] = [];
  let isUnknownField = false;
  for (const [index, each] of value.entries()) {
    const at = [...path, { index }];
    const made = morphed(each, type.element, at);
    if (made.kind === 'value') items.push(made.value);
    else if (!made.isFatal) isUnknownField = true;
    else {
      const summary = `Failed to transform Tuple element into ${type.isTuple ? 'Tuple' : 'List'} element type`;
      return failed(...made.errors, { summary, detail: `Error (see above) at attribute:\n${summaryOf(at)}` });
    }
  }
  if (isUnknownField) return { kind: 'errors', errors: [], isFatal: false };
  return { kind: 'value', value: { kind: 'list', items, isTuple: type.isTuple } };
}

function scalarOf(value: Value, type: TfType): string | number | bigint | boolean | undefined {
  if (typeof value === 'string') {
    if (type.kind === 'string') return value;
    if (type.kind === 'number') return numberOf(value);
    if (type.kind === 'boolean') return truths.get(value);
  }
  if (typeof value === 'boolean')
    return type.kind === 'boolean' ? value : type.kind === 'string' ? String(value) : undefined;
  if (typeof value === 'number' || typeof value === 'bigint') {
    return type.kind === 'number' ? value : type.kind === 'string' ? numberText(value) : undefined;
  }
  return undefined;
}

/** Upstream: Go's strconv.ParseBool. */
const truths = new Map([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map((each) => [each, true] as const),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map((each) => [each, false] as const),
]);

function numberOf(text: string): number | bigint | undefined {
  if (/^[+-]?\d+$/.test(text)) return BigInt(text);
  const number = text.trim() === text && text !== '' ? Number(text) : Number.NaN;
  return Number.isNaN(number) ? undefined : number;
}

/** Ten digits are kept. Upstream: Go's math/big Float.String. */
function numberText(value: number | bigint): string {
  const short = Number(Number(value).toPrecision(10));
  const [digits = '', exponent] = short.toExponential().split('e');
  const power = Number(exponent);
  if (power < -4 || power >= 10) {
    return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  return String(short);
}

function scalarError(value: Value, type: TfType, path: TfPath): TfError {
  const at = summaryOf(path);
  if (typeof value === 'string') {
    if (type.kind === 'number') {
      const detail = `Error: strconv.ParseFloat: parsing ${JSON.stringify(value)}: invalid syntax\n...at attribute:\n${at}`;
      return { summary: "String value doesn't parse as Number", detail };
    }
    if (type.kind === 'boolean') {
      const detail = `Error: strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax\n...at attribute:\n${at}`;
      return { summary: "String value doesn't parse as Boolean", detail };
    }
  }
  const [verb, kind] =
    typeof value === 'string' ? ['transform', 'String'] : ['convert', typeof value === 'boolean' ? 'Bool' : 'Number'];
  const own = kind === 'String' ? 'value' : 'values';
  const detail = `Cannot ${verb} ${kind} ${own} into type ${typeName(type)}\n ...at attribute\n${at}`;
  return { summary: 'Value incompatible with expected type', detail };
}

/** A value with the type that it has itself. */
function dynamicValue(value: Value): TfValue {
  if (value === null) return absent;
  if (isMap(value))
    return { kind: 'object', fields: new Map([...value].map(([key, each]) => [key, dynamicValue(each)])) };
  if (isList(value)) return { kind: 'list', items: value.map(dynamicValue), isTuple: true };
  return { kind: 'scalar', value };
}

/** The type of a value of a configuration as messages print it. */
function valueTypeName(value: Value): string {
  if (value === null) return 'DynamicPseudoType';
  if (isMap(value)) {
    const parts = [...value].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `Object[${parts.map(([key, each]) => `${JSON.stringify(key)}:${valueTypeName(each)}`).join(', ')}]`;
  }
  if (isList(value)) return `Tuple[${value.map(valueTypeName).join(', ')}]`;
  return typeof value === 'string' ? 'String' : typeof value === 'boolean' ? 'Bool' : 'Number';
}

/** Upstream: manifest/morph/morph.go attributePathSummary; all paths are of the attribute `object`. */
function summaryOf(path: TfPath): string {
  return `object${path
    .map((step) => ('attribute' in step ? `.${step.attribute}` : 'key' in step ? `[${step.key}]` : `[${step.index}]`))
    .join('')}`;
}

/** An object without what the server sets in it by itself. Upstream: manifest/provider/resource.go RemoveServerSideFields. */
export function withoutServerFields(object: ValueMap): ValueMap {
  const own = new Set(['uid', 'creationTimestamp', 'resourceVersion', 'generation', 'selfLink', 'managedFields']);
  const metadata = new Map([...(mapAt(object, 'metadata') ?? [])].filter(([key]) => !own.has(key)));
  return new Map([...object].filter(([key]) => key !== 'status')).set('metadata', metadata);
}

/**
 * An object of the server as it stands in the state. Upstream: manifest/payload/to_value.go ToTFValue, then
 * manifest/morph/scaffold.go DeepUnknown and UnknownToNull.
 */
export function stateValue(value: Value | undefined, type: TfType): TfValue {
  switch (type.kind) {
    case 'object': {
      const map = isMap(value) ? value : undefined;
      return {
        kind: 'object',
        fields: new Map([...type.attributes].map(([name, each]) => [name, stateValue(map?.get(name), each)])),
      };
    }
    case 'map':
      return isMap(value)
        ? { kind: 'map', fields: new Map([...value].map(([key, each]) => [key, stateValue(each, type.element)])) }
        : absent;
    case 'list':
      return isList(value)
        ? { kind: 'list', items: value.map((each) => stateValue(each, type.element)), isTuple: type.isTuple }
        : absent;
    case 'dynamic':
      return value === undefined ? absent : dynamicValue(value);
    case 'string':
      if (typeof value === 'string') return { kind: 'scalar', value };
      return value === undefined || value === null ? absent : { kind: 'scalar', value: String(value) };
    default:
      return value === undefined || value === null || isMap(value) || isList(value)
        ? absent
        : { kind: 'scalar', value };
  }
}

/** What a walk along a path came to: the value, or the one that it could not go on from. */
export interface Walked<Of> {
  readonly isFound: boolean;
  readonly value: Of;
}

/** Walks into a value. Upstream: terraform-plugin-go tftypes/attribute_path.go WalkAttributePath. */
export function walked(start: TfValue, path: TfPath): Walked<TfValue> {
  let value = start;
  for (const step of path) {
    const next = stepInto(value, step);
    if (next === undefined) return { isFound: false, value };
    value = next;
  }
  return { isFound: true, value };
}

function stepInto(value: TfValue, step: TfStep): TfValue | undefined {
  if ('attribute' in step) return value.kind === 'object' ? value.fields.get(step.attribute) : undefined;
  if ('key' in step) return value.kind === 'map' ? value.fields.get(step.key) : undefined;
  return value.kind === 'list' ? value.items[step.index] : undefined;
}

/** Walks into a manifest, which has objects and no maps, so that a key of a map is never found. */
export function walkedManifest(manifest: Value, path: TfPath): Walked<Value> {
  let value = manifest;
  for (const step of path) {
    const next =
      'attribute' in step && isMap(value)
        ? value.get(step.attribute)
        : 'index' in step && isList(value)
          ? value[step.index]
          : undefined;
    if (next === undefined) return { isFound: false, value };
    value = next;
  }
  return { isFound: true, value };
}

/** Whether two values are the same; unknown ones never are. */
export function isSameValue(a: TfValue, b: TfValue): boolean {
  if (a.kind === 'unknown' || b.kind === 'unknown') return false;
  if (a.kind === 'null' || b.kind === 'null') return a.kind === b.kind;
  if (a.kind === 'scalar') return b.kind === 'scalar' && isSameScalar(a.value, b.value);
  if (a.kind === 'list') {
    return (
      b.kind === 'list' &&
      a.items.length === b.items.length &&
      a.items.every((item, index) => isSameValue(item, b.items[index] ?? unknown))
    );
  }
  if (b.kind === 'scalar' || b.kind === 'list' || a.fields.size !== b.fields.size) return false;
  return [...a.fields].every(([key, each]) => isSameValue(each, b.fields.get(key) ?? unknown));
}

/** Whether two scalars are the same; 1 and 1.0 are. */
export function isSameScalar(a: string | number | bigint | boolean, b: string | number | bigint | boolean): boolean {
  const isNumber = (value: unknown) => typeof value === 'number' || typeof value === 'bigint';
  return isNumber(a) && isNumber(b) ? Number(a) === Number(b) : a === b;
}
