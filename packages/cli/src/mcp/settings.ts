/** How assistants reach the server. */
export type AssistantSettings = {
  /** The address of the playground that links open; undefined where the operator named none. */
  readonly page: string | undefined;
} & (
  | { readonly by: 'stdio' }
  | {
      readonly by: 'http';
      /** The port on 127.0.0.1; 0 lets the system choose one. */
      readonly port: number;
      /** What each request has to show. */
      readonly token: string;
    }
);

/** What came of starting a server. */
export type ServedAssistants =
  | {
      readonly kind: 'serving';
      /** The port; 0 on standard input and output. */
      readonly port: number;
      /** Settled when the client ended it; never over HTTP. */
      readonly ended: Promise<void>;
      close(): Promise<void>;
    }
  /** Another program has the port. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'failed'; readonly message: string };
