/** From this column on a space may become a line break. */
const width = 80;

/**
 * Builds the printed text and decides where lines are broken.
 * Upstream: go.yaml.in/yaml/v2 emitterc.go yaml_emitter_write_indent and yaml_emitter_write_indicator.
 */
export class Writer {
  text = '';
  /** Characters (not UTF-16 units) since the last line break. */
  column = 0;
  indent = -1;
  /** Whether the next token needs no space before it. */
  #spaced = true;
  /** Whether the line so far has only indentation and indicators. */
  #indented = true;
  /** The offset at which the text of the last literal block ends. */
  #endOfBlock = 0;

  /** Whether the line so far has only indentation and indicators, so that a sequence must be indented. */
  get indented(): boolean {
    return this.#indented;
  }

  /** The offset at which the printed content ends. Empty lines at the end of a literal block do not belong to it. */
  get endOfContent(): number {
    return this.column === 0 ? this.#endOfBlock : this.text.length;
  }

  /** Moves to the current indentation, on a new line unless this one has nothing else on it. */
  newLine(): void {
    const indent = Math.max(this.indent, 0);
    if (!this.#indented || this.column > indent || (this.column === indent && !this.#spaced)) this.#break('\n');
    if (this.column < indent) {
      this.text += ' '.repeat(indent - this.column);
      this.column = indent;
    }
    this.#spaced = true;
    this.#indented = true;
  }

  /** Writes a space unless there is one already. */
  space(): void {
    if (!this.#spaced) this.#put(' ', 1);
    this.#spaced = true;
  }

  /** Writes `-`, `?`, `:` or a collection without content. */
  indicator(mark: string, options: { readonly spaceBefore: boolean; readonly keepsIndentation: boolean }): void {
    if (options.spaceBefore) this.space();
    this.#put(mark, mark.length);
    this.#spaced = false;
    this.#indented = this.#indented && options.keepsIndentation;
  }

  /** Writes a scalar without quotes. */
  plain(text: string, mayFold: boolean): void {
    this.space();
    this.#folded(text, mayFold, false);
    this.#spaced = false;
    this.#indented = false;
  }

  /** Writes a scalar in single quotes. */
  single(text: string, mayFold: boolean): void {
    this.indicator("'", { spaceBefore: true, keepsIndentation: false });
    this.#folded(text, mayFold, true);
    this.indicator("'", { spaceBefore: false, keepsIndentation: false });
  }

  /** Writes a scalar in double quotes. */
  double(text: string, mayFold: boolean): void {
    this.indicator('"', { spaceBefore: true, keepsIndentation: false });
    // Upstream looks for a byte order mark at the start of the text wherever it is, and escapes all after one.
    const all = text.startsWith('\ufeff');
    let afterSpace = false;
    let start = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit === 0x20 && !all) {
        const folds = mayFold && !afterSpace && i > 0 && i < text.length - 1;
        if (folds && this.column + countCharacters(text, start, i) > width) {
          this.#put(text.slice(start, i), countCharacters(text, start, i));
          this.newLine();
          if (text.charCodeAt(i + 1) === 0x20) this.#put('\\', 1);
          start = i + 1;
        }
        afterSpace = true;
      } else {
        afterSpace = false;
        if (!all && unit !== 0x22 && unit !== 0x5c && isPrintable(unit)) continue;
        this.#put(text.slice(start, i), countCharacters(text, start, i));
        const point = text.codePointAt(i) ?? unit;
        const escaped = escapeCharacter(point);
        this.#put(escaped, escaped.length);
        if (point > 0xffff) i++;
        start = i + 1;
      }
    }
    this.#put(text.slice(start), countCharacters(text, start, text.length));
    this.indicator('"', { spaceBefore: false, keepsIndentation: false });
  }

  /** Writes a scalar as a literal block. */
  literal(text: string): void {
    const indentation = /^[ \n\r\u0085\u2028\u2029]/.test(text) ? '2' : '';
    const chomping = !endsInBreak(text, 0) ? '-' : text.length === 1 || endsInBreak(text, 1) ? '+' : '';
    this.indicator(`|${indentation}${chomping}`, { spaceBefore: true, keepsIndentation: false });
    this.#endOfBlock = this.text.length;
    this.#break('\n');
    this.#indented = true;
    this.#spaced = true;
    this.#lines(text);
  }

