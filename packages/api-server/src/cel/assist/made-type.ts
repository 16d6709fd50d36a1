import type { CelType } from '../check/type.ts';
import type { ExpressionScope } from './scope.ts';

/**
 * The part of the object that a mutation makes, by the name of its type, `Object.spec.containers`: items of lists have the
 * name of their list. Null for a part whose type nobody knows; undefined where the name is no such type.
 */
export function partOfMade(name: string, { made }: ExpressionScope): CelType | null | undefined {
  if (made === undefined || !/^Object(?:\.\w+)*$/.test(name)) return undefined;
  let type: CelType | null = made;
  for (const field of name.split('.').slice(1)) {
    if (type === null) return null;
    const item: CelType | undefined = type.kind === 'list' ? type.params[0] : type;
    if (item === undefined || item.kind === 'dyn') return null;
    const next: CelType | undefined = item.fields?.get(field);
    if (next === undefined) return undefined;
    type = next;
  }
  return type;
}
