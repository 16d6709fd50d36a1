/** The texts by which something is found: first its name, last what merely mentions it. */
export type Findable = readonly string[];

/**
 * Returns how well texts match a search, the higher the better; undefined where they do not. Each word must occur, at
 * the beginning of a word or inside one. Of more than three words 60 % are enough, and more words count for more than
 * better matches. A text that has the whole search verbatim matches best.
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

/** Returns the items that match a search, the best first. Equally good ones keep their order. */
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
  // A later occurrence may begin a word.
  return text.includes(` ${word}`) ? 3 : 1;
}

const startsAWord = /[^\p{L}\p{N}]/u;

function wordsOf(query: string): readonly string[] {
  return plain(query)
    .split(/[\s,;:"'()]+/)
    .filter((word) => word !== '');
}

/** Lower case without accents, which nobody has to type. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
