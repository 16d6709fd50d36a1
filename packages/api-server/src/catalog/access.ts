/** What somebody wants to do: to objects of a resource, or to a path of the server. */
export type Wish =
  | {
      readonly kind: 'resource';
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      readonly subresource: string;
      readonly namespace: string;
      readonly name: string;
    }
  | { readonly kind: 'path'; readonly verb: string; readonly path: string };

/** Whether somebody may do something, and what the server says of it; the reason is empty where it says nothing. */
export interface Decision {
  readonly allowed: boolean;
  readonly reason: string;
}

/** Somebody who sends requests or is asked about, with all groups. */
export interface User {
  readonly name: string;
  /** Absent where nobody gave one. */
  readonly uid?: string;
  readonly groups: readonly string[];
  /** What else is known of the user, by names such as `scopes`; absent where nothing is. */
  readonly extra?: ReadonlyMap<string, readonly string[]>;
}
