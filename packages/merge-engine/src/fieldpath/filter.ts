import { recursiveDifference } from './algebra.ts';
import { FieldSetBuilder } from './builder.ts';
import { compareElements, equalElements, type PathElement } from './element.ts';
import type { FieldSet } from './set.ts';

/** Takes fields out of a set; for fields that nobody owns. Upstream: structured-merge-diff fieldpath/set.go Filter. */
export type Filter = (set: FieldSet) => FieldSet;

/** The filter that takes out some fields and everything below them. Upstream: fieldpath/set.go NewExcludeSetFilter. */
export function excluding(excluded: FieldSet): Filter {
  return (set) => recursiveDifference(set, excluded);
}

/**
 * The start of paths that a filter keeps; `any` stands for every element.
 * Upstream: fieldpath/set.go PrefixMatcher, MatchAnyPathElement.
 */
export type PathPattern = readonly (PathElement | 'any')[];

/**
 * The filter that keeps only what one of the patterns leads to, and everything below it; without patterns it keeps all.
 * Elements on the way to the end of a pattern stay where they are members. Of several patterns that fit an element, one
 * for any element counts first, and else the first that upstream could not merge with one before it.
 * Upstream: fieldpath/set.go NewIncludeMatcherFilter, Set.FilterIncludeMatches.
 */
export function including(patterns: readonly PathPattern[]): Filter {
  const [first, ...rest] = patterns.map(matcherOf);
  if (first === undefined) return (set) => set;
  const matcher = rest.reduce(mergedMatchers, first);
  return (set) => include(set, matcher);
}

/** What of a set is kept: all of it, or what one of its members leads to. Upstream: fieldpath/set.go SetMatcher. */
type Matcher = 'all' | readonly MemberMatcher[];

interface MemberMatcher {
  readonly element: PathElement | 'any';
  readonly below: Matcher;
}

function matcherOf(pattern: PathPattern): Matcher {
  return pattern.reduceRight<Matcher>((below, element) => [{ element, below }], 'all');
}

/** Upstream: fieldpath/set.go SetMatcher.Merge. */
function mergedMatchers(a: Matcher, b: Matcher): Matcher {
  if (a === 'all' || b === 'all') return 'all';
  const merged = [...a];
  for (const member of b) {
    const at = findMatcher(a, member.element);
    const known = at === undefined ? undefined : merged[at];
    if (at === undefined || known === undefined) merged.push(member);
    else merged[at] = { element: known.element, below: mergedMatchers(known.below, member.below) };
  }
  return merged.sort((x, y) =>
    x.element === 'any' && y.element === 'any' ? 0 : compareMatchers(x.element, y.element),
  );
}

/**
 * Where upstream finds an element again. It searches in the wrong direction, so it finds little among several, and it
 * takes no pattern for any element for another one.
 * Upstream: fieldpath/set.go sortedMemberMatcher.Find.
 */
function findMatcher(members: readonly MemberMatcher[], element: PathElement | 'any'): number | undefined {
  const order = (at: number) => compareMatchers((members[at] as MemberMatcher).element, element);
  let low = 0;
  let high = members.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (order(middle) > 0) low = middle + 1;
    else high = middle;
  }
  return low < members.length && order(low) === 0 ? low : undefined;
}

/** Upstream: fieldpath/set.go PathElementMatcher.Compare. */
function compareMatchers(a: PathElement | 'any', b: PathElement | 'any'): number {
  if (b === 'any') return 1;
  return a === 'any' ? -1 : compareElements(a, b);
}

function include(set: FieldSet, matcher: Matcher): FieldSet {
  if (matcher === 'all') return set;
  const chosen = (element: PathElement) =>
    matcher.find((member) => member.element === 'any' || equalElements(member.element, element));
  const builder = new FieldSetBuilder();
  for (const member of set.members) {
    if (chosen(member) !== undefined) builder.member(member);
  }
  for (const { element, set: below } of set.children) {
    const member = chosen(element);
    if (member !== undefined) builder.child(element, include(below, member.below));
  }
  return builder.build();
}
