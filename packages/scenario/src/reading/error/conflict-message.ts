import type { ErrorManager } from './error-facts.ts';

/** A conflict as the server words it, read: its text from the first word on, and who has what. */
export interface ReadConflict {
  readonly message: string;
  readonly managers: readonly ErrorManager[];
  /** How many conflicts the message counts; more than there are paths where the text was cut off. */
  readonly count: number;
}

const start = /Apply failed with (\d+) conflicts?:\s*/g;
const header =
  /\s*conflicts? with ("(?:[^"\\]|\\.)*")(?: with subresource ("(?:[^"\\]|\\.)*"))?(?: using ([^\s:]+))?(?: at \S+Z)?:/y;
const bullet = /\s*(?:- )?((?:\.[^\s[\]"',;)}]+|\[(?:"(?:[^"\\]|\\.)*"|[^"\]])*\])+)/y;

/**
 * Reads `Apply failed with N conflicts: …`, on one line or many, whatever stands before and after it. Undefined where
 * the text has none.
 * Upstream: apimachinery pkg/util/managedfields/internal/conflict.go getConflictMessage and printManager.
 */
export function readConflict(text: string): ReadConflict | undefined {
  // The longest counts: wrappers print a short form first.
  const found = [...text.matchAll(start)].map((match) => readFrom(text, match));
  return found.sort((a, b) => pathCount(b) - pathCount(a))[0];
}

function pathCount({ managers }: ReadConflict): number {
  return managers.reduce((sum, { paths }) => sum + paths.length, 0);
}

function readFrom(text: string, match: RegExpMatchArray): ReadConflict {
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
      paths.push(path.replace(/[.:]+$/, ''));
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
  return { message: wording(count, managers) ?? text.slice(match.index, end).trim(), managers, count };
}

/** The message as the server writes it, where all of it was there. */
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
