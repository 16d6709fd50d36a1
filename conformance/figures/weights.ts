/** A line of docs/performance.md about what something weighs. */
export interface Weight {
  readonly name: string;
  /** The weight in KB. */
  readonly size: number;
  readonly limit: number;
}

/** Writes a weight as `size` prints it and the page has it. */
export function lineOf({ name, size, limit }: Weight): string {
  return `${name} ${size.toFixed(1)} KB of ${limit} KB`;
}

/** The page with the weights as they are. Throws where it has no line for one. */
export function withWeights(page: string, weights: readonly Weight[]): string {
  return weights.reduce((text, weight) => text.replace(lineIn(text, weight).line, lineOf(weight)), page);
}

/** The lines of the page that are more than 1 KB beside what was measured, or name another limit. */
export function staleLines(page: string, weights: readonly Weight[]): readonly string[] {
  const found = weights.map((weight) => ({ weight, said: lineIn(page, weight) }));
  return found
    .filter(({ weight, said }) => Math.abs(said.size - weight.size) > 1 || said.limit !== weight.limit)
    .map(({ said }) => said.line);
}

function lineIn(page: string, { name }: Weight): Weight & { readonly line: string } {
  const found = new RegExp(`^${name} ([\\d.]+) KB of (\\d+) KB$`, 'm').exec(page);
  if (found === null) throw new Error(`docs/performance.md does not say what this weighs: ${name}`);
  return { name, line: found[0], size: Number(found[1]), limit: Number(found[2]) };
}
