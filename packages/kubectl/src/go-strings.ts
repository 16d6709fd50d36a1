/** The parts of a text before and behind the first separator, of one letter, in it. Upstream: Go strings.Cut. */
export function cut(text: string, separator: string): readonly [before: string, behind: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** A text without the white space before it. Upstream: Go strings.TrimLeftFunc, unicode.IsSpace. */
export function trimmedLeft(text: string): string {
  return text.replace(/^(?:(?!\ufeff)[\s\x85])+/, '');
}
