import {
  assertNever,
  formatJson,
  isList,
  isMap,
  jsonTypeName,
  parseGoTime,
  secondsLayout,
  type Value,
} from '@managed-fields/merge-engine';

/**
 * The type of a Go field, as far as decoding JSON depends on it. `json` accepts anything, `time` an RFC 3339 text.
 * Those that begin with `schemaOr` are parts of a JSON schema that decode themselves and report no unknown fields.
 */
export type GoType =
  /** `name` is the Go type's own, such as `types.UID`. */
  | { readonly kind: 'string'; readonly name?: string }
  | { readonly kind: 'bool' | 'int64' | 'int32' | 'float64' | 'json' | 'time' | 'bytes' }
  | { readonly kind: 'list' | 'map'; readonly of: GoType; readonly name: string }
  | { readonly kind: 'struct'; readonly struct: GoStruct }
  | { readonly kind: 'schemaOrBool' | 'schemaOrList' | 'schemaOrStrings'; readonly struct: GoStruct };

/** A Go struct: its name, and its fields by their JSON names. A struct may refer to itself. */
export interface GoStruct {
  /** `JSONSchemaProps` */
  readonly name: string;
  /** The package that messages put before the name: `v1`. */
  readonly package: string;
  readonly fields: ReadonlyMap<string, GoType>;
}

/** The result of decoding a value into a Go type. */
export interface GoReading {
  /** The first error in the words of encoding/json; undefined where the value fits. */
  readonly error: string | undefined;
  /** The paths of unknown fields, in the order of the value: `spec.versions[0].x`. */
  readonly unknown: readonly string[];
}

/**
 * Checks whether a value can be decoded into a Go struct, and finds unknown fields. Null fits anything.
 * Upstream: sigs.k8s.io/json internal/golang/encoding/json/decode.go.
 */
export function readAsGoStruct(value: Value, struct: GoStruct): GoReading {
  const reader: Reader = { error: undefined, isOver: false, unknown: [] };
  visit(value, { kind: 'struct', struct }, { struct: '', fields: '', path: '', strict: true }, reader);
  return reader;
}

interface Reader {
  error: string | undefined;
  /** A time that cannot be read ends the decoding, and its error is told whatever came before. */
  isOver: boolean;
  readonly unknown: string[];
}

/** The place of the walk: the struct around it, the dotted names of fields (without indexes) and the full path. */
interface Place {
  readonly struct: string;
  readonly fields: string;
  readonly path: string;
  readonly strict: boolean;
}

function visit(value: Value, type: GoType, place: Place, reader: Reader): void {
  if (value === null || reader.isOver) return;
  switch (type.kind) {
    case 'json':
      return;
    case 'list':
      visitList(value, type.of, type.name, place, reader);
      return;
    case 'map':
      visitMap(value, type.of, type.name, place, reader);
      return;
    case 'struct':
      visitStruct(value, type.struct, place, reader);
      return;
    case 'schemaOrBool':
      if (isMap(value)) {
        visitStruct(value, type.struct, { ...place, strict: false }, reader);
        return;
      }
      if (typeof value !== 'boolean') reader.error ??= 'boolean or JSON schema expected';
      return;
    case 'schemaOrStrings':
      if (isMap(value)) visitStruct(value, type.struct, { ...place, strict: false }, reader);
      if (isList(value)) visitList(value, { kind: 'string' }, '', place, reader);
      return;
    case 'schemaOrList':
      // The decoder ignores any value that is neither an object nor a list.
      if (isMap(value)) visitStruct(value, type.struct, { ...place, strict: false }, reader);
      if (isList(value)) {
        const of: GoType = { kind: 'struct', struct: type.struct };
        visitList(value, of, '', { ...place, strict: false }, reader);
      }
      return;
    case 'string':
      if (typeof value !== 'string') complain(value, type.name ?? 'string', place, reader);
      return;
    case 'bool':
    case 'int64':
    case 'int32':
    case 'float64':
    case 'time':
    case 'bytes':
      visitScalar(value, type.kind, place, reader);
      return;
    default:
      assertNever(type);
  }
}

function visitList(value: Value, of: GoType, name: string, place: Place, reader: Reader): void {
  if (!isList(value)) {
    complain(value, name, place, reader);
    return;
  }
  value.forEach((item, index) => {
    visit(item, of, { ...place, path: `${place.path}[${index}]` }, reader);
  });
}

function visitMap(value: Value, of: GoType, name: string, place: Place, reader: Reader): void {
  if (!isMap(value)) {
    complain(value, name, place, reader);
    return;
  }
  for (const [key, entry] of value) visit(entry, of, { ...place, path: joined(place.path, key) }, reader);
}

function visitStruct(value: Value, struct: GoStruct, place: Place, reader: Reader): void {
  if (!isMap(value)) {
    complain(value, `${struct.package}.${struct.name}`, place, reader);
    return;
  }
  for (const [key, entry] of value) {
    const path = joined(place.path, key);
    const type = struct.fields.get(key);
    if (type === undefined) {
      if (place.strict && reader.unknown.length < 100) reader.unknown.push(path);
      continue;
    }
    visit(entry, type, { ...place, struct: struct.name, fields: joined(place.fields, key), path }, reader);
  }
}

type ScalarKind = 'bool' | 'int64' | 'int32' | 'float64' | 'time' | 'bytes';

function visitScalar(value: Value, kind: ScalarKind, place: Place, reader: Reader): void {
  switch (kind) {
    case 'bool':
      if (typeof value !== 'boolean') complain(value, 'bool', place, reader);
      return;
    case 'float64':
      if (typeof value !== 'bigint' && typeof value !== 'number') complain(value, kind, place, reader);
      return;
    case 'int64':
    case 'int32':
      if (typeof value === 'bigint' && (kind === 'int64' || BigInt.asIntN(32, value) === value)) return;
      // A number out of range is printed; of other values only the type is.
      if (typeof value === 'bigint' || typeof value === 'number') complain(value, kind, place, reader, true);
      else complain(value, kind, place, reader);
      return;
    case 'time': {
      const parsed = typeof value === 'string' ? parseGoTime(value, secondsLayout) : undefined;
      if (parsed?.kind === 'time') return;
      reader.isOver = true;
      reader.error = parsed?.message;
      if (parsed === undefined) complain(value, 'string', place, reader);
      return;
    }
    case 'bytes':
      if (typeof value !== 'string') complain(value, '[]uint8', place, reader);
      return;
    default:
      assertNever(kind);
  }
}

function complain(value: Value, type: string, place: Place, reader: Reader, shown = false): void {
  const what = shown ? `number ${numberText(value)}` : jsonTypeName(value);
  const where = place.struct === '' ? 'value' : `struct field ${place.struct}.${place.fields}`;
  reader.error ??= `json: cannot unmarshal ${what} into Go ${where} of type ${type}`;
}

/** Prints a number. A float without a fraction was most likely written with one, or is an integer of more than 64 bits. */
function numberText(value: Value): string {
  if (typeof value !== 'number' || !Number.isInteger(value)) return formatJson(value);
  if (Math.abs(value) >= 1e21) return formatJson(value);
  return Number.isSafeInteger(value) ? `${value}.0` : String(BigInt(value));
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
