import type { FormProblem, Scenario } from '@managed-fields/scenario';

/** The version of the envelope that this code writes, and the newest that it reads. */
export const linkVersion = 1;

/**
 * How the text of a link is packed: `d` deflated against a frozen dictionary, `z` deflated without one, `j` as it is,
 * for links made by programs that have neither.
 */
export type CodecLetter = 'd' | 'z' | 'j';

/** The longest fragment that is read or written, in characters after the `#`. */
export const fragmentCeiling = 65_536;

/** The largest JSON text that a link may hold, in bytes of UTF-8. */
export const textCeiling = 1_500_000;

/** Why a fragment gives no scenario. Each code has its own sentence on the page. */
export type LinkFailureCode =
  /** The end is missing. */
  | 'cut-off'
  /** Something was changed on the way: a foreign character, a checksum that does not fit, a payload that cannot be. */
  | 'altered'
  /** The fragment is longer than `fragmentCeiling`; `limit` and `length` in characters. */
  | 'too-long'
  /** The text in it is larger than the ceiling; `limit` in bytes. */
  | 'too-large'
  /** Made by a newer version of the envelope or of the scenario form; `version` says which. */
  | 'newer-version'
  /** Packed by a codec that this version does not know; `codec` says which. */
  | 'unknown-codec'
  /** Intact, but what it holds is no scenario; `problems` say where. */
  | 'not-a-scenario'
  /** Not a link of the playground at all. */
  | 'not-a-link';

/** A failure with the data of its sentence. */
export interface LinkFailure {
  readonly kind: 'failure';
  readonly code: LinkFailureCode;
  readonly length?: number;
  readonly limit?: number;
  readonly version?: number;
  readonly codec?: string;
  /** Places within the scenario and what is wrong there, for `not-a-scenario`. */
  readonly problems?: readonly { readonly path: string; readonly message: string }[];
}

/** The failure of data that is no scenario: the first of its problems. */
export function notAScenario(problems: readonly FormProblem[]): LinkFailure {
  return {
    kind: 'failure',
    code: 'not-a-scenario',
    problems: problems.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), message })),
  };
}

/** What a fragment says. `none` is an empty fragment; `step` is a step's id or its number from 1. */
export type DecodedLink =
  | { readonly kind: 'none' }
  | { readonly kind: 'scenario'; readonly scenario: Scenario }
  | { readonly kind: 'example'; readonly name: string; readonly step?: string }
  | LinkFailure;

/** A fragment without its `#`, or why the scenario fits into none. */
export type EncodedLink = { readonly kind: 'link'; readonly fragment: string } | LinkFailure;
