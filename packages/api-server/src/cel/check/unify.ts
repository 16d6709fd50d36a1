import { type CelType, dynType, isDyn, sameType } from './type.ts';

/** The types that have been found for type parameters, by their names. */
export class Mapping {
  readonly known = new Map<string, CelType>();
  private changes: (readonly [name: string, before: CelType | undefined])[] = [];

  /**
   * Whether values of the first types can be assigned to the second; both lists are equally long. Type parameters are
   * bound as this requires; where the types do not fit, the bindings stay as they were.
   * Upstream: github.com/google/cel-go checker/types.go isAssignableList.
   */
  assign(first: readonly CelType[], second: readonly CelType[]): boolean {
    this.changes = [];
    if (listAssignable(this, first, second)) return true;
    for (const [name, before] of this.changes.reverse()) {
      if (before === undefined) this.known.delete(name);
      else this.known.set(name, before);
    }
    return false;
  }

  set(name: string, type: CelType): void {
    this.changes.push([name, this.known.get(name)]);
    this.known.set(name, type);
  }
}

/** Whether a type has no type parameters. It is remembered, since types nest as deeply as expressions. */
function isClosed(type: CelType): boolean {
  if (type.params.length === 0) return type.kind !== 'param';
  const before = closed.get(type);
  if (before !== undefined) return before;
  const found = type.params.every(isClosed);
  closed.set(type, found);
  return found;
}

const closed = new WeakMap<CelType, boolean>();

function listAssignable(known: Mapping, first: readonly CelType[], second: readonly CelType[]): boolean {
  if (first.length !== second.length) return false;
  return first.every((type, index) => typeAssignable(known, type, second[index] as CelType));
}

function typeAssignable(known: Mapping, first: CelType, second: CelType): boolean {
  if (first === second && isClosed(first)) return true;
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

/** Whether a type can be bound to a parameter, and whether the parameter was bound before. */
function substitution(
  known: Mapping,
  type: CelType,
  param: CelType,
): { readonly valid: boolean; readonly known: boolean } {
  if (sameType(type, param)) return { valid: true, known: true };
  const found = known.known.get(param.name);
  if (found !== undefined) {
    if (sameType(type, found)) return { valid: true, known: true };
    if (!typeAssignable(known, type, found)) return { valid: false, known: true };
    const general = mostGeneral(type, found);
    if (isFree(known, param, general)) known.set(param.name, general);
    return { valid: true, known: true };
  }
  if (!isFree(known, param, type)) return { valid: false, known: false };
  known.set(param.name, type);
  return { valid: true, known: false };
}

/** Whether a type does not contain a parameter. */
function isFree(known: Mapping, param: CelType, within: CelType): boolean {
  if (isClosed(within)) return true;
  if (sameType(param, within)) return false;
  if (within.kind === 'param') {
    const found = known.known.get(within.name);
    return found === undefined || isFree(known, param, found);
  }
  return within.params.every((each) => isFree(known, param, each));
}

/** Returns the more general of two types that fit each other. */
export function mostGeneral(first: CelType, second: CelType): CelType {
  return isLessSpecific(first, second) ? first : second;
}

function isLessSpecific(first: CelType, second: CelType): boolean {
  if (first === second || isDyn(first) || first.kind === 'param') return true;
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

/** Replaces the bound parameters of a type. Unbound ones become `dyn` with `unknownToDyn`. */
export function substitute(mapping: Mapping, type: CelType, unknownToDyn: boolean): CelType {
  if (isClosed(type)) return type;
  if (type.kind === 'param') {
    const found = mapping.known.get(type.name);
    if (found !== undefined) return substitute(mapping, found, unknownToDyn);
    return unknownToDyn ? dynType : type;
  }
  const params = type.params.map((param) => substitute(mapping, param, unknownToDyn));
  return params.every((param, index) => param === type.params[index]) ? type : { ...type, params };
}
