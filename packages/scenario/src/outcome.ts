/** A field path as upstream prints it: `.spec.containers[name="web"].image`. */
export type FieldPathText = string;

/** How a manager wrote: by apply, or by any other request. */
export type OwnerOperation = 'Apply' | 'Update';

/** A range in a text, in UTF-16 code units from its start, end exclusive. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A problem of a step's text, with its range. The message is that of our reader or of the server. */
export interface Problem extends TextRange {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
}

/** How one step ended. */
export interface Outcome {
  readonly stepId: string;
  /** `read`: a pasted live object; `skipped`: switched off, or empty; `not-played`: a command that is not played here. */
  readonly status:
    | 'created'
    | 'changed'
    | 'unchanged'
    | 'deleted'
    | 'read'
    | 'installed'
    | 'conflict'
    | 'error'
    | 'skipped'
    | 'not-played';
  /** The HTTP status code; absent for steps that send no request. */
  readonly code?: number;
  /** The server's message of an error or conflict; of a command what kubectl printed. */
  readonly message?: string;
  readonly warnings: readonly string[];
  readonly problems: readonly Problem[];
  /** The object of the step, such as `apps/v1 Deployment default/api`; absent where it is not known. */
  readonly object?: string;
  /** The manager that the server recorded. */
  readonly manager?: string;
}
