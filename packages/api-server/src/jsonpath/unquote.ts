const named: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
]);

/**
 * The text of a quoted string of Go's syntax, in single quotes too; undefined where it is malformed.
 * Upstream: k8s.io/client-go util/jsonpath/parser.go UnquoteExtend, Go's strconv.UnquoteChar.
 */
export function unquoteExtended(quoted: string): string | undefined {
  const quote = quoted[0];
  if (quoted.length < 2 || quote !== quoted.at(-1) || (quote !== '"' && quote !== "'")) return undefined;
  return unquoteInside(quoted.slice(1, -1), quote);
}

/** The text between two quotes of one sort, with its escapes resolved; undefined where one of them is malformed. */
export function unquoteInside(inside: string, quote: string): string | undefined {
  let text = '';
  for (let at = 0; at < inside.length; ) {
    const character = inside[at] ?? '';
    if (character === quote) return undefined;
    if (character !== '\\') {
      text += character;
      at++;
      continue;
    }
    const escaped = escapeAt(inside, at + 1, quote);
    if (escaped === undefined) return undefined;
    text += escaped.text;
    at = escaped.end;
  }
  return text;
}

/** Reads what follows a backslash at `at`. */
function escapeAt(
  text: string,
  at: number,
  quote: string,
): { readonly text: string; readonly end: number } | undefined {
  const letter = text[at] ?? '';
  const simple = named.get(letter);
  if (simple !== undefined) return { text: simple, end: at + 1 };
  if (letter === "'" || letter === '"') return letter === quote ? { text: letter, end: at + 1 } : undefined;
  const digits = { x: 2, u: 4, U: 8 }[letter];
  if (digits !== undefined) {
    const hex = text.slice(at + 1, at + 1 + digits);
    if (!new RegExp(`^[0-9a-fA-F]{${digits}}$`).test(hex)) return undefined;
    return withCode(Number.parseInt(hex, 16), at + 1 + digits, letter !== 'x');
  }
  const octal = text.slice(at, at + 3);
  return /^[0-7]{3}$/.test(octal) ? withCode(Number.parseInt(octal, 8), at + 3, false) : undefined;
}

function withCode(code: number, end: number, isRune: boolean) {
  if (!isRune) return code > 255 ? undefined : { text: code < 128 ? String.fromCharCode(code) : '\ufffd', end };
  if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return undefined;
  return { text: String.fromCodePoint(code), end };
}
