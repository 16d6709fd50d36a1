import type { Conflict, MergeTrace, Value, ValueMap } from '@managed-fields/merge-engine';

/** One request to the API server. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without the query: `/apis/apps/v1/namespaces/default/deployments/api/scale`. */
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
  readonly contentType?: string;
  /** Names the manager of an update that names none, up to its first slash. */
  readonly userAgent?: string;
  readonly body?: DecodedBody;
  /** The body as it was sent; a few messages show its beginning. */
  readonly bodyText?: string;
}

/** A body as Go's readers read it; `source` makes it from text. */
export type DecodedBody =
  | {
      readonly kind: 'value';
      readonly value: Value;
      /** Complaints about duplicate keys in the server's words, `line 7: key "a" already set in map`, `duplicate field "a"`. */
      readonly duplicates: readonly string[];
    }
  /** The reader's own words, without what the handler puts before them. */
  | { readonly kind: 'malformed'; readonly message: string };

/** The server's answer. */
export interface ApiResponse {
  readonly code: number;
  readonly body: Value;
  /** In the order in which the server sends them. */
  readonly warnings: readonly string[];
}

/** How a request came to its answer, for `explain`. Objects are at the version of the request. */
export interface RequestTrace {
  readonly operation: 'Apply' | 'Update' | 'Delete' | 'Get';
  /** The manager by name; empty for requests that record none. */
  readonly manager: string;
  readonly force: boolean;
  /** `apps/v1` */
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for the main resource. */
  readonly subresource: string;
  /** The object as it was; undefined where there was none. */
  readonly before: ValueMap | undefined;
  /** The object as it is now; undefined where it is gone or the request failed. */
  readonly after: ValueMap | undefined;
  /** The configuration of an apply. */
  readonly config: ValueMap | undefined;
  /** What the merge compared, took, pruned and kept; undefined where none took place. */
  readonly merge: MergeTrace | undefined;
  /** What an apply was refused for. */
  readonly conflicts: readonly Conflict[];
}
