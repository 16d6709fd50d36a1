/** How many bytes a text has in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  if (!/[^\0-\x7f]/.test(text)) return bytes;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code > 0x7f) bytes += code > 0x7ff ? 2 : 1;
  }
  return bytes;
}
