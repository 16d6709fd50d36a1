import { byteLength } from '@managed-fields/merge-engine';

/** A line that begins a list. */
const bullet = /^(\d+\.?|-|\*)\s/;

/**
 * Fills the lines of a text to a width, in bytes; lists, blocks of code and empty lines stay.
 * Upstream: k8s.io/kubectl pkg/explain/formatter.go wrapString.
 */
export function filledLines(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let words: string[] = [];
  let last = '';
  const flush = () => {
    if (words.length === 0) return;
    lines.push(words.join(' '));
    words = [];
    last = '';
  };
  for (const line of text.split('\n')) {
    const isEmpty = line.trim() === '';
    if (line.startsWith('    ') || (isEmpty && lines.length > 0)) {
      flush();
      lines.push(isEmpty && !line.startsWith('    ') ? '' : line);
      continue;
    }
    if (last.endsWith(':') || isEmpty || bullet.test(line.trim())) flush();
    for (const word of line.split(/\s+/).filter((each) => each !== '')) {
      last = word;
      if (words.length > 0 && byteLength([...words, word].join(' ')) > width) {
        flush();
        last = word;
      }
      words.push(word);
    }
  }
  flush();
  return lines;
}
