import { expanded, readWord, type ShellWord } from './shell-word.ts';

/** A range of a text, in UTF-16 code units, end exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** What a shell does with the standard input or output of a command. */
export type Redirect =
  | { readonly kind: 'read'; readonly name: ShellWord }
  | HereText
  | { readonly kind: 'write'; readonly stream: 1 | 2; readonly name: ShellWord; readonly append: boolean }
  /** `2>&1` */
  | { readonly kind: 'join'; readonly stream: 1 | 2; readonly into: 1 | 2 };

/** A here-document or a here-string: a text in the shell text itself. */
export interface HereText {
  readonly kind: 'text';
  readonly form: 'document' | 'string';
  /** What the command reads. */
  readonly text: string;
  /** Where `$?` stands in the text. */
  readonly statuses?: readonly number[];
  /** Where the line says so: `<<EOF`, or the whole here-string. */
  readonly operator: Range;
  /** The body of a here-document, or the word of a here-string. */
  readonly body: Range;
  /** The body with the line that ends it. */
  readonly whole: Range;
  /** Whether the body is read as it stands there: the delimiter is quoted, and no tabs are taken away. */
  readonly plain: boolean;
}

/** One command: what it is called with, and where its streams lead. */
export interface ShellCommand {
  /** The variables that are set for it alone: `A=1`. */
  readonly assignments: readonly Assignment[];
  /** The program and its arguments, without the assignments. */
  readonly words: readonly ShellWord[];
  readonly redirects: readonly Redirect[];
  /** The range from its first word to its last. Bodies of here-documents stand behind it. */
  readonly from: number;
  readonly to: number;
}

/** A variable that is set: its name, and the whole word. */
export interface Assignment {
  readonly name: string;
  readonly value: string;
  readonly word: ShellWord;
}

/** Commands that are joined by `|`. */
export interface Pipeline {
  /** The operator before it: it runs if the pipeline before succeeded, if that failed, or in any case. */
  readonly after: '&&' | '||' | ';';
  readonly commands: readonly ShellCommand[];
}

/** A text as a shell reads it. */
export type ShellText =
  | { readonly kind: 'script'; readonly pipelines: readonly Pipeline[]; readonly variables: readonly string[] }
  /** A quote that is not closed; `line` is the last line of the text. */
  | { readonly kind: 'unclosed'; readonly line: number }
  /** A token that cannot stand where it does, a line break among them; empty for the end of the text. */
  | { readonly kind: 'unexpected'; readonly token: string; readonly line: number }
  /** Something that a shell does and that is not played here, such as `$(…)`. */
  | { readonly kind: 'unplayed'; readonly syntax: string };

type Refusal = Exclude<ShellText, { readonly kind: 'script' }>;

/** Reads a text as a POSIX shell does, and here-strings as bash does. Nothing is expanded. */
export function readShell(text: string): ShellText {
  return new ShellReader(text).read(false);
}

/** The commands of a text in their order; none where it cannot be read. */
export function commandsIn(text: string): readonly ShellCommand[] {
  const script = readShell(text);
  return script.kind === 'script' ? script.pipelines.flatMap(({ commands }) => commands) : [];
}

/** Reads the first line that holds a command, with all lines that it goes on to; `end` is the offset behind them. */
export function readShellLine(text: string): { readonly read: ShellText; readonly end: number } {
  const reader = new ShellReader(text);
  const read = reader.read(true);
  return { read, end: reader.at };
}

/** The operators of a shell, the longest first. */
const operators = [
  ...['<<<', '<<-', '&&', '||', ';;', '|&', '<<', '<&', '<>', '>>', '>&', '>|', '&>'],
  ...['|', '&', ';', '<', '>', '(', ')'],
];

const unplayedOperators: Readonly<Record<string, string>> = { '(': '(…)', '|&': '|&', '&': '&', '&>': '&>' };

/** A here-document whose body has not been met yet. */
interface Pending {
  readonly redirects: Redirect[];
  readonly place: number;
  readonly operator: Range;
  readonly end: string;
  readonly quoted: boolean;
  readonly stripsTabs: boolean;
}

