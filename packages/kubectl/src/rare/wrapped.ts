/** The space that no line is broken at. */
const unbroken = '\u00a0';
const space = /[\t\v\f\r \u0085\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/**
 * Breaks lines of a text that are longer than a width, in characters, at spaces. A word that is longer stays whole.
 * Upstream: github.com/mitchellh/go-wordwrap wordwrap.go WrapString.
 */
export function wrapped(width: number, text: string): string {
  const out: string[] = [];
  let [current, spaces, word] = [0, '', ''];
  let wordLength = 0;
  const flush = () => {
    out.push(spaces, word);
    current += spaces.length + wordLength;
    [spaces, word, wordLength] = ['', '', 0];
  };
  for (const character of text) {
    if (character === '\n') {
      if (word !== '' || current + spaces.length <= width) flush();
      out.push('\n');
      [current, spaces] = [0, ''];
    } else if (character !== unbroken && space.test(character)) {
      if (spaces === '' || word !== '') flush();
      spaces += character;
    } else {
      word += character;
      wordLength++;
      if (current + wordLength + spaces.length > width && wordLength < width) {
        out.push('\n');
        [current, spaces] = [0, ''];
      }
    }
  }
  if (word !== '' || current + spaces.length <= width) flush();
  return out.join('');
}
