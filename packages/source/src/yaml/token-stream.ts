import type { Failure } from './failure.ts';
import type { Scanner } from './scanner.ts';
import type { Token } from './token.ts';

/** The tokens of a scanner for whoever reads them, and the first failure of either. */
export class TokenStream {
  failure: Failure | undefined;
  readonly #scanner: Scanner;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  /** The next token; it stays the next until it is taken. */
  peek(): Token {
    const token = this.#scanner.peek();
    if (token.kind === 'failure') this.failure ??= this.#scanner.failure;
    return token;
  }

  /** Moves past the next token. */
  take(): void {
    this.#scanner.take();
  }

  /** Moves past the next token and gives the one after. */
  next(): Token {
    this.#scanner.take();
    return this.peek();
  }

  /** Notes a failure unless there is one: a parser stumbles over where the scanner stopped. */
  fail(failure: Failure): undefined {
    this.failure ??= failure;
  }
}
