import { type CelType, dynType, isDyn, sameType, typeText } from './type.ts';

/** What is known of types that were not known at first, by their texts; never changed. */
export type Mapping = ReadonlyMap<string, CelType>;

/**
 * The mapping by which values of the first types can stand where the second are wanted, the first list as long as the
 * second; undefined where there is none.
 * Upstream: github.com/google/cel-go checker/types.go isAssignableList.
 */
export function assignable(
  mapping: Mapping,
  first: readonly CelType[],
  second: readonly CelType[],
): Mapping | undefined {
  const copy = new Map(mapping);
  return listAssignable(copy, first, second) ? copy : undefined;
}

type Known = Map<string, CelType>;

function listAssignable(known: Known, first: readonly CelType[], second: readonly CelType[]): boolean {
  if (first.length !== second.length) return false;
  return first.every((type, index) => typeAssignable(known, type, second[index] as CelType));
}

function typeAssignable(known: Known, first: CelType, second: CelType): boolean {
  if (second.kind === 'param') {
    const { valid, known: had } = substitution(known, first, second);
    if (valid) return true;
    if (had) return false;
  }
  if (first.kind === 'param') return substitution(known, second, first).valid;
  if (isDyn(first) || isDyn(second) || first.kind === 'error' || second.kind === 'error') return true;
  if (first.kind === 'null') return isNullable(second);
  if (second.kind === 'null') return isNullable(first);
  switch (first.kind) {
    case 'type':
      return second.kind === 'type';
    case 'opaque':
    case 'list':
    case 'map':
      return (
        first.kind === second.kind && first.name === second.name && listAssignable(known, first.params, second.params)
      );
    default:
      return first.kind === second.kind && first.name === second.name;
  }
}

function isNullable({ kind }: CelType): boolean {
  return ['null', 'opaque', 'struct', 'any', 'duration', 'timestamp'].includes(kind);
}

/** Whether a type can be what a parameter stands for, and whether something was known of the parameter. */
function substitution(
  known: Known,
  type: CelType,
  param: CelType,
): { readonly valid: boolean; readonly known: boolean } {
  if (sameType(type, param)) return { valid: true, known: true };
  const found = known.get(typeText(param));
  if (found !== undefined) {
    if (sameType(type, found)) return { valid: true, known: true };
    if (!typeAssignable(known, type, found)) return { valid: false, known: true };
    const general = mostGeneral(type, found);
    if (isFree(known, param, general)) known.set(typeText(param), general);
    return { valid: true, known: true };
  }
  if (!isFree(known, param, type)) return { valid: false, known: false };
  known.set(typeText(param), type);
  return { valid: true, known: false };
}

/** Whether a parameter does not occur inside a type. */
function isFree(known: Mapping, param: CelType, within: CelType): boolean {
  if (sameType(param, within)) return false;
  if (within.kind === 'param') {
    const found = known.get(typeText(within));
    return found === undefined || isFree(known, param, found);
  }
  return within.params.every((each) => isFree(known, param, each));
}

/** The more general of two types that fit. */
export function mostGeneral(first: CelType, second: CelType): CelType {
  return isLessSpecific(first, second) ? first : second;
}

function isLessSpecific(first: CelType, second: CelType): boolean {
  if (isDyn(first) || first.kind === 'param') return true;
  if (isDyn(second) || second.kind === 'param' || first.kind !== second.kind) return false;
  switch (first.kind) {
    case 'type':
      return true;
    case 'opaque':
    case 'list':
    case 'map':
      return (
        first.name === second.name &&
        first.params.length === second.params.length &&
        first.params.every((param, index) => isLessSpecific(param, second.params[index] as CelType))
      );
    default:
      return sameType(first, second);
  }
}

/** A type with all that is known of its parameters; what stays unknown becomes `dyn` where that is asked. */
export function substitute(known: Mapping, type: CelType, unknownToDyn: boolean): CelType {
  const found = known.get(typeText(type));
  if (found !== undefined) return substitute(known, found, unknownToDyn);
  if (type.kind === 'param') return unknownToDyn ? dynType : type;
  if (type.params.length === 0) return type;
  const params = type.params.map((param) => substitute(known, param, unknownToDyn));
  return params.every((param, index) => param === type.params[index]) ? type : { ...type, params };
}
