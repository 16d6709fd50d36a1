import type { TextRange } from '../playback.ts';

/**
 * The groups of sensitive values. `unchecked`: texts that mention a Secret, a password or a token and cannot be read,
 * so that the secrets in them are not known; `secret`: the content of a Secret; `last-applied`: values that only a
 * last-applied annotation still has; `named`: values of fields with the name of a password, token or key; `token`:
 * values with the shape of one; `sign-in`: credentials in headers, URLs and commands.
 */
export type SecretKind = 'unchecked' | 'secret' | 'last-applied' | 'named' | 'token' | 'sign-in';

/** The groups, in the order in which they are listed. */
export const secretKinds: readonly SecretKind[] = ['unchecked', 'secret', 'last-applied', 'named', 'token', 'sign-in'];

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
  | 'header'
  | 'address'
  | 'option';

/** A sensitive value with its place. The value itself is not included. */
export interface SecretFinding extends TextRange {
  readonly kind: SecretKind;
  readonly sign: SecretSign;
  /** The step; undefined for a text of the whole scenario. */
  readonly stepId: string | undefined;
  /** The text of the step or of the scenario that `from` and `to` are offsets of. */
  readonly part: 'text' | 'file' | 'name' | 'note' | 'manager' | 'userAgent' | 'title' | 'about';
  /** The name of the file, for a file of a kubectl step. */
  readonly file?: string;
  /** The path, `.stringData.password`, or the name of a command's argument; empty where only the line is known. */
  readonly path: string;
  /** The line, from 1. */
  readonly line: number;
  /** A number for the value. Findings with the same value have the same number and are replaced together. */
  readonly value: number;
  /** Whether it is in a last-applied annotation. */
  readonly remembered?: true;
  /** Set if it is not replaced because it is the key of a list item: another text would change who owns what. */
  readonly left?: 'list-key';
}

/** What a scenario contains, for somebody who is about to share it. Plain data that a worker can post. */
export interface SecretsView {
  readonly documents: number;
  /** The size of all texts in UTF-8. */
  readonly bytes: number;
  readonly findings: readonly SecretFinding[];
}

/** A sensitive range of a string, in offsets of that string. */
export interface Hit extends TextRange {
  readonly kind: SecretKind;
  readonly sign: SecretSign;
  /** How the string holds the value. `base64` must stay base64. */
  readonly form: 'text' | 'base64';
}
