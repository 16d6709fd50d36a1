/**
 * What the page and the front say to each other: the program that serves the page beside the API of a cluster, and lets
 * through to that API only what `checkIncoming` does.
 */

/** The header in which the page shows the token that it was given. */
export const tokenHeader = 'x-managed-fields-token';

/**
 * The header that only an answer of the front itself has: why it refuses. The front never hands on one of the API, so no
 * server can speak for it.
 */
export const refusalHeader = 'x-managed-fields-refusal';

/**
 * The codes of the refusals, with the HTTP status of each.
 *
 * - `token`: the request has no token, or another one than this start of the front.
 * - `foreign`: it names another host, or comes from a page of another origin.
 * - `request`: it is none that the page has.
 * - `read-only`: it would be a write, if only a dry run, and the front was started with `--read-only`.
 * - `secrets`: it is about Secrets, and the front was started without `--secrets`.
 * - `too-large`: its body is larger than any that an API server takes.
 * - `unreached`: what signs in at the cluster does not answer.
 */
export const frontStatus = {
  token: 401,
  foreign: 403,
  request: 403,
  'read-only': 403,
  secrets: 403,
  'too-large': 413,
  unreached: 502,
} as const;

/** Why the front refuses. */
export type FrontReason = keyof typeof frontStatus;

/** A refusal of the front. */
export interface FrontRefusal {
  readonly kind: 'front';
  readonly reason: FrontReason;
}

/** Reads the header of a refusal; undefined where the answer is none of the front. */
export function readRefusal(header: string | null): FrontRefusal | undefined {
  return header !== null && Object.hasOwn(frontStatus, header)
    ? { kind: 'front', reason: header as FrontReason }
    : undefined;
}
