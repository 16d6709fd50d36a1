/** The words of a command line, or the error in it. */
export type ShellWords =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** `offset` is where the quote was opened. */
  | { readonly kind: 'unclosed'; readonly quote: string; readonly offset: number }
  /** `offset` is where the operator stands. */
  | { readonly kind: 'operator'; readonly operator: string; readonly offset: number };

/**
 * Splits a command line into words as a POSIX shell does. It reads quotes and backslashes, and a backslash before a
 * line break joins the lines. It expands nothing, and refuses pipes, redirections and further commands.
 */
export function shellWords(line: string): ShellWords {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    if (/[|&;<>()`]/.test(character)) return { kind: 'operator', operator: character, offset: at };
    if (character === '\\') {
      at++;
      const escaped = line.charAt(at);
      if (escaped !== '\n') word = (word ?? '') + escaped;
      continue;
    }
    if (character !== "'" && character !== '"') {
      word = (word ?? '') + character;
      continue;
    }
    const quoted = character === "'" ? singleQuoted(line, at) : doubleQuoted(line, at);
    if (quoted === undefined) return { kind: 'unclosed', quote: character, offset: at };
    word = (word ?? '') + quoted.text;
    at = quoted.end;
  }
  if (word !== undefined) words.push(word);
  return { kind: 'words', words };
}

interface Quoted {
  readonly text: string;
  /** The offset of the closing quote. */
  readonly end: number;
}

function singleQuoted(line: string, open: number): Quoted | undefined {
  const end = line.indexOf("'", open + 1);
  return end < 0 ? undefined : { text: line.slice(open + 1, end), end };
}

function doubleQuoted(line: string, open: number): Quoted | undefined {
  let text = '';
  for (let at = open + 1; at < line.length; at++) {
    const character = line.charAt(at);
    if (character === '"') return { text, end: at };
    if (character !== '\\') {
      text += character;
      continue;
    }
    at++;
    const next = line.charAt(at);
    if (next === '\n') continue;
    text += /["\\$`]/.test(next) ? next : `\\${next}`;
  }
  return undefined;
}
