import { goTypeName, isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';

/** A whole number of another type than that of decoded JSON, which is int64: an `int` of the template, or a byte of a text. */
export class GoInt {
  readonly value: bigint;
  readonly type: 'int' | 'uint8';

  constructor(value: bigint, type: 'int' | 'uint8' = 'int') {
    this.value = value;
    this.type = type;
  }
}

/** A complex number, which only a template can write. */
export class GoComplex {
  readonly real: number;
  readonly imaginary: number;

  constructor(real: number, imaginary: number) {
    this.real = real;
    this.imaginary = imaginary;
  }
}

/** A value as Go has it in an `any`; null is nil. */
export type GoAny = Value | GoInt | GoComplex;

/** Whether a value is a map of decoded JSON. */
export const isGoMap = (value: GoAny): value is ValueMap => isMap(value as Value);
/** Whether a value is a list of decoded JSON. */
export const isGoList = (value: GoAny): value is readonly Value[] => isList(value as Value);

/**
 * A value while a template runs, as Go's reflection sees it; undefined is none at all. `boxed` ones are what a map or a list
 * of `any` holds: their type is `interface {}`, whatever they hold.
 */
export type GoValue = { readonly value: GoAny; readonly boxed: boolean } | undefined;

/** A value of its own type. */
export const bare = (value: Exclude<GoAny, null>): GoValue => ({ value, boxed: false });
/** A value in an interface. */
export const boxed = (value: GoAny): GoValue => ({ value, boxed: true });

/** What an interface holds; nothing where that is nil. Upstream: text/template/exec.go indirectInterface. */
export function unboxed(value: GoValue): GoValue {
  if (value === undefined || !value.boxed) return value;
  return value.value === null ? undefined : { value: value.value, boxed: false };
}

/** The value as an `any`; nothing is nil. */
export function anyOf(value: GoValue): GoAny {
  return value === undefined ? null : value.value;
}

/** The name of a value's type, as `%T` writes it. */
export function typeName(value: GoAny): string {
  if (value instanceof GoComplex) return 'complex128';
  return value instanceof GoInt ? value.type : goTypeName(value);
}

/** The name of a reflected value's type. */
export function reflectedType(value: Exclude<GoValue, undefined>): string {
  return value.boxed ? 'interface {}' : typeName(value.value);
}

/** A whole number, of whichever type; undefined for other values. */
export function wholeNumber(value: GoAny): bigint | undefined {
  if (value instanceof GoInt) return value.value;
  return typeof value === 'bigint' ? value : undefined;
}

/** Whether a condition takes a value for true. Upstream: text/template/exec.go isTrue. */
export function isTrue(value: GoValue): boolean {
  const held = unboxed(value);
  if (held === undefined) return false;
  const plain = held.value;
  if (plain instanceof GoInt) return plain.value !== 0n;
  if (plain instanceof GoComplex) return plain.real !== 0 || plain.imaginary !== 0;
  if (isList(plain)) return plain.length > 0;
  if (isMap(plain)) return plain.size > 0;
  return Boolean(plain);
}
