/** The codes of characters with a meaning in YAML. */
export const code = {
  tab: 0x09,
  newLine: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  exclamation: 0x21,
  doubleQuote: 0x22,
  hash: 0x23,
  percent: 0x25,
  ampersand: 0x26,
  singleQuote: 0x27,
  asterisk: 0x2a,
  plus: 0x2b,
  comma: 0x2c,
  dash: 0x2d,
  dot: 0x2e,
  colon: 0x3a,
  less: 0x3c,
  greater: 0x3e,
  question: 0x3f,
  at: 0x40,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  backtick: 0x60,
  openBrace: 0x7b,
  bar: 0x7c,
  closeBrace: 0x7d,
  byteOrderMark: 0xfeff,
} as const;

/** A space or a tab. */
export function isBlank(character: number): boolean {
  return character === 0x20 || character === 0x09;
}

/** A line break of YAML 1.1: CR, LF, NEL, LS or PS. */
export function isBreak(character: number): boolean {
  return character === 0x0a || character === 0x0d || character === 0x85 || character === 0x2028 || character === 0x2029;
}

/** A line break, or the end of the text, for which a cursor returns 0. */
export function isBreakOrEnd(character: number): boolean {
  return character === 0 || isBreak(character);
}

/** A blank, a line break or the end of the text. */
export function isSpaceOrEnd(character: number): boolean {
  return character <= 0x20 ? isBlank(character) || isBreakOrEnd(character) : character >= 0x85 && isBreak(character);
}

/** A decimal digit. */
export function isDigit(character: number): boolean {
  return character >= 0x30 && character <= 0x39;
}

/** A letter, digit, `_` or `-`, as names of anchors, tags and directives have them. */
export function isWord(character: number): boolean {
  return (
    (character >= 0x61 && character <= 0x7a) ||
    (character >= 0x41 && character <= 0x5a) ||
    isDigit(character) ||
    character === 0x5f ||
    character === 0x2d
  );
}
