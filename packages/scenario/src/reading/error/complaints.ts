import type { ErrorField } from './error-facts.ts';

const complaint =
  /(?:^|\s|\[)((?:[A-Za-z_]\w*|<nil>)(?:\.[^\s:,.[\]]*|\[[^\]]*\])*): (Required value|Invalid value|Unsupported value|Forbidden|Duplicate value|Too long|Too many|Not found|Internal error)(?=[:,\]\s]|$)/g;

/**
 * Reads the errors of a validation, `spec.replicas: Invalid value: -1: must be …`, one or a list in brackets. Paths are
 * as validation prints them; a detail begins with the type of error.
 * Upstream: apimachinery pkg/util/validation/field/errors.go.
 */
export function readComplaints(text: string): readonly ErrorField[] {
  const found = [...text.matchAll(complaint)];
  return found.map((match, index) => {
    const from = (match.index ?? 0) + match[0].length;
    const next = found[index + 1]?.index ?? text.length;
    const rest = text.slice(from, next).split('\n')[0] ?? '';
    const detail = `${match[2] ?? ''}${rest}`.replace(/[,\]\s]+$/, '');
    return { path: match[1] ?? '', detail: next < text.length ? detail : closed(detail) };
  });
}

/** Removes the closing bracket of the list, unless the detail opened it. */
function closed(detail: string): string {
  const opened = detail.split('[').length - detail.split(']').length;
  return opened > 0 ? `${detail}${']'.repeat(opened)}` : detail;
}

const typed =
  /(\.[^\s:[]+(?:\[(?:"(?:[^"\\]|\\.)*"|[^"\]])*\][^\s:[]*)*): ((?:element \d+: )?(?:field not declared in schema|duplicate entries for key [^\n]*|expected [^\n]*|associative list [^\n]*))/g;

/**
 * Reads the errors of a configuration that does not fit its schema, after `failed to create typed patch object`.
 * Upstream: structured-merge-diff typed/validate.go.
 */
export function readTypedComplaints(text: string): readonly ErrorField[] {
  return [...text.matchAll(typed)].map((match) => ({ path: match[1] ?? '', detail: (match[2] ?? '').trim() }));
}
