import type { ErrorField } from './error-facts.ts';

const complaint =
  /(?:^|\s|\[)((?:[A-Za-z_]\w*|<nil>)(?:\.[^\s:,.[\]]*|\[[^\]]*\])*): (Required value|Invalid value|Unsupported value|Forbidden|Duplicate value|Too long|Too many|Not found|Internal error)(?=[:,\]\s]|$)/g;

/**
 * The complaints of a validation, `spec.replicas: Invalid value: -1: must be …`, one or a list in brackets. Places are
 * as validation prints them, details begin with the kind of complaint.
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

/** The list's own bracket goes, one that the detail opens stays. */
function closed(detail: string): string {
  const opened = detail.split('[').length - detail.split(']').length;
  return opened > 0 ? `${detail}${']'.repeat(opened)}` : detail;
}

const typed =
  /(\.[^\s:[]+(?:\[(?:"(?:[^"\\]|\\.)*"|[^"\]])*\][^\s:[]*)*): ((?:element \d+: )?(?:field not declared in schema|duplicate entries for key [^\n]*|expected [^\n]*|associative list [^\n]*))/g;

/**
 * The complaints about a configuration that does not fit its schema, below `failed to create typed patch object`.
 * Upstream: structured-merge-diff typed/validate.go.
 */
export function readTypedComplaints(text: string): readonly ErrorField[] {
  return [...text.matchAll(typed)].map((match) => ({ path: match[1] ?? '', detail: (match[2] ?? '').trim() }));
}
