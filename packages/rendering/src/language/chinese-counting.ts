/** Chinese characters and full-width punctuation, which take no space beside each other. */
const wide = /[\u2014-\u201d\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/;

/** A name or a value inside a Chinese sentence: with a space at each end that is not Chinese. */
export function spaced(text: string): string {
  return `${spaceBy(text[0])}${text}${spaceBy(text.at(-1))}`;
}

function spaceBy(neighbour: string | undefined): string {
  return neighbour === undefined || wide.test(neighbour) ? '' : ' ';
}
