import type { ErrorManager } from './error-facts.ts';

/** A conflict message that was read: its text, and the managers with their fields. */
export interface ReadConflict {
  readonly message: string;
  readonly managers: readonly ErrorManager[];
  /** The number of conflicts that the message states. It is larger than the number of paths if the text was cut off. */
  readonly count: number;
  /** The text from the end of the message before to the end of this one, which may name the object. */
  readonly around: string;
}

const start = /Apply failed with (\d+) conflicts?:\s*/g;
const header =
  /\s*conflicts? with ("(?:[^"\\]|\\.)*")(?: with subresource ("(?:[^"\\]|\\.)*"))?(?: using ([^\s:]+))?(?: at \S+Z)?:/y;
const bullet = /\s*(?:- )?((?:\.[^\s[\]"',;)}]+|\[(?:"(?:[^"\\]|\\.)*"|[^"\]])*\])+)/y;

/**
 * Reads each `Apply failed with N conflicts: …` in a text, on one line or several, with anything around it. Tools print
 * a message more than once, and shorter the first time; each counts once, at its longest.
 * Upstream: apimachinery pkg/util/managedfields/internal/conflict.go getConflictMessage and printManager.
 */
export function readConflicts(text: string): readonly ReadConflict[] {
  const found: ReadConflict[] = [];
  let from = 0;
  for (const match of text.matchAll(start)) {
    const read = readFrom(text, match, from);
    from += read.around.length;
    const index = found.findIndex((other) => other.message === read.message || isSameCut(other, read));
    const before = found[index];
    if (before === undefined) found.push(read);
    else if (pathCount(before) < pathCount(read)) found[index] = read;
  }
  return found;
}

/** Whether one of two messages was cut off and the other contains what is left of it. */
function isSameCut(a: ReadConflict, b: ReadConflict): boolean {
  if (a.count !== b.count || (isWhole(a) && isWhole(b))) return false;
  const [shorter, longer] = pathCount(a) < pathCount(b) ? [a, b] : [b, a];
  const owned = longer.managers.flatMap(({ manager, paths }) => paths.map((path) => `${manager} ${path}`));
  // The last path may be cut off, too.
  return shorter.managers.every(({ manager, paths }) =>
    paths.every((path) => owned.some((whole) => whole.startsWith(`${manager} ${path}`))),
  );
}

function isWhole(conflict: ReadConflict): boolean {
  return pathCount(conflict) === conflict.count;
}

function pathCount({ managers }: ReadConflict): number {
  return managers.reduce((sum, { paths }) => sum + paths.length, 0);
}

function readFrom(text: string, match: RegExpMatchArray, from: number): ReadConflict {
  const count = Number(match[1]);
  let at = (match.index ?? 0) + match[0].length;
  let end = at;
  const managers: ErrorManager[] = [];
  for (;;) {
    header.lastIndex = at;
    const head = header.exec(text);
    if (head === null) break;
    at = header.lastIndex;
    const paths: string[] = [];
    for (;;) {
      bullet.lastIndex = at;
      const path = bullet.exec(text)?.[1];
      if (path === undefined) break;
      at = bullet.lastIndex;
      paths.push(path.replace(/[.:…]+$/u, ''));
    }
    end = at;
    const apiVersion = head[3] ?? '';
    managers.push({
      manager: unquoted(head[1] ?? '""'),
      operation: apiVersion === '' ? 'Apply' : 'Update',
      subresource: head[2] === undefined ? '' : unquoted(head[2]),
      apiVersion,
      paths,
    });
  }
  const message = wording(count, managers) ?? text.slice(match.index, end).trim();
  return { message, managers, count, around: text.slice(from, end) };
}

/** The message as the server writes it; undefined where some of it is missing. */
function wording(count: number, managers: readonly ErrorManager[]): string | undefined {
  if (managers.reduce((sum, { paths }) => sum + paths.length, 0) !== count) return undefined;
  const [only] = managers;
  if (count === 1 && only !== undefined)
    return `Apply failed with 1 conflict: conflict with ${phrase(only)}: ${only.paths[0]}`;
  const lines = managers.flatMap((each) => [
    `conflicts with ${phrase(each)}:`,
    ...each.paths.map((path) => `- ${path}`),
  ]);
  return `Apply failed with ${count} conflicts: ${lines.join('\n')}`;
}

function phrase({ manager, subresource, apiVersion }: ErrorManager): string {
  const through = subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`;
  return `${JSON.stringify(manager)}${through}${apiVersion === '' ? '' : ` using ${apiVersion}`}`;
}

function unquoted(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}
