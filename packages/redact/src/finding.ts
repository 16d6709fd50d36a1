import type { TextRange } from '@managed-fields/source';

/**
 * The groups of sensitive values. `unchecked`: texts that mention a Secret, a password or a token and cannot be read,
 * so that the secrets in them are not known; `secret`: the content of a Secret; `last-applied`: values that only a
 * last-applied annotation still has; `named`: values of fields with the name of a password, token or key; `token`:
 * values with the shape of one; `sign-in`: credentials in headers, URLs and commands; `random`: what is not known to be
 * plain, because it looks random or has a layer that cannot be read.
 */
export type SecretKind = 'unchecked' | 'secret' | 'last-applied' | 'named' | 'token' | 'sign-in' | 'random';

/** The groups, in the order in which they are listed. */
export const secretKinds: readonly SecretKind[] = [
  ...(['unchecked', 'secret', 'last-applied', 'named', 'token', 'sign-in', 'random'] as const),
];

/** Why a value counts as sensitive. */
export type SecretSign =
  | 'unreadable'
  | 'data'
  | 'string-data'
  | 'in-secret'
  | 'comment'
  | 'file'
  | 'remembered'
  | 'name'
  | 'private-key'
  | 'jwt'
  | 'aws'
  | 'github'
  | 'gitlab'
  | 'slack'
  | 'service'
  | 'entropy'
  | 'layer'
  | 'header'
  | 'address'
  | 'option';

/** A sensitive range of a string, in offsets of that string. */
export interface Hit extends TextRange {
  readonly kind: SecretKind;
  readonly sign: SecretSign;
  /** How the string holds the value. `base64` must stay base64. */
  readonly form: 'text' | 'base64';
}

/** Sorts ranges and removes those that begin inside another. Of two with the same start the longer stays. */
export function inTurn<Range extends TextRange>(ranges: readonly Range[]): readonly Range[] {
  let end = 0;
  return [...ranges]
    .sort((a, b) => a.from - b.from || b.to - a.to)
    .filter(({ from, to }) => {
      if (from < end) return false;
      end = to;
      return true;
    });
}
