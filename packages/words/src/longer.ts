const plain = 'aceilnorsuyzACEILNORSUYZ';
const accented = 'áçéíľñóřšúýžÁÇÉÍĽÑÓŘŠÚÝŽ';

/** Returns a text with accents that is longer by a third: each word repeats its last letter. */
export function longer(text: string): string {
  let owed = 0;
  return text.replace(/(\P{L}*)(\p{L}+)/gu, (_, before: string, word: string) => {
    owed += (before.length + word.length) / 3;
    const more = Math.round(owed);
    owed -= more;
    const said = [...word].map((letter) => accented[plain.indexOf(letter)] ?? letter);
    return `${before}${said.join('')}${said.at(-1)?.toLowerCase().repeat(more)}`;
  });
}
