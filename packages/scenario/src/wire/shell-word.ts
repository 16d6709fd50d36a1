/** A word as a POSIX shell reads it: as it stands where nothing in it is special, else in single quotes. */
export function shellWord(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The words of a command on one line, or each on a line of its own where that is easier to read. */
export function shellLines(words: readonly string[], width = 76): string {
  const line = words.join(' ');
  return line.length <= width && !line.includes('\n') ? line : words.join(' \\\n  ');
}

/** A here-document that gives a command a text on its standard input; its last line break is made where it is missing. */
export function hereDocument(line: string, text: string): string {
  const lines = new Set(text.split('\n'));
  let end = 'EOF';
  while (lines.has(end)) end = `${end}_`;
  return `${line} <<'${end}'\n${text.endsWith('\n') ? text : `${text}\n`}${end}\n`;
}
