import { code, isBreak, isSpaceOrEnd } from './characters.ts';

/** A position in a text that moves forward and counts lines. Character 0 stands for the end of the text. */
export class Cursor {
  readonly text: string;
  readonly end: number;
  at: number;
  /** The current line, counted from 0. */
  line = 0;
  lineStart: number;

  /** Starts at an offset and ends before another. A byte order mark at the start is skipped. */
  constructor(text: string, from: number, to: number) {
    this.text = text;
    this.end = to;
    this.at = from < to && text.charCodeAt(from) === code.byteOrderMark ? from + 1 : from;
    this.lineStart = this.at;
  }

  /** The number of UTF-16 units from the start of the line. */
  get column(): number {
    return this.at - this.lineStart;
  }

  /** The character at a distance from the position. */
  peek(ahead = 0): number {
    const at = this.at + ahead;
    return at < this.end ? this.text.charCodeAt(at) : 0;
  }

  /** Moves past a line break, if there is one, and returns its value in a scalar: `\n`, or LS and PS themselves. */
  passBreak(): string {
    const character = this.peek();
    if (!isBreak(character)) return '';
    this.at += character === code.carriageReturn && this.peek(1) === code.newLine ? 2 : 1;
    this.lineStart = this.at;
    this.line++;
    return character < 0x2028 ? '\n' : String.fromCharCode(character);
  }

  /** Moves past spaces and tabs. */
  passBlanks(): void {
    let character = this.peek();
    while (character === code.space || character === code.tab) {
      this.at++;
      character = this.peek();
    }
  }

  /** Moves to the end of the line if a comment starts here. */
  passComment(): void {
    if (this.peek() !== code.hash) return;
    while (this.at < this.end && !isBreak(this.text.charCodeAt(this.at))) this.at++;
  }

  /** Whether `---` or `...` stands alone at the start of this line. */
  atDocumentMark(): boolean {
    if (this.at !== this.lineStart) return false;
    const character = this.peek();
    if (character !== code.dash && character !== code.dot) return false;
    return this.peek(1) === character && this.peek(2) === character && isSpaceOrEnd(this.peek(3));
  }
}
