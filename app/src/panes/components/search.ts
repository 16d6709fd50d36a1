/** What something can be found by, from what names it to what merely mentions it. */
export type Findable = readonly string[];

/**
 * How well something answers a search, the higher the better; undefined where it does not. Every word that was typed
 * must be there, as the beginning of a word or inside one; of a long search, such as a pasted error, most of them, and
 * more of them count for more than better ones. Who says it in the same words answers best.
 */
export function score(query: string, texts: Findable): number | undefined {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return 0;
  const known = texts.map(plain);
  let sum = 0;
  let found = 0;
  for (const word of wanted) {
    const best = Math.max(0, ...known.map((text, place) => worth(word, text) / (place + 1)));
    if (best > 0) found++;
    sum += best;
  }
  const needed = wanted.length <= 3 ? wanted.length : Math.ceil(wanted.length * 0.6);
  if (found < needed) return undefined;
  const phrase = plain(query).trim();
  const verbatim = wanted.length > 1 && known.some((text) => text.includes(phrase)) ? 100 : 0;
  return sum + 100 * (found / wanted.length) + verbatim;
}

/** Those that answer a search, the best first; what is equally good keeps its order. */
export function found<T>(query: string, all: readonly T[], textsOf: (item: T) => Findable): readonly T[] {
  return all
    .flatMap((item) => {
      const points = score(query, textsOf(item));
      return points === undefined ? [] : [{ item, points }];
    })
    .sort((a, b) => b.points - a.points)
    .map(({ item }) => item);
}

function worth(word: string, text: string): number {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  if (at === 0) return 4;
  if (startsAWord.test(text[at - 1] ?? ' ')) return 3;
  // Elsewhere in the text it may still begin a word.
  return text.includes(` ${word}`) ? 3 : 1;
}

const startsAWord = /[^\p{L}\p{N}]/u;

function wordsOf(query: string): readonly string[] {
  return plain(query)
    .split(/[\s,;:"'()]+/)
    .filter((word) => word !== '');
}

/** Small letters without accents, so that nobody has to type them. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
