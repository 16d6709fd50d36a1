/** A part of a pattern: any characters, one of any kind or of a set, or one of several patterns. */
type Part =
  | { readonly kind: 'any' }
  | { readonly kind: 'one'; readonly fits: (character: string) => boolean }
  | { readonly kind: 'either'; readonly patterns: readonly (readonly Part[])[] };

/**
 * Whether a name matches a pattern of shells: `*` and `?`, sets and alternatives. A pattern that cannot be read matches
 * nothing. Upstream: github.com/gobwas/glob, called by argo-cd util/glob/glob.go Match without separators.
 */
export function matchesGlob(pattern: string, name: string): boolean {
  const reader = new Reader([...pattern]);
  const parts = reader.parts(false);
  if (parts === undefined) return false;
  const characters = [...name];
  return ends(parts, characters, new Set([0])).has(characters.length);
}

/** The places in a name at which a pattern can end that begins at some places. */
function ends(parts: readonly Part[], name: readonly string[], begins: ReadonlySet<number>): ReadonlySet<number> {
  let places = begins;
  for (const part of parts) {
    if (places.size === 0) return places;
    switch (part.kind) {
      case 'any': {
        const first = Math.min(...places);
        places = new Set(Array.from({ length: name.length - first + 1 }, (_, index) => first + index));
        break;
      }
      case 'one':
        places = new Set(
          [...places].flatMap((place) => {
            const character = name[place];
            return character !== undefined && part.fits(character) ? [place + 1] : [];
          }),
        );
        break;
      case 'either': {
        const from = places;
        places = new Set(part.patterns.flatMap((each) => [...ends(each, name, from)]));
        break;
      }
    }
  }
  return places;
}

/** More than anybody writes: each is a level of the reader. */
const mostNested = 100;

/** Reads a pattern, character by character; undefined stands for one that cannot be read. */
class Reader {
  readonly #characters: readonly string[];
  #at = 0;
  #nested = 0;

  constructor(characters: readonly string[]) {
    this.#characters = characters;
  }

  /** The parts up to the end, or up to what ends an alternative. */
  parts(isInside: boolean): readonly Part[] | undefined {
    const parts: Part[] = [];
    for (;;) {
      const character = this.#characters[this.#at];
      if (character === undefined) return isInside ? undefined : parts;
      if (isInside && (character === ',' || character === '}')) return parts;
      this.#at++;
      const part = this.#part(character);
      if (part === undefined) return undefined;
      parts.push(part);
    }
  }

  #part(character: string): Part | undefined {
    switch (character) {
      case '*':
        return { kind: 'any' };
      case '?':
        return { kind: 'one', fits: () => true };
      case '\\':
        return exactly(this.#characters[this.#at++] ?? '');
      case '[':
        return this.#set();
      case '{':
        return this.#either();
      default:
        return exactly(character);
    }
  }

  #set(): Part | undefined {
    const end = this.#characters.indexOf(']', this.#at);
    if (end < 0) return undefined;
    const written = this.#characters.slice(this.#at, end);
    this.#at = end + 1;
    const isNegated = written[0] === '!';
    const listed = isNegated ? written.slice(1) : written;
    const [low = '', dash, high = ''] = listed;
    if (listed.length === 0) return undefined;
    const isRange = listed.length === 3 && dash === '-';
    const isIn = (character: string) =>
      isRange ? codeOf(character) >= codeOf(low) && codeOf(character) <= codeOf(high) : listed.includes(character);
    return { kind: 'one', fits: (character) => isIn(character) !== isNegated };
  }

  #either(): Part | undefined {
    if (++this.#nested > mostNested) return undefined;
    const patterns: (readonly Part[])[] = [];
    for (;;) {
      const parts = this.parts(true);
      if (parts === undefined) return undefined;
      patterns.push(parts);
      const isLast = this.#characters[this.#at] === '}';
      this.#at++;
      if (!isLast) continue;
      this.#nested--;
      return { kind: 'either', patterns };
    }
  }
}

function exactly(wanted: string): Part {
  return { kind: 'one', fits: (character) => character === wanted };
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
