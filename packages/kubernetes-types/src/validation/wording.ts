import { subdomain1123 } from '@managed-fields/api-server';
import type { FieldError } from '@managed-fields/merge-engine';
import { plainValue, shownChange, shownValue } from '../internal/index.ts';
import { holdsFor, type PlayedVersion, type ReleasesHeld } from '../versions.ts';
import { type Complaint, type Errors, madeIn } from './errors.ts';
import { underscoredSubdomain } from './names.ts';
import type { Shown } from './shown.ts';

/** Wordings of complaints that some versions have in place of others. */
const rewordings: readonly (ReleasesHeld & { readonly words: string | RegExp; readonly instead: string })[] = [
  // k8s.io/apimachinery pkg/api/validate/content: labels and their keys.
  {
    until: 'v1.35',
    words: "when pod `restartPolicy` is 'Never'",
    instead: "when `restartPolicy` is 'Never'",
  },
  { until: 'v1.34', words: 'a valid label key must consist of', instead: 'a qualified name must consist of' },
  { until: 'v1.34', words: /must be no more than (\d+) bytes/, instead: 'must be no more than $1 characters' },
  // k8s.io/apimachinery pkg/util/validation: the grammar shown for names with underscores had none.
  { until: 'v1.33', words: underscoredSubdomain, instead: subdomain1123 },
  // cel-go says of a name that is unknown in which container it looked, which had no name.
  { from: 'v1.38', words: / \(in container ''\)/g, instead: '' },
];

/** Complaints about a custom resource or another object, in the words of a version. */
export function inWordsOf(
  version: PlayedVersion,
  errors: readonly FieldError[],
  custom: boolean,
): readonly FieldError[] {
  const own = holdsFor({ until: 'v1.33' }, version) ? errors.map((error) => inGoSyntax(error, custom)) : errors;
  const held = rewordings.filter((row) => holdsFor(row, version));
  if (held.length === 0) return own;
  return own.map((error) => {
    const detail = held.reduce((text, { words, instead }) => text.replace(words, instead), error.detail);
    return detail === error.detail ? error : { ...error, detail };
  });
}

/** A complaint with its value as Go source instead of JSON. */
function inGoSyntax(error: FieldError, custom: boolean): FieldError {
  return error.value === undefined ? error : { ...error, value: plainValue(error, custom) };
}

/** Complaints with what a version shows of values of the types that the server works on. */
export function shownErrors(version: PlayedVersion, errors: Errors): readonly FieldError[] {
  return madeIn(version, errors).map(({ value, change, held: _, ...rest }) => {
    const error = change === undefined ? rest : { ...rest, detail: rest.detail + shownChange(change, version) };
    if (value === undefined) return error;
    return { ...error, value: isShown(value) ? shownValue(value, version) : value };
  });
}

function isShown(value: Complaint['value']): value is Shown {
  return typeof value === 'object' && value !== null && 'of' in value;
}
