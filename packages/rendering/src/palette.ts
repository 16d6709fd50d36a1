import type { ManagerView } from '@managed-fields/player';
import type { OwnerOperation } from '@managed-fields/scenario';

/**
 * How a manager is drawn. Colour is never alone: the letter is the manager's own, and the pattern tells its entries
 * apart (one manager may own by apply, by update and through a subresource, and can conflict with itself).
 */
export interface Mark {
  /** 0 to `colourCount` - 1; `drawing-css.ts` knows the colours. */
  readonly colour: number;
  /** 0 to `patternCount` - 1; 0 is solid. */
  readonly pattern: number;
  /** One character, a to z or 0 to 9. */
  readonly letter: string;
}

/** What identifies an entry of managedFields, as upstream does: an Update also by its version. */
export type OwnerIdentity = Pick<ManagerView, 'manager' | 'operation' | 'subresource' | 'apiVersion'>;

/** The marks of one screen. */
export interface Palette {
  /** The mark of a manager by name, for steps. */
  of(name: string): Mark;
  /** The mark of an entry of managedFields. */
  ofOwner(owner: OwnerIdentity): Mark;
}

/** How many colours `drawing-css.ts` has. */
export const colourCount = 8;
/** How many patterns `drawing-css.ts` has. */
export const patternCount = 6;

/** The letters that a manager can have. */
export const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** The highest number of further owners that the gutter of the editor has a class for; more are drawn as many. */
export const mostMore = 99;

/** The colour and the letter of a manager. `place` counts from 0 and gives colour and pattern. */
export interface ManagerColour {
  readonly place: number;
  readonly letter: string;
}

/** The colours of all managers, by name. */
export type ManagerColours = ReadonlyMap<string, ManagerColour>;

/**
 * Gives each new manager the next colour, in their order, and leaves those of before as they are. Returns the same
 * colours where nobody is new.
 */
export function assignColours(names: readonly string[], before: ManagerColours = new Map()): ManagerColours {
  const added = [...new Set(names)].filter((name) => !before.has(name));
  if (added.length === 0) return before;
  const managerColours = new Map(before);
  const taken = new Set([...before.values()].map(({ letter }) => letter));
  for (const name of added) {
    const letter = freeLetter(name, taken);
    taken.add(letter);
    managerColours.set(name, { place: managerColours.size, letter });
  }
  return managerColours;
}

/** Whether the same managers have the same colours. */
export function sameColours(a: ManagerColours, b: ManagerColours): boolean {
  return a.size === b.size && [...a].every(([name, colour]) => sameColour(b.get(name), colour));
}

/** Makes the palette of managers by their colours, and of the entries on screen in their order. */
export function palette(managerColours: ManagerColours, owners: readonly OwnerIdentity[] = []): Palette {
  const variants = new Map<string, string[]>();
  for (const owner of owners) {
    const known = variants.get(owner.manager) ?? [];
    const identity = identityOf(owner);
    if (!known.includes(identity)) variants.set(owner.manager, [...known, identity]);
  }
  const of = (name: string): Mark => {
    const { place, letter } = managerColours.get(name) ?? { place: colourCount - 1, letter: 'x' };
    return { colour: place % colourCount, pattern: place % patternCount, letter };
  };
  return {
    of,
    ofOwner: (owner) => {
      const mark = of(owner.manager);
      const variant = Math.max(0, (variants.get(owner.manager) ?? []).indexOf(identityOf(owner)));
      return { ...mark, pattern: (mark.pattern + variant) % patternCount };
    },
  };
}

/** A text that is the same for the same entry of managedFields and for no other. */
export function identityOf({ manager, operation, subresource, apiVersion }: OwnerIdentity): string {
  const version: Record<OwnerOperation, string> = { Apply: '', Update: apiVersion };
  return JSON.stringify([manager, operation, subresource, version[operation]]);
}

/** An initial of the name that is free, else any letter of it, else the first free one of all. */
function freeLetter(name: string, taken: ReadonlySet<string>): string {
  const lower = name.toLowerCase();
  const initials = lower.split(/[^a-z0-9]+/).flatMap((part) => part[0] ?? []);
  const candidates = [...initials, ...lower, ...letters].filter((letter) => letters.includes(letter));
  return candidates.find((letter) => !taken.has(letter)) ?? candidates[0] ?? 'x';
}

function sameColour(a: ManagerColour | undefined, b: ManagerColour): boolean {
  return a !== undefined && a.place === b.place && a.letter === b.letter;
}
