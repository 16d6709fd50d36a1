import { replaceHidden, visibleLine } from './visible.ts';

/**
 * Writes a word for a POSIX shell: in single quotes unless none of its characters is special. A word that hides something
 * stands between `$'` and `'` with its numbers, which bash, zsh and ksh read, so that nothing is pasted that is not seen.
 */
export function shellWord(word: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(word)) return word;
  const escaped = word.replace(/[\\']/g, '\\$&');
  const shown = replaceHidden(escaped, numbered).replaceAll('\r', '\\r');
  return shown === escaped ? `'${word.replaceAll("'", "'\\''")}'` : `$'${shown}'`;
}

function numbered(character: string): string {
  return `\\U${character.codePointAt(0)?.toString(16).padStart(8, '0')}`;
}

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
