/** A text without the white space before it. Upstream: Go strings.TrimLeftFunc, unicode.IsSpace. */
export function trimmedLeft(text: string): string {
  return text.replace(/^(?:(?!\ufeff)[\s\x85])+/, '');
}
