/**
 * Good lengths of prefix codes, none longer than `longest`, for symbols that occur as often as `counts` says; 0 for
 * symbols that do not occur. One symbol alone gets a code of one bit.
 */
export function codeLengthsFor(counts: Uint32Array, longest: number): Uint8Array {
  const lengths = huffmanLengths(counts);
  if (lengths.every((length) => length <= longest)) return lengths;
  // Codes get too long where counts differ too much.
  return codeLengthsFor(
    counts.map((count) => (count + 1) >> 1),
    longest,
  );
}

/** The lengths of Huffman's codes: again and again the two lightest nodes become the children of a new one. */
function huffmanLengths(counts: Uint32Array): Uint8Array {
  const symbols = Array.from(counts.keys()).filter((symbol) => (counts[symbol] ?? 0) > 0);
  symbols.sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0));
  // First the leaves, then the inner nodes, which are made in the order of their weights.
  const weights = symbols.map((symbol) => counts[symbol] ?? 0);
  const leaves = symbols.length;
  const parents: number[] = [];
  let leaf = 0;
  let inner = leaves;
  const takeLightest = () => {
    const lighter = inner < weights.length && (leaf >= leaves || (weights[inner] ?? 0) < (weights[leaf] ?? 0));
    const node = lighter ? inner++ : leaf++;
    parents[node] = weights.length;
    return weights[node] ?? 0;
  };
  for (let made = 1; made < leaves; made++) weights.push(takeLightest() + takeLightest());
  const depths = new Uint8Array(weights.length);
  for (let node = weights.length - 2; node >= 0; node--) depths[node] = (depths[parents[node] ?? 0] ?? 0) + 1;
  const lengths = new Uint8Array(counts.length);
  symbols.forEach((symbol, at) => {
    lengths[symbol] = Math.max(1, depths[at] ?? 0);
  });
  return lengths;
}

/** The codes of symbols by the lengths of their codes, each with its first bit lowest, as deflate data has them. */
export function codesOf(lengths: Uint8Array): Uint16Array {
  const codes = new Uint16Array(lengths.length);
  let code = 0;
  for (let length = 1; length < 16; length++) {
    lengths.forEach((each, symbol) => {
      if (each !== length) return;
      codes[symbol] = reversed(code++, length);
    });
    code <<= 1;
  }
  return codes;
}

function reversed(code: number, length: number): number {
  let turned = 0;
  for (let bit = 0; bit < length; bit++) turned |= ((code >> bit) & 1) << (length - 1 - bit);
  return turned;
}
