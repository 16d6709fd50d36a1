import { byteLength } from '@managed-fields/merge-engine';

/**
 * Reads the first record of a text with commas, whose fields may stand in quotes: `a,"b,c"` is `a` and `b,c`. Returns what Go
 * says of a text that is none. Upstream: encoding/csv reader.go readRecord, ParseError.Error; github.com/spf13/pflag
 * string_slice.go readAsCSV.
 */
export function commaSeparated(text: string): readonly string[] | string {
  if (text === '') return [];
  const lines = linesOf(text);
  const first = lines.findIndex((line) => line !== '' && line !== '\n');
  if (first < 0) return 'EOF';
  const fields: string[] = [];
  let [at, line, column] = [first, lines[first] ?? '', 1];
  const take = (length: number): string => {
    const taken = line.slice(0, length);
    column += byteLength(taken);
    line = line.slice(length);
    return taken;
  };
  const problem = (column: number, what: string) =>
    `${at === first ? '' : `record on line ${first + 1}; `}parse error on line ${at + 1}, column ${column}: ${what}`;
  for (;;) {
    if (!line.startsWith('"')) {
      const field = take(/^[^,\n]*/.exec(line)?.[0].length ?? 0);
      const quote = field.indexOf('"');
      if (quote >= 0) {
        return problem(column - byteLength(field.slice(quote)), 'bare " in non-quoted-field');
      }
      fields.push(field);
    } else {
      let field = '';
      take(1);
      for (;;) {
        const end = line.indexOf('"');
        if (end >= 0) {
          field += take(end);
          take(1);
          if (!line.startsWith('"')) break;
          field += take(1);
          continue;
        }
        field += take(line.length);
        const next = lines[at + 1];
        if (next === undefined) return problem(column, 'extraneous or missing " in quoted-field');
        [at, line, column] = [at + 1, next, 1];
      }
      if (!/^(?:,|\n?$)/.test(line)) return problem(column - 1, 'extraneous or missing " in quoted-field');
      fields.push(field);
    }
    if (!line.startsWith(',')) return fields;
    take(1);
  }
}

/** The lines of a text, each with what ends it, as `\n`; what ends the text is no carriage return. */
function linesOf(text: string): readonly string[] {
  return text
    .replace(/\r$/, '')
    .replaceAll('\r\n', '\n')
    .split(/(?<=\n)/);
}
