import { readSignature, type Signature } from '../check/signature.ts';
import type { CelType } from '../check/type.ts';
import { type CelValue, celError, isError, kindOf, noSuchOverload, typeName } from '../value/cel-value.ts';

/** Computes the result of a function; none of the arguments is an error. */
export type Run = (...args: CelValue[]) => CelValue;

/** A signature of a function, with its code. */
export interface Overload extends Signature {
  readonly run: Run | undefined;
  /** The minor versions that have it, first and last included: 37 for v1.37. Absent: all. */
  readonly minors?: { readonly from?: number; readonly until?: number };
}

/** A function or an operator; operators are named by underscores, `_+_`. */
export interface Declaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /** The code of all overloads; it returns undefined where the first argument does not support the operation. */
  readonly shared: ((...args: CelValue[]) => CelValue | undefined) | undefined;
  /** Whether arguments are passed without a check of their types. */
  readonly unguarded: boolean;
  /** The minor versions from which on it is another one. */
  readonly turns?: readonly number[];
}

/** Declares a function whose overloads have their own code: of each its signature, its code, and who has it. */
export function overloads(
  name: string,
  ...each: readonly (readonly [string, Run, Overload['minors']?])[]
): Declaration {
  return {
    name,
    overloads: each.map(([signature, run, minors]) => ({
      ...readSignature(signature),
      run,
      ...(minors === undefined ? {} : { minors }),
    })),
    shared: undefined,
    unguarded: false,
  };
}

/** Declares a function whose overloads share their code, which returns undefined where it does not fit. */
export function shared(
  name: string,
  signatures: readonly string[],
  run: (...args: CelValue[]) => CelValue | undefined,
): Declaration {
  const read = signatures.map((signature) => ({ ...readSignature(signature), run: undefined }));
  return { name, overloads: read, shared: run, unguarded: false };
}

/** Collects declarations by name; those of the same name are merged. */
export function declarationsOf(...all: readonly Declaration[]): ReadonlyMap<string, Declaration> {
  const found = new Map<string, Declaration>();
  for (const each of all) {
    const known = found.get(each.name);
    const joined = known && { ...known, overloads: [...known.overloads, ...each.overloads] };
    found.set(each.name, joined ?? each);
  }
  return found;
}

/** A declaration with the overloads that a minor version has; undefined where it has none. */
export function declarationIn(minor: number, declaration: Declaration): Declaration | undefined {
  const { overloads } = declaration;
  const turns = overloads.flatMap(({ minors: { from, until } = {} }) => [
    ...(from === undefined ? [] : [from]),
    ...(until === undefined ? [] : [until + 1]),
  ]);
  if (turns.length === 0) return declaration;
  const held = overloads.filter(({ minors: { from = minor, until = minor } = {} }) => minor >= from && minor <= until);
  return held.length === 0 ? undefined : { ...declaration, overloads: held, turns };
}

/**
 * Calls a function with arguments, by the overloads that the checker found.
 * Upstream: github.com/google/cel-go common/decls/decls.go, interpreter/interpretable.go evalBinary.
 */
export function callFunction(
  declaration: Declaration,
  candidates: readonly Overload[],
  args: readonly CelValue[],
): CelValue {
  const error = args.find(isError);
  if (error !== undefined) return error;
  if (declaration.shared !== undefined) {
    const result = declaration.shared(...args);
    return result === undefined ? unknownTo(declaration.name, args) : result;
  }
  const fitting = candidates.find(
    ({ args: types }) =>
      declaration.unguarded || (types.length === args.length && types.every((type, i) => fits(type, args[i] ?? null))),
  );
  if (fitting?.run !== undefined) return fitting.run(...args);
  return celError(`no such overload: ${declaration.name}(${args.map(typeName).join(', ')})`);
}

/**
 * Returns the error for an operation that the first argument does not support; strings, times and durations have
 * another one.
 */
function unknownTo(name: string, [first = null]: readonly CelValue[]): CelValue {
  const answers = typeof first === 'string' || kindOf(first) === 'timestamp' || kindOf(first) === 'duration';
  return answers ? noSuchOverload : celError(`no such overload: ${name}`);
}

/** Whether a value has a type. Of lists and maps only the first entry is checked. */
function fits(type: CelType, value: CelValue): boolean {
  if (type.kind === 'dyn' || type.kind === 'param') return true;
  if (type.name !== typeName(value)) return false;
  const [first, second] = type.params;
  if (value === null || typeof value !== 'object' || first === undefined) return true;
  if (value.kind === 'list') return value.items[0] === undefined || fits(first, value.items[0]);
  if (value.kind !== 'map' || second === undefined) return true;
  const [key] = value.keys();
  return key === undefined || (fits(first, key) && fits(second, value.find(key) ?? null));
}
