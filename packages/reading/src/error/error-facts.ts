import type { FieldPathText, OwnerOperation } from '@managed-fields/scenario';
import type { ErrorTool } from '@managed-fields/tools';

/**
 * The type of a message from a terminal.
 * `conflict`: fields of other managers; `undeclared-field`, `duplicate-key`, `wrong-type`, `missing-key`,
 * `set-of-maps`: a configuration that does not fit its schema; `managed-fields-sent`; `no-manager`, `bad-manager`;
 * `unknown-field`: strict validation, or its warning; `stale-version`; `no-resource-version`; `immutable`;
 * `union-leftover`: a field that excludes another one that is still there; `duplicate-value`; `invalid`: any other
 * validation error; `no-kind-match`; `unknown-patch-type`; `no-last-applied`; `migration-failed`; `too-large`;
 * `gone-version`; `undecodable`: a value that the kind's type cannot hold; `malformed`: neither YAML nor JSON;
 * `missing-merge-key`: a strategic merge patch with an item that lacks its key; `hidden-duplicate`: a warning about two
 * entries of one key; `forbidden`: authorization {verb, resource}; `webhook` {webhook}; `helm-busy`; `not-found`;
 * `already-exists`.
 */
export type ErrorCode =
  | 'conflict'
  | 'undeclared-field'
  | 'duplicate-key'
  | 'wrong-type'
  | 'missing-key'
  | 'set-of-maps'
  | 'managed-fields-sent'
  | 'no-manager'
  | 'bad-manager'
  | 'unknown-field'
  | 'stale-version'
  | 'no-resource-version'
  | 'immutable'
  | 'union-leftover'
  | 'duplicate-value'
  | 'invalid'
  | 'no-kind-match'
  | 'unknown-patch-type'
  | 'no-last-applied'
  | 'migration-failed'
  | 'too-large'
  | 'gone-version'
  | 'undecodable'
  | 'malformed'
  | 'missing-merge-key'
  | 'hidden-duplicate'
  | 'forbidden'
  | 'webhook'
  | 'helm-busy'
  | 'not-found'
  | 'already-exists';

/** A manager that owns fields in conflict, with the fields. */
export interface ErrorManager {
  readonly manager: string;
  /** For an updater the message has the API version, too. */
  readonly operation: OwnerOperation;
  readonly subresource: string;
  /** Empty where the message does not have it. */
  readonly apiVersion: string;
  readonly paths: readonly FieldPathText[];
}

/** A field that a message complains about, and the complaint. */
export interface ErrorField {
  readonly path: FieldPathText;
  readonly detail: string;
}

/** The object of a message, as far as the message names it. */
export interface ErrorObject {
  readonly apiVersion?: string;
  /** The API group, where the version is not known. */
  readonly group?: string;
  readonly kind?: string;
  /** The plural name of the resource. */
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** What was read from a terminal's text. Plain data. */
export interface ErrorFacts {
  readonly code: ErrorCode;
  /** The server's message without the text of tools around it. */
  readonly message: string;
  readonly tool: ErrorTool | undefined;
  readonly object: ErrorObject;
  readonly managers: readonly ErrorManager[];
  readonly fields: readonly ErrorField[];
  readonly data: Readonly<Record<string, string>>;
}
