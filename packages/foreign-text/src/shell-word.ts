import { replaceHidden } from './hidden.ts';

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
