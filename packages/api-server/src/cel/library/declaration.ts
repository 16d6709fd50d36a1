import { readSignature, type Signature } from '../check/signature.ts';
import type { CelType } from '../check/type.ts';
import { type CelValue, celError, isError, kindOf, noSuchOverload, typeName } from '../value/cel-value.ts';

/** Computes the result of a function; none of the arguments is an error. */
export type Run = (...args: CelValue[]) => CelValue;

/** A signature of a function, with its code. */
export interface Overload extends Signature {
  readonly run: Run | undefined;
}

/** A function or an operator; operators are named by underscores, `_+_`. */
export interface Declaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /** The code of all overloads; it returns undefined where the first argument does not support the operation. */
  readonly shared: ((...args: CelValue[]) => CelValue | undefined) | undefined;
  /** Whether arguments are passed without a check of their types. */
  readonly unguarded: boolean;
}

/** Declares a function whose overloads have their own code: pairs of signature and code. */
export function overloads(name: string, ...each: readonly (readonly [string, Run])[]): Declaration {
  return {
    name,
    overloads: each.map(([signature, run]) => ({ ...readSignature(signature), run })),
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
