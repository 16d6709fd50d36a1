import type { Failure } from './failure.ts';
import type { Scanner } from './scanner.ts';
import type { Token } from './token.ts';

/** The tokens of a scanner, and the first failure of the scanner or of its reader. */
export class TokenStream {
  failure: Failure | undefined;
  readonly #scanner: Scanner;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  /** The next token. It stays the next one until `take`. */
  peek(): Token {
    const token = this.#scanner.peek();
    if (token.kind === 'failure') this.failure ??= this.#scanner.failure;
    return token;
  }

  /** Moves past the next token. */
  take(): void {
    this.#scanner.take();
  }

  /** Moves past the next token and returns the one after it. */
  next(): Token {
    this.#scanner.take();
    return this.peek();
  }

  /** Records a failure unless there is one already: where the scanner stopped, the parser fails as well. */
  fail(failure: Failure): undefined {
    this.failure ??= failure;
  }
}
