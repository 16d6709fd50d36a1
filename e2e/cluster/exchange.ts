/** A request of the page to the API, without what differs between two runs. */
export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly accept: string;
  /** As whom it arrives; empty for the owner of the token. */
  readonly user: string;
  /** How many writes of the test itself came before it. */
  readonly writes: number;
}

/** The answer of the API to a request that ends. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An event of a watch, and how many writes of the test itself came before it. */
export interface WatchedLine {
  readonly writes: number;
  readonly line: string;
}

/** An API that a page can ask: a real one, or what was recorded of one. */
export interface Api {
  ask(asked: Asked, body: string, contentType: string): Promise<Answered>;
  /** Gives the events of a watch until `signal` aborts or the server ends it. */
  watch(asked: Asked, signal: AbortSignal): AsyncIterable<string>;
  /** Changes the cluster as somebody else does; only a real one is changed. */
  write(method: string, url: string, contentType: string, body: string): Promise<number>;
}

/** What is kept of a test: its answers and the events of its watches. Bodies stand in a table, each once. */
export interface Recorded {
  readonly answers: readonly (Asked & {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: number;
  })[];
  readonly watches: readonly (Asked & { readonly lines: readonly WatchedLine[]; readonly ended: boolean })[];
}

/** The recordings of all tests, by their titles. */
export interface Recordings {
  /** The release of the server that answered. */
  readonly release: string;
  readonly bodies: readonly string[];
  readonly tests: Readonly<Record<string, Recorded>>;
}

/** Whether two requests are the same, so that the one may be answered with what the other got. */
export function sameAsked(a: Asked, b: Asked): boolean {
  return a.method === b.method && a.url === b.url && a.accept === b.accept && a.user === b.user;
}
