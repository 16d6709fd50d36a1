import type { ManagerView } from '@managed-fields/player';
import type { OwnedLine, OwnedLines } from './owned-lines.ts';

/** Which lines of an object are printed: those at or below one of the paths, that one of the managers owns; none are all. */
export interface OnlyLines {
  /** `.spec.template` */
  readonly paths: readonly string[];
  readonly managers: readonly string[];
}

/** Chooses lines, and with them those of the fields that they are in, so that what is left can be read as it stands. */
export function onlyLines({ lines, absent }: OwnedLines, only: OnlyLines): OwnedLines {
  if (only.paths.length === 0 && only.managers.length === 0) return { lines, absent };
  const isBelow = (path: string) => only.paths.length === 0 || only.paths.some((each) => isAtOrBelow(path, each));
  const isOwned = (owners: readonly ManagerView[]) =>
    only.managers.length === 0 || owners.some(({ manager }) => only.managers.includes(manager));
  const isWanted = ({ field, owners, itemOwners }: OwnedLine) =>
    field !== undefined && isBelow(field.path) && isOwned([...owners, ...itemOwners]);
  const wanted = lines.flatMap((line) => (isWanted(line) ? [line.field?.path ?? ''] : []));
  const around = new Set(wanted.flatMap(parentsOf));
  return {
    lines: lines.filter((line) => isWanted(line) || (line.field !== undefined && around.has(line.field.path))),
    absent: absent.filter(({ path, owners }) => isBelow(path) && isOwned(owners)),
  };
}

/** Whether a path is another one or leads on from it; `.spec` does not lead to `.specific`. */
export function isAtOrBelow(path: string, other: string): boolean {
  return path === other || (path.startsWith(other) && /^[.[]/.test(path.slice(other.length)));
}

/** The paths that lead to a path: `.spec` and `.spec.ports` to `.spec.ports[port=80]`. Quotes hold dots and brackets. */
function parentsOf(path: string): readonly string[] {
  const parents: string[] = [];
  let quoted = false;
  for (let at = 1; at < path.length; at++) {
    const character = path[at];
    if (character === '"' && path[at - 1] !== '\\') quoted = !quoted;
    if (!quoted && (character === '.' || character === '[')) parents.push(path.slice(0, at));
  }
  return parents;
}
