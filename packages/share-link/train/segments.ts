/** A text to train on. */
export interface Text {
  readonly bytes: Uint8Array;
  /** Texts of one family are about the same. What only one family has is worth nothing. */
  readonly family: string;
  readonly weight: number;
}

/** A piece of the dictionary, with the number of families that have its units, on average over the piece. */
export interface Segment {
  readonly text: string;
  readonly frequency: number;
}

/** The number of bytes that are counted together. */
const unit = 6;

/**
 * Chooses pieces of the texts for a dictionary: again and again the range of a text whose units are most frequent
 * beyond a price for each byte. Units of earlier pieces do not count.
 */
export function chooseSegments(texts: readonly Text[], price: number, most: number): Segment[] {
  const { ids, frequencies } = countUnits(texts);
  const best = ids.map((each) => richestStretch(each, frequencies, price));
  const segments: Segment[] = [];
  let length = 0;
  while (length < most) {
    // A range can only lose worth. The best one of before is computed anew, and is taken if it is still the best.
    const index = best.reduce((leader, { worth }, at) => (worth > (best[leader]?.worth ?? 0) ? at : leader), 0);
    const [stretch, units, text] = [best[index], ids[index], texts[index]];
    if (stretch === undefined || units === undefined || text === undefined || stretch.worth <= 0) break;
    const fresh = richestStretch(units, frequencies, price);
    best[index] = fresh;
    if (fresh.worth < stretch.worth) continue;
    const { from, to, worth } = fresh;
    const bytes = text.bytes.slice(from, to + unit - 1);
    segments.push({ text: new TextDecoder().decode(bytes), frequency: worth / (to - from) + price });
    length += bytes.length;
    for (let at = from; at < to; at++) frequencies[units[at] ?? 0] = 0;
    best[index] = richestStretch(units, frequencies, price);
  }
  return segments;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly worth: number;
}

function richestStretch(units: Int32Array, frequencies: Float64Array, price: number): Stretch {
  let best: Stretch = { from: 0, to: 0, worth: 0 };
  let from = 0;
  let worth = 0;
  // A unit counts once. Where the range has it already, it only costs.
  let seen = new Set<number>();
  for (let at = 0; at < units.length; at++) {
    const unitHere = units[at] ?? 0;
    worth += (seen.has(unitHere) ? 0 : (frequencies[unitHere] ?? 0)) - price;
    seen.add(unitHere);
    if (worth <= 0) {
      worth = 0;
      from = at + 1;
      seen = new Set();
    } else if (worth > best.worth) best = { from, to: at + 1, worth };
  }
  return best;
}

/** Each text as the numbers of its units, and for each number how many families have the unit, by their weights. */
function countUnits(texts: readonly Text[]): { ids: Int32Array[]; frequencies: Float64Array } {
  const numbers = new Map<string, number>();
  const seenBy: Map<string, number>[] = [];
  const ids = texts.map(({ bytes, family, weight }) => {
    const units = new Int32Array(Math.max(0, bytes.length - unit + 1));
    const characters = Buffer.from(bytes).toString('latin1');
    for (let at = 0; at < units.length; at++) {
      const key = characters.slice(at, at + unit);
      let id = numbers.get(key);
      if (id === undefined) {
        id = numbers.size;
        numbers.set(key, id);
        seenBy.push(new Map());
      }
      units[at] = id;
      const families = seenBy[id];
      families?.set(family, Math.max(families.get(family) ?? 0, weight));
    }
    return units;
  });
  const frequencies = seenBy.map((families) =>
    families.size < 2 ? 0 : [...families.values()].reduce((sum, weight) => sum + weight, 0),
  );
  return { ids, frequencies: Float64Array.from(frequencies) };
}
