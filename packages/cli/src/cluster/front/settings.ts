import type { Access } from '@managed-fields/live-cluster';

/** Where the page lies below the front's address. */
export const pagePrefix = '/playground/';

/** The file by which the front tells the page what only the front knows; it is in no folder. */
export const frontFile = 'front.json';

/** Where the API listens that only the front reaches: at a Unix socket, or at a port of this machine by a secret host. */
export type Behind =
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'port'; readonly port: number; readonly host: string };

/** What the API answered to a request. */
export interface ApiAnswer {
  readonly code: number;
  readonly text: string;
}

/** What a front is started with. */
export interface FrontSettings {
  /** The port on 127.0.0.1; 0 lets the system choose one. */
  readonly port: number;
  /** The folder of the built page. */
  readonly page: string;
  /** What each request to the API has to show. */
  readonly token: string;
  readonly access: Access;
  /** Where others open the page, which links are made for; undefined where nobody said. */
  readonly pageAddress: string | undefined;
  /** Where the API is; undefined as long as it does not listen. */
  readonly behind: () => Behind | undefined;
}

/** What came of starting a front. */
export type Served =
  | { readonly kind: 'serving'; readonly port: number; close(): Promise<void> }
  /** Another program has the port. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'failed'; readonly message: string };