class ShellReader {
  readonly #text: string;
  #at = 0;
  #pending: Pending[] = [];
  readonly #variables: string[] = [];
  #refused: Refusal | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Where the reader is. */
  get at(): number {
    return this.#at;
  }

  read(oneLine: boolean): ShellText {
    const pipelines: Pipeline[] = [];
    let after: Pipeline['after'] = ';';
    for (;;) {
      this.#skipLines();
      if (this.#at >= this.#text.length) {
        if (after !== ';') return this.#unexpected('');
        break;
      }
      const commands = this.#pipeline();
      if (this.#refused !== undefined) return this.#refused;
      pipelines.push({ after, commands });
      const operator = this.#operator();
      if (operator !== '' && operator !== '\n' && operator !== ';' && operator !== '&&' && operator !== '||') {
        return this.#unexpected(operator);
      }
      if (operator === '\n' && oneLine) break;
      after = operator === '&&' || operator === '||' ? operator : ';';
    }
    this.#bodies();
    return this.#refused ?? { kind: 'script', pipelines, variables: [...new Set(this.#variables)] };
  }

  #pipeline(): readonly ShellCommand[] {
    const commands: ShellCommand[] = [];
    for (;;) {
      const command = this.#command();
      if (this.#refused !== undefined) return commands;
      commands.push(command);
      this.#skipBlanks();
      if (this.#peek() !== '|') return commands;
      this.#operator();
      this.#skipLines();
    }
  }

  #command(): ShellCommand {
    const assignments: Assignment[] = [];
    const words: ShellWord[] = [];
    const redirects: Redirect[] = [];
    this.#skipBlanks();
    const from = this.#at;
    let to = from;
    while (this.#refused === undefined) {
      this.#skipBlanks();
      const stream = /^\d{1,9}(?=[<>])/.exec(this.#text.slice(this.#at, this.#at + 10))?.[0] ?? '';
      this.#at += stream.length;
      const operator = this.#peek();
      if (/^[<>]/.test(operator)) this.#redirect(redirects, stream);
      else if (operator !== '' || this.#at >= this.#text.length) break;
      else {
        const word = this.#word();
        const [whole, name] =
          /^([A-Za-z_]\w*)=/.exec(word === undefined ? '' : this.#text.slice(word.from, word.to)) ?? [];
        if (word === undefined) break;
        if (words.length === 0 && whole !== undefined)
          assignments.push({ name: name ?? '', value: word.text.slice(whole.length), word });
        else words.push(word);
      }
      to = this.#at;
    }
    if (this.#refused === undefined && to === from) this.#unexpected(this.#peek());
    return { assignments, words, redirects, from, to };
  }

  /** Reads a redirection behind the number of its stream, if that stands there. */
  #redirect(redirects: Redirect[], number: string): void {
    const from = this.#at;
    const operator = this.#operator();
    if (!(operator.startsWith('<') ? ['', '0'] : ['', '1', '2']).includes(number)) {
      this.#refused = { kind: 'unplayed', syntax: `${number}${operator}` };
      return;
    }
    const stream = number === '2' ? 2 : 1;
    const isProcess = this.#text.charAt(this.#at) === '(';
    if (isProcess || operator === '<&' || operator === '<>' || operator === '>|') {
      this.#refused = { kind: 'unplayed', syntax: isProcess ? `${operator}(…)` : operator };
      return;
    }
    this.#skipBlanks();
    if (this.#peek() !== '' || this.#at >= this.#text.length) {
      this.#unexpected(this.#peek());
      return;
    }
    const name = this.#word();
    if (name === undefined) return;
    switch (operator) {
      case '<':
        redirects.push({ kind: 'read', name });
        return;
      case '>':
      case '>>':
        redirects.push({ kind: 'write', stream, name, append: operator === '>>' });
        return;
      case '>&':
        if (name.text === '1' || name.text === '2') {
          redirects.push({ kind: 'join', stream, into: name.text === '1' ? 1 : 2 });
        } else this.#refused = { kind: 'unplayed', syntax: operator };
        return;
      case '<<<': {
        const range = { from, to: name.to };
        const ranges = { operator: range, body: { from: name.from, to: name.to }, whole: range };
        const statuses = name.statuses === undefined ? {} : { statuses: name.statuses };
        redirects.push({ kind: 'text', form: 'string', text: `${name.text}\n`, ...statuses, ...ranges, plain: false });
        return;
      }
      default: {
        const { text, quoted } = name;
        const place = redirects.push({ kind: 'read', name }) - 1;
        const range = { from, to: name.to };
        this.#pending.push({ redirects, place, operator: range, end: text, quoted, stripsTabs: operator === '<<-' });
      }
    }
  }

  /** Reads the bodies of the here-documents of the line that ends here. */
  #bodies(): void {
    const pending = this.#pending;
    this.#pending = [];
    for (const { redirects, place, operator, end, quoted, stripsTabs } of pending) {
      const from = this.#at;
      const lines: string[] = [];
      let to = from;
      for (;;) {
        if (this.#at >= this.#text.length) break;
        const next = this.#text.indexOf('\n', this.#at);
        const line = this.#text.slice(this.#at, next < 0 ? undefined : next);
        this.#at = next < 0 ? this.#text.length : next + 1;
        const kept = stripsTabs ? line.replace(/^\t+/, '') : line;
        if (kept === end) break;
        lines.push(next < 0 ? kept : `${kept}\n`);
        to = this.#at;
      }
      const body = lines.join('');
      const read = quoted ? { text: body, variables: [], statuses: [] } : expanded(body, '\\$`');
      if ('kind' in read) {
        this.#refused ??= { kind: 'unplayed', syntax: read.syntax };
        return;
      }
      this.#variables.push(...read.variables.filter((name) => name !== '$?'));
      const plain = read.text === this.#text.slice(from, to);
      const ranges = { operator, body: { from, to }, whole: { from, to: this.#at } };
      const { text, statuses } = read;
      redirects[place] = { kind: 'text', form: 'document', text, statuses, ...ranges, plain };
    }
  }

  #word(): ShellWord | undefined {
    const read = readWord(this.#text, this.#at);
    if (read.kind === 'word') {
      this.#at = read.word.to;
      this.#variables.push(...read.variables);
      return read.word;
    }
    this.#refused =
      read.kind === 'substitution'
        ? { kind: 'unplayed', syntax: read.syntax }
        : { kind: 'unclosed', line: this.#lineAt(this.#text.length) };
    return undefined;
  }

  #skipBlanks(): void {
    for (;;) {
      const character = this.#text.charAt(this.#at);
      if (/[^\S\n]/.test(character)) this.#at++;
      else if (this.#text.startsWith('\\\n', this.#at)) this.#at += 2;
      else if (character === '#') {
        const end = this.#text.indexOf('\n', this.#at);
        this.#at = end < 0 ? this.#text.length : end;
      } else return;
    }
  }

  #skipLines(): void {
    for (;;) {
      this.#skipBlanks();
      if (this.#text.charAt(this.#at) !== '\n') return;
      this.#operator();
    }
  }

  /** The operator that stands here, or a line break; empty for a word and for the end. */
  #peek(): string {
    if (this.#text.charAt(this.#at) === '\n') return '\n';
    return operators.find((operator) => this.#text.startsWith(operator, this.#at)) ?? '';
  }

  #operator(): string {
    this.#skipBlanks();
    const operator = this.#peek();
    this.#at += operator.length;
    if (operator === '\n') this.#bodies();
    return operator;
  }

  #unexpected(token: string): Refusal {
    const unplayed = unplayedOperators[token];
    this.#refused ??=
      unplayed === undefined
        ? { kind: 'unexpected', token, line: this.#lineAt(this.#at) }
        : { kind: 'unplayed', syntax: unplayed };
    return this.#refused;
  }

  #lineAt(offset: number): number {
    return this.#text.slice(0, offset).split('\n').length;
  }
}
