/**
 * Whether a text is an address as in mail headers, including `Name <user@host>`.
 * Upstream: Go net/mail/message.go ParseAddress.
 */
export function isEmail(text: string): boolean {
  const reader = new AddressReader(text);
  return reader.address() && reader.atEnd();
}

/** Whether a character can be in a name without quotes. Blanks and characters with a special meaning cannot. */
function isAtomCharacter(char: string, withDot: boolean): boolean {
  if (char === '.') return withDot;
  if ('()[];@\\,<>":'.includes(char)) return false;
  return char > ' ' && char !== '\u007f';
}

class AddressReader {
  private position = 0;
  private readonly chars: readonly string[];

  constructor(text: string) {
    this.chars = [...text];
  }

  atEnd(): boolean {
    return this.blanks() && this.position === this.chars.length;
  }

  /** Reads an address, or a name with an address in angle brackets. */
  address(): boolean {
    if (!this.blanks()) return false;
    const start = this.position;
    if (this.addrSpec() && this.blanks() && this.peek() !== '<') return true;
    this.position = start;
    if (this.peek() !== '<' && !this.phrase()) return false;
    return this.blanks() && this.take('<') && this.blanks() && this.addrSpec() && this.take('>');
  }

  private addrSpec(): boolean {
    if (!(this.peek() === '"' ? this.quoted() : this.atom(true))) return false;
    if (!this.take('@') || !this.blanks()) return false;
    return this.peek() === '[' ? this.literalDomain() : this.atom(true);
  }

  private phrase(): boolean {
    let words = 0;
    for (;;) {
      if (!this.blanks()) return false;
      const char = this.peek();
      const read =
        char === '"' ? this.quoted() : char !== undefined && isAtomCharacter(char, true) && this.phraseAtom();
      if (!read) return words > 0;
      words++;
    }
  }

  /** Reads a word of a name, which may have dots anywhere. */
  private phraseAtom(): boolean {
    const start = this.position;
    while (isAtomCharacter(this.peek() ?? ' ', true)) this.position++;
    return this.position > start;
  }

  private atom(withDot: boolean): boolean {
    const start = this.position;
    while (isAtomCharacter(this.peek() ?? ' ', withDot)) this.position++;
    const atom = this.chars.slice(start, this.position).join('');
    return atom !== '' && !/^\.|\.\.|\.$/.test(atom);
  }

  private quoted(): boolean {
    this.position++;
    for (;;) {
      const char = this.peek();
      if (char === undefined || char === '\r' || char === '\n') return false;
      this.position++;
      if (char === '"') return true;
      if (char === '\\' && this.chars[this.position++] === undefined) return false;
    }
  }

  /** Reads an IP address in brackets. */
  private literalDomain(): boolean {
    const close = this.chars.indexOf(']', this.position);
    if (close < 0) return false;
    const address = this.chars.slice(this.position + 1, close).join('');
    this.position = close + 1;
    return /^(?:\d{1,3}\.){3}\d{1,3}$/.test(address) || /^IPv6:[0-9a-f:.]+$/i.test(address);
  }

  /** Skips blanks and comments in parentheses, which nest; false where one does not end. */
  private blanks(): boolean {
    let depth = 0;
    for (;;) {
      const char = this.peek();
      if (char === undefined) return depth === 0;
      if (char === '(') depth++;
      else if (depth > 0 && char === ')') depth--;
      else if (depth > 0 && char === '\\') this.position++;
      else if (depth === 0 && char !== ' ' && char !== '\t') return true;
      this.position++;
    }
  }

  private peek(): string | undefined {
    return this.chars[this.position];
  }

  private take(char: string): boolean {
    if (this.peek() !== char) return false;
    this.position++;
    return true;
  }
}
