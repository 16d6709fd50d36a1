/** The long texts that were counted last: a rule that loops asks for the same one again and again. */
const counted = new Map<string, number>();

/** The number of code points in a text. */
export function charactersIn(text: string): number {
  const known = text.length < 1000 ? undefined : counted.get(text);
  if (known !== undefined) return known;
  let count = text.length;
  for (let at = 0; at < text.length; at++) if ((text.codePointAt(at) ?? 0) > 0xffff) count--;
  if (text.length < 1000) return count;
  if (counted.size >= 8) counted.clear();
  counted.set(text, count);
  return count;
}
