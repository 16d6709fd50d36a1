import type { TextRange } from '../playback.ts';

/**
 * The groups in which sensitive values are found. `unchecked`: texts that mention a Secret, a password or a token and
 * cannot be read, so that nobody knows what in them is one; `secret`: what a Secret holds; `last-applied`: what nothing
 * but a last-applied annotation still remembers; `named`: called like a password, token or key; `token`: has the shape
 * of one; `sign-in`: headers, addresses and commands that sign somebody in.
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

/** One sensitive value at its place. The value itself is not in it. */
export interface SecretFinding extends TextRange {
  readonly kind: SecretKind;
  readonly sign: SecretSign;
  /** The step; undefined for what is said of the whole scenario. */
  readonly stepId: string | undefined;
  /** Which text of the step, or of the scenario, `from` and `to` are offsets of. */
  readonly part: 'text' | 'file' | 'name' | 'note' | 'manager' | 'userAgent' | 'title' | 'about';
  /** The name of the file, for a file of a kubectl step. */
  readonly file?: string;
  /** `.stringData.password`, or the name of a command's argument; empty where there is only a line. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** A number for the value: findings of the same value have the same, and are replaced together. */
  readonly value: number;
  /** It stands in a last-applied annotation. */
  readonly remembered?: true;
  /** It is not replaced, because it names an item of a list: another text there would change who owns what. */
  readonly left?: 'list-key';
}

/** What is inside of a scenario that somebody is about to share. Plain data that a worker can post. */
export interface SecretsView {
  readonly documents: number;
  /** Of all texts, in UTF-8. */
  readonly bytes: number;
  readonly findings: readonly SecretFinding[];
}

/** A sensitive part of a string, in offsets of that string. */
export interface Hit extends TextRange {
  readonly kind: SecretKind;
  readonly sign: SecretSign;
  /** How the string holds it: `base64` must stay base64. */
  readonly form: 'text' | 'base64';
}
