import { visibleLine } from './visible.ts';

/** Writes the words of a command on one line, or each on its own line if the line would be long or has line breaks. */
export function shellLines(words: readonly string[], width = 76): string {
  const line = words.join(' ');
  return line.length <= width && !line.includes('\n') ? line : words.join(' \\\n  ');
}

/** A here-document that passes a text to a command as its standard input. A missing last line break is added. */
export function hereDocument(line: string, text: string): string {
  const lines = new Set(text.split('\n'));
  let end = 'EOF';
  while (lines.has(end)) end = `${end}_`;
  return `${line} <<'${end}'\n${text.endsWith('\n') ? text : `${text}\n`}${end}\n`;
}

/** Writes a comment, which ends where its line ends. */
export function shellComment(text: string): string {
  return `# ${visibleLine(text)}`;
}
