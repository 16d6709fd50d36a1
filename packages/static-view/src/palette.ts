import type { ManagerView, OwnerOperation } from '@managed-fields/scenario';

/**
 * How a manager is drawn. Colour is never alone: the letter is the manager's own, and the pattern tells its entries
 * apart (one manager may own by apply, by update and through a subresource, and can conflict with itself).
 */
export interface Mark {
  /** 0 to `colourCount` - 1; `theme.css` knows the colours. */
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

/** How many colours `theme.css` has. */
export const colourCount = 8;
/** How many patterns `theme.css` has. */
export const patternCount = 6;

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A manager's place among colours and letters. `met` in managedFields: such a place is never given to another. */
export interface Seat {
  readonly place: number;
  readonly letter: string;
  readonly met: boolean;
}

/** Everybody's seat by name. */
export type Seating = ReadonlyMap<string, Seat>;

/**
 * Gives newcomers a seat and leaves the others where they sit, so that colours do not jump from step to step.
 * A name that was only typed and is gone leaves its seat to the next newcomer, so that typing one uses up one.
 */
export function seated(before: Seating, typed: readonly string[], met: readonly string[]): Seating {
  const present = new Set([...typed, ...met]);
  const seating = new Map<string, Seat>();
  for (const [name, seat] of before) {
    if (present.has(name) || seat.met) seating.set(name, { ...seat, met: seat.met || met.includes(name) });
  }
  for (const name of present) {
    if (seating.has(name)) continue;
    const seats = [...seating.values()];
    const places = new Set(seats.map(({ place }) => place));
    let place = 0;
    while (places.has(place)) place++;
    const letter = freeLetter(name, new Set(seats.map((seat) => seat.letter)));
    seating.set(name, { place, letter, met: met.includes(name) });
  }
  return seating.size === before.size && [...seating].every(([name, seat]) => sameSeat(before.get(name), seat))
    ? before
    : seating;
}

/** A palette for managers by their seats, and for the entries on screen in their order. */
export function palette(seating: Seating, owners: readonly OwnerIdentity[] = []): Palette {
  const variants = new Map<string, string[]>();
  for (const owner of owners) {
    const known = variants.get(owner.manager) ?? [];
    const identity = identityOf(owner);
    if (!known.includes(identity)) variants.set(owner.manager, [...known, identity]);
  }
  const of = (name: string): Mark => {
    const { place, letter } = seating.get(name) ?? { place: colourCount - 1, letter: 'x' };
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
  const candidates = [...initials, ...lower, ...alphabet].filter((letter) => alphabet.includes(letter));
  return candidates.find((letter) => !taken.has(letter)) ?? candidates[0] ?? 'x';
}

function sameSeat(a: Seat | undefined, b: Seat): boolean {
  return a !== undefined && a.place === b.place && a.letter === b.letter && a.met === b.met;
}
