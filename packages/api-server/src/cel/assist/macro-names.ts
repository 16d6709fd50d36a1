import type { CelType } from '../check/type.ts';

/** A macro that is written as a member: `list.all(each, each > 0)`. */
export interface MemberMacro {
  readonly name: string;
  /** Of what it is one. */
  readonly of: 'list' | 'collection' | 'optional';
  /** What stands in its brackets, and what it comes to. */
  readonly signature: string;
  /** The number of variables that it declares. */
  readonly variables: 1 | 2;
}

/**
 * The macros of expressions but for `has`.
 * Upstream: github.com/google/cel-go parser/macro.go, ext/comprehensions.go, cel/library.go.
 */
export const memberMacros: readonly MemberMacro[] = [
  { name: 'all', of: 'collection', variables: 1, signature: '(x, bool) bool' },
  { name: 'exists', of: 'collection', variables: 1, signature: '(x, bool) bool' },
  { name: 'exists_one', of: 'collection', variables: 1, signature: '(x, bool) bool' },
  { name: 'existsOne', of: 'collection', variables: 2, signature: '(x, y, bool) bool' },
  { name: 'filter', of: 'collection', variables: 1, signature: '(x, bool) list' },
  { name: 'map', of: 'collection', variables: 1, signature: '(x, T) list(T)' },
  { name: 'transformList', of: 'collection', variables: 2, signature: '(x, y, T) list(T)' },
  { name: 'transformMap', of: 'collection', variables: 2, signature: '(x, y, T) map' },
  { name: 'transformMapEntry', of: 'collection', variables: 2, signature: '(x, y, map) map' },
  { name: 'sortBy', of: 'list', variables: 1, signature: '(x, T) list' },
  { name: 'optMap', of: 'optional', variables: 1, signature: '(x, T) optional_type(T)' },
  { name: 'optFlatMap', of: 'optional', variables: 1, signature: '(x, optional_type(T)) optional_type(T)' },
];

const single: ReadonlySet<string> = new Set(['filter', 'map']);

/** By the name of a macro, the most variables that it can declare: two where it is for keys and values too. */
export const loops: ReadonlyMap<string, number> = new Map(
  memberMacros.map(({ name, of }) => [name, of === 'collection' && !single.has(name) ? 2 : 1]),
);

/** Whether values of a type have a macro; of those of which nobody knows the type all may. */
export function hasMacro({ of }: MemberMacro, { kind, name }: CelType): boolean {
  if (kind === 'dyn' || kind === 'any') return of !== 'optional';
  if (of === 'optional') return kind === 'opaque' && name === 'optional_type';
  return kind === 'list' || (kind === 'map' && of === 'collection');
}
