import type { Problem } from '@managed-fields/scenario';

/** How the server treats fields that it does not know. */
export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

/** How severe a field that the type does not have, or a key that stands twice, is under each field validation. */
export const severities = { Strict: 'error', Warn: 'warning', Ignore: 'info' } as const;

/** The most problems of one text that a page draws. */
const mostProblems = 1000;

/** The problems that a page shows: those that come first in the text. */
export function firstProblems(problems: readonly Problem[]): readonly Problem[] {
  return problems.length > mostProblems ? problems.slice(0, mostProblems) : problems;
}

/**
 * Joins the problems of a text, at most one for each range. Those of the server win. The field validation decides the
 * severity of duplicate keys that the reader found.
 */
export function mergedProblems(
  ofServer: readonly Problem[],
  ofReader: readonly Problem[],
  fieldValidation: FieldValidation,
): readonly Problem[] {
  const judged = ofReader.map((problem) =>
    problem.code === 'duplicate-key' && problem.severity !== 'error'
      ? { ...problem, severity: severities[fieldValidation] }
      : problem,
  );
  const all = new Map<string, Problem>();
  for (const problem of [...ofServer, ...judged]) {
    const place = `${problem.from} ${problem.to}`;
    if (!all.has(place)) all.set(place, problem);
  }
  return [...all.values()].sort((a, b) => a.from - b.from || a.to - b.to);
}

/** A message that begins with its path, unless it names it already. */
export function withPath(path: string, message: string): string {
  return path === '' || message.includes(path) ? message : `${path}: ${message}`;
}
