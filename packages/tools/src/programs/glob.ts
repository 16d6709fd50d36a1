/**
 * Whether a name matches a pattern of shells: `*` and `?`, sets and alternatives. A pattern that cannot be read matches
 * nothing. Upstream: github.com/gobwas/glob, called by argo-cd util/glob/glob.go Match without separators.
 */
export function matchesGlob(pattern: string, name: string): boolean {
  if (!/[*?[{\\]/.test(pattern)) return pattern === name;
  const expression = expressionOf(pattern);
  return expression !== undefined && new RegExp(`^${expression}$`, 'su').test(name);
}

/** A pattern as an expression; undefined where it is none. */
function expressionOf(pattern: string): string | undefined {
  const characters = [...pattern];
  let written = '';
  let depth = 0;
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? '';
    if (character === '\\') {
      at++;
      written += literal(characters[at] ?? '');
    } else if (character === '*') {
      written += '.*';
    } else if (character === '?') {
      written += '.';
    } else if (character === '[') {
      const end = characters.indexOf(']', at + 1);
      const set = end < 0 ? undefined : setOf(characters.slice(at + 1, end));
      if (set === undefined) return undefined;
      written += set;
      at = end;
    } else if (character === '{') {
      depth++;
      written += '(?:';
    } else if (character === '}' && depth > 0) {
      depth--;
      written += ')';
    } else if (character === ',' && depth > 0) {
      written += '|';
    } else {
      written += literal(character);
    }
  }
  return depth === 0 ? written : undefined;
}

/** `[abc]`, `[a-z]`, `[!abc]`. */
function setOf(characters: readonly string[]): string | undefined {
  const isNegated = characters[0] === '!';
  const listed = isNegated ? characters.slice(1) : characters;
  if (listed.length === 0) return undefined;
  const isRange = listed.length === 3 && listed[1] === '-';
  const inside = isRange ? `${escaped(listed[0])}-${escaped(listed[2])}` : listed.map(escaped).join('');
  return `[${isNegated ? '^' : ''}${inside}]`;
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
}

function escaped(character = ''): string {
  return character.replace(/[\\^\]-]/, '\\$&');
}
