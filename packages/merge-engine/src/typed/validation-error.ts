/** A complaint about one field, in upstream's words. Upstream: structured-merge-diff typed/helpers.go ValidationError. */
export interface ValidationError {
  /** As messages print it, `.spec.containers[name="a"]`; empty for the whole value. */
  readonly path: string;
  readonly message: string;
}

/** Complaints as upstream prints them: one on its line, several as an indented list below `errors:`. */
export function validationErrorsToString(errors: readonly ValidationError[]): string {
  const lines = errors.map((error) => (error.path === '' ? error.message : `${error.path}: ${error.message}`));
  return lines.length === 1 ? (lines[0] as string) : ['errors:', ...lines.map((line) => `  ${line}`)].join('\n');
}
