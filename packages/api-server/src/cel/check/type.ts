/**
 * The type of an expression. The parameter of a list is the type of its items, those of a map the types of keys and
 * values. A `param` is a type that is not known yet; `struct` and `opaque` are identified by their names.
 * Upstream: github.com/google/cel-go common/types/types.go Type.
 */
export interface CelType {
  readonly kind:
    | 'dyn'
    | 'any'
    | 'error'
    | 'null'
    | 'bool'
    | 'bytes'
    | 'double'
    | 'int'
    | 'uint'
    | 'string'
    | 'timestamp'
    | 'duration'
    | 'list'
    | 'map'
    | 'type'
    | 'param'
    | 'opaque'
    | 'struct';
  readonly name: string;
  readonly params: readonly CelType[];
  /** The fields of an object with their types. */
  readonly fields?: ReadonlyMap<string, CelType>;
  /** The type of all other fields of an object that expressions make. */
  readonly others?: CelType;
}

const noParams: readonly CelType[] = [];

function plain(kind: CelType['kind'], name: string = kind): CelType {
  return { kind, name, params: noParams };
}

export const dynType = plain('dyn');
export const anyType = plain('any', 'google.protobuf.Any');
export const errorType = plain('error', '!error!');
export const nullType = plain('null', 'null_type');
export const boolType = plain('bool');
export const bytesType = plain('bytes');
export const doubleType = plain('double');
export const intType = plain('int');
export const uintType = plain('uint');
export const stringType = plain('string');
export const timestampType = plain('timestamp', 'google.protobuf.Timestamp');
export const durationType = plain('duration', 'google.protobuf.Duration');

export function listType(item: CelType): CelType {
  return { kind: 'list', name: 'list', params: [item] };
}

export function mapType(key: CelType, value: CelType): CelType {
  return { kind: 'map', name: 'map', params: [key, value] };
}

/** The type whose values are types. */
export function typeType(type: CelType): CelType {
  return { kind: 'type', name: 'type', params: [type] };
}

export function paramType(name: string): CelType {
  return plain('param', name);
}

export function opaqueType(name: string, params: readonly CelType[] = noParams): CelType {
  return { kind: 'opaque', name, params };
}

export function optionalType(type: CelType): CelType {
  return opaqueType('optional_type', [type]);
}

export function structType(name: string, fields?: ReadonlyMap<string, CelType>): CelType {
  return { kind: 'struct', name, params: noParams, ...(fields === undefined ? {} : { fields }) };
}

/** Prints a type as messages do. Upstream: checker/format.go FormatCELType. */
export function typeText(type: CelType): string {
  switch (type.kind) {
    case 'any':
    case 'null':
    case 'timestamp':
    case 'duration':
      return type.kind;
    default:
      return type.params.length === 0 ? type.name : `${type.name}(${type.params.map(typeText).join(', ')})`;
  }
}

/** Whether a type accepts any value. */
export function isDyn({ kind }: CelType): boolean {
  return kind === 'dyn' || kind === 'any';
}

export function sameType(left: CelType, right: CelType): boolean {
  return (
    left === right ||
    (left.kind === right.kind &&
      left.name === right.name &&
      left.params.length === right.params.length &&
      left.params.every((param, index) => sameType(param, right.params[index] as CelType)))
  );
}
