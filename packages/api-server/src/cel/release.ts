import { extendedListNames } from './library/lists.ts';
import { semverNames } from './library/semver.ts';

/** What the expressions of a release do that those before it did not, by the minor version that brought it. */
const changes = {
  /** A field may be named in backticks. Upstream: github.com/google/cel-go v0.29 parser/parser.go. */
  escapesNames: 37,
  /**
   * A leading dot reaches past the variables of loops, and a field of these is no variable whose name has a dot.
   * Upstream: cel-go checker/env.go resolveSimpleIdent, resolveQualifiedIdent.
   */
  reachesOutside: 37,
  /** `or` and `orValue` of what is no optional value is an error. Upstream: cel-go cel/library.go evalOptionalOr. */
  strictOptionals: 37,
  /** The names of objects have a longest length. Upstream: apiextensions-apiserver pkg/apiserver/schema/cel/model/schemas.go. */
  boundsNames: 37,
  /**
   * `matches(text, pattern)` is counted as `text.matches(pattern)`, and `startsWith` and `endsWith` by what they look for.
   * Upstream: cel-go checker/cost.go, interpreter/runtimecost.go.
   */
  countsPatterns: 37,
  /** Levels below zero are counted as one. Upstream: cel-go v0.29 ext/lists.go trackAllocatingListCall. */
  countsLevels: 37,
  /** Of a name that nobody knows it is guessed which was meant. Upstream: cel-go v0.33 checker/errors.go, common/env/catalog.go. */
  guessesNames: 38,
  /**
   * Estimates know the sizes of what is in lists and maps, and tenths are exact.
   * Upstream: cel-go v0.33 common/cost/estimator.go, default_strategy.go, model.go.
   */
  nestsSizes: 38,
  /**
   * What is counted is counted when it is done, which an error ends. Upstream: cel-go v0.33 interpreter/interpretable.go,
   * common/cost/tracker.go.
   */
  countsAtOnce: 38,
  /** Lists and maps of the language have other types in Go. Upstream: cel-go v0.33 common/types/list.go, map.go. */
  namesSlices: 38,
  /** A loop over an empty text or empty bytes goes through nothing. Upstream: cel-go v0.33 interpreter/interpretable.go evalFold. */
  skipsEmpty: 38,
  /**
   * The sum of two lists is a list of the language itself. Upstream: apiserver v0.37 pkg/cel/common/valuesunstructured.go
   * Add.
   */
  sumsPlainly: 37,
} as const;

/** A change between releases. */
export type CelChange = keyof typeof changes;

/** The release of a server, as expressions meet it. */
export interface CelRelease {
  /** Its minor version: 36 for v1.36. */
  readonly minor: number;
  /** Gathers the minor versions since which something is answered otherwise that was asked for this one. */
  readonly turns?: Set<number>;
}

/** The release whose expressions are meant where none is named. */
export const usualRelease: CelRelease = { minor: 36 };

/** Whether a release has a change. */
export function does(change: CelChange, release: CelRelease): boolean {
  return isSince(changes[change], release);
}

/** Whether a release is of a minor version or a later one. */
export function isSince(minor: number, release: CelRelease): boolean {
  release.turns?.add(minor);
  return release.minor >= minor;
}

/**
 * Functions and macros that new expressions may use one release after the server has them, with the minor version of that.
 * Upstream: k8s.io/apiserver pkg/cel/environment/base.go IntroducedVersion, DefaultCompatibilityVersion.
 */
const since: readonly (readonly [minor: number, names: ReadonlySet<string>])[] = [
  [34, semverNames],
  [35, extendedListNames],
  [38, new Set(['includes'])],
  [39, new Set(['isMask'])],
];

/** The names of the functions that new expressions of a minor version may not use; none where it is not said. */
export function withheld(minor: number | undefined): ReadonlySet<string> {
  if (minor === undefined) return new Set();
  return new Set(since.flatMap(([from, names]) => (minor < from ? [...names] : [])));
}

/** Notes that an expression names a function that not all releases let it use. */
export function noteName(name: string, release: CelRelease): void {
  for (const [from, names] of since) if (names.has(name)) release.turns?.add(from);
}

/** What is answered by some minor versions in a row. */
export interface HeldAnswer<Answer> {
  readonly from: number;
  /** The last of them; undefined where nothing changes any more. */
  readonly until: number | undefined;
  readonly answer: Answer;
}

/** Asks for a minor version, and again for each later one in which the answer may be another one. */
export function inEachRelease<Answer>(
  first: number,
  ask: (release: CelRelease) => Answer,
): readonly HeldAnswer<Answer>[] {
  const held: HeldAnswer<Answer>[] = [];
  for (let from: number | undefined = first; from !== undefined; ) {
    const minor: number = from;
    const turns = new Set<number>();
    const answer = ask({ minor, turns });
    const next = Math.min(...[...turns].filter((turn) => turn > minor));
    const isLast = next === Number.POSITIVE_INFINITY;
    held.push({ from: minor, until: isLast ? undefined : next - 1, answer });
    from = isLast ? undefined : next;
  }
  return held;
}
