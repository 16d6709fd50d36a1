import { recursiveDifference } from './algebra.ts';
import { FieldSetBuilder } from './builder.ts';
import { equalElements, type PathElement } from './element.ts';
import type { FieldSet } from './set.ts';

/** Takes fields out of a set; for fields that nobody owns. Upstream: structured-merge-diff fieldpath/set.go Filter. */
export type Filter = (set: FieldSet) => FieldSet;

/** The filter that takes out some fields and everything below them. Upstream: NewExcludeSetFilter. */
export function excluding(excluded: FieldSet): Filter {
  return (set) => recursiveDifference(set, excluded);
}

/** The start of paths that a filter keeps; `any` stands for every element. */
export type PathPattern = readonly (PathElement | 'any')[];

/**
 * The filter that keeps only what one of the patterns leads to, and everything below it; without patterns it keeps all.
 * Elements on the way to the end of a pattern stay where they are members.
 * Upstream: NewIncludeMatcherFilter, with PrefixMatcher.
 */
export function including(patterns: readonly PathPattern[]): Filter {
  return (set) => (patterns.length === 0 ? set : include(set, patterns));
}

function include(set: FieldSet, patterns: readonly PathPattern[]): FieldSet {
  if (patterns.some((pattern) => pattern.length === 0)) return set;
  const builder = new FieldSetBuilder();
  for (const member of set.members) {
    if (patternsBelow(patterns, member).length > 0) builder.member(member);
  }
  for (const { element, set: below } of set.children) {
    const inside = patternsBelow(patterns, element);
    if (inside.length > 0) builder.child(element, include(below, inside));
  }
  return builder.build();
}

/** What the patterns ask for below an element; a pattern for any element takes precedence, as upstream has it. */
function patternsBelow(patterns: readonly PathPattern[], element: PathElement): PathPattern[] {
  const any = patterns.filter(([first]) => first === 'any');
  const chosen =
    any.length > 0
      ? any
      : patterns.filter(([first]) => first !== undefined && first !== 'any' && equalElements(first, element));
  return chosen.map((pattern) => pattern.slice(1));
}