  /** Writes lines unchanged, each indented unless it is empty. */
  #lines(text: string): void {
    for (const [, line = '', lineBreak = ''] of text.matchAll(/([^\n\u2028\u2029]*)([\n\u2028\u2029]|$)/g)) {
      if (line !== '') {
        this.newLine();
        this.#put(line, countCharacters(line, 0, line.length));
        this.#indented = false;
        this.#endOfBlock = this.text.length;
      }
      if (lineBreak !== '') {
        this.#break(lineBreak);
        this.#indented = true;
      }
    }
  }

  /** Writes a text in which single spaces beyond the width become line breaks. Unicode line separators stay. */
  #folded(text: string, mayFold: boolean, quoted: boolean): void {
    const fits = !mayFold || this.column + text.length <= width;
    if (fits && !(quoted ? /['\u2028\u2029]/ : /[\u2028\u2029]/).test(text)) {
      this.#put(text, countCharacters(text, 0, text.length));
      return;
    }
    let start = 0;
    let afterSpace = false;
    let afterBreak = false;
    const flush = (to: number) => {
      if (to > start) this.#put(text.slice(start, to), countCharacters(text, start, to));
      start = to;
    };
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit === 0x20) {
        const inside = !quoted || (i > 0 && i < text.length - 1);
        const folds = mayFold && !afterSpace && inside && text.charCodeAt(i + 1) !== 0x20;
        if (folds && this.column + countCharacters(text, start, i) > width) {
          flush(i);
          this.newLine();
          start = i + 1;
        }
        afterSpace = true;
      } else if (unit === 0x2028 || unit === 0x2029) {
        flush(i);
        this.#break(text.slice(i, i + 1));
        start = i + 1;
        this.#indented = true;
        afterBreak = true;
      } else {
        if (afterBreak) {
          flush(i);
          this.newLine();
        }
        if (unit === 0x27 && quoted) {
          flush(i);
          this.#put("'", 1);
        }
        this.#indented = false;
        afterSpace = false;
        afterBreak = false;
      }
    }
    flush(text.length);
  }

  #put(text: string, characters: number): void {
    this.text += text;
    this.column += characters;
  }

  #break(lineBreak: string): void {
    this.text += lineBreak;
    this.column = 0;
  }
}

function endsInBreak(text: string, back: number): boolean {
  return /[\n\u2028\u2029]/.test(text.charAt(text.length - 1 - back));
}

/** The number of characters in a part of a text; a surrogate pair is one. */
function countCharacters(text: string, from: number, to: number): number {
  let count = to - from;
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xdc00 && unit <= 0xdfff) count--;
  }
  return count;
}

/** Whether upstream prints a character unchanged in double quotes. */
function isPrintable(unit: number): boolean {
  return (
    (unit >= 0x20 && unit <= 0x7e) ||
    (unit >= 0xa0 && unit <= 0xd7ff && unit !== 0x2028 && unit !== 0x2029) ||
    (unit >= 0xe000 && unit <= 0xfffd && unit !== 0xfeff)
  );
}

const namedEscapes: ReadonlyMap<number, string> = new Map([
  [0x00, '\\0'],
  [0x07, '\\a'],
  [0x08, '\\b'],
  [0x09, '\\t'],
  [0x0a, '\\n'],
  [0x0b, '\\v'],
  [0x0c, '\\f'],
  [0x0d, '\\r'],
  [0x1b, '\\e'],
  [0x22, '\\"'],
  [0x5c, '\\\\'],
  [0x85, '\\N'],
  [0xa0, '\\_'],
  [0x2028, '\\L'],
  [0x2029, '\\P'],
]);

function escapeCharacter(point: number): string {
  const named = namedEscapes.get(point);
  if (named !== undefined) return named;
  const digits = point.toString(16).toUpperCase();
  if (point <= 0xff) return `\\x${digits.padStart(2, '0')}`;
  return point <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}
