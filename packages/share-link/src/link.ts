import type { FormProblem, Scenario } from '@managed-fields/scenario';

/** The version of links that this code writes, and the newest that it reads. */
export const linkVersion = 1;

/**
 * The codec of a link's text: `d` is deflated with a dictionary that never changes, `z` deflated without one, `j` not
 * compressed, for links that are made by other programs.
 */
export type CodecLetter = 'd' | 'z' | 'j';

/** The longest fragment that is read or written, in characters after the `#`. */
export const fragmentCeiling = 65_536;

/** The largest JSON text that a link may hold, in bytes of UTF-8. */
export const textCeiling = 1_500_000;

/** Why a fragment gives no scenario. The page has a sentence for each code. */
export type LinkFailureCode =
  /** The end is missing. */
  | 'cut-off'
  /** The link was changed: it has a foreign character, a wrong checksum or an impossible payload. */
  | 'altered'
  /** The fragment is longer than `fragmentCeiling`; `limit` and `length` in characters. */
  | 'too-long'
  /** Its text is larger than `textCeiling`; `limit` in bytes. */
  | 'too-large'
  /** Made by a newer version of links or of the scenario form; `version` is that version. */
  | 'newer-version'
  /** Its codec is not known here; `codec` is the letter. */
  | 'unknown-codec'
  /** The link is intact, but its text is no scenario; `problems` are the errors. */
  | 'not-a-scenario'
  /** Not a link of the playground at all. */
  | 'not-a-link';

/** Why a fragment gives no scenario, with the data of the sentence. */
export interface LinkFailure {
  readonly kind: 'failure';
  readonly code: LinkFailureCode;
  readonly length?: number;
  readonly limit?: number;
  readonly version?: number;
  readonly codec?: string;
  /** The errors of `not-a-scenario`, with their paths in the scenario. */
  readonly problems?: readonly { readonly path: string; readonly message: string }[];
}

/** The failure of data that is no scenario, with its first 20 errors. */
export function notAScenario(problems: readonly FormProblem[]): LinkFailure {
  return {
    kind: 'failure',
    code: 'not-a-scenario',
    problems: problems.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), message })),
  };
}

/** The content of a fragment. `none`: the fragment is empty; `step`: the id of a step, or its number from 1. */
export type DecodedLink =
  | { readonly kind: 'none' }
  | { readonly kind: 'scenario'; readonly scenario: Scenario }
  | { readonly kind: 'example'; readonly name: string; readonly step?: string }
  | { readonly kind: 'lesson'; readonly name: string }
  | LinkFailure;

/** A fragment without its `#`, or the reason why the scenario fits into none. */
export type EncodedLink = { readonly kind: 'link'; readonly fragment: string } | LinkFailure;

/** The length of a checksum in characters. */
export const checksumLength = 7;

/**
 * Computes the CRC-32 (polynomial of zlib and PNG) of a text of ASCII characters, in lower-case base36, padded to
 * `checksumLength`. It finds every change of one character; base64 and deflate do not.
 */
export function checksum(text: string): string {
  let crc = -1;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (-(crc & 1) & 0xedb88320);
  }
  return (~crc >>> 0).toString(36).padStart(checksumLength, '0');
}
