/** The parts of a text between marks, of which there is one at least. */
export function partsOf(text: string, mark: string): readonly [first: string, ...rest: string[]] {
  const [first = '', ...rest] = text.split(mark);
  return [first, ...rest];
}
