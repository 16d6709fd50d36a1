import { subdomain1123 } from '@managed-fields/api-server';
import { amountOf, compareQuantities, type FieldError, roundUpQuantity } from '@managed-fields/merge-engine';
import { plainValue, shownChange, shownValue } from '../internal/index.ts';
import { holdsFor, type PlayedVersion, type ReleasesHeld } from '../versions.ts';
import { type Complaint, type Errors, madeIn } from './errors.ts';
import { underscoredSubdomain } from './names.ts';
import type { Shown } from './shown.ts';

/** Wordings of complaints that some versions have in place of others; `at` limits one to the fields whose path it matches. */
const rewordings: readonly (ReleasesHeld & {
  readonly at?: RegExp;
  readonly words: string | RegExp;
  readonly instead: string;
})[] = [
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
  // k8s.io/apiextensions-apiserver pkg/apis/apiextensions/validation and pkg/apis/admissionregistration/validation named the field again.
  { until: 'v1.33', words: 'must be a valid CEL identifier', instead: 'name is not a valid CEL identifier' },
  {
    until: 'v1.33',
    at: /\.message$/,
    words: /^must (?=be non-empty if specified|not contain line breaks)/,
    instead: 'message must ',
  },
  {
    until: 'v1.33',
    at: /\.fieldPath$/,
    words: /^must (?=be non-empty|not contain|be a valid path)/,
    instead: 'fieldPath must ',
  },
  {
    until: 'v1.33',
    at: /\.selectableFields$/,
    words: /^may only be set when `?([\w.]*[aA])`?/,
    instead: 'selectableFields may only be set when $1',
  },
  { until: 'v1.33', at: /\.schema\.openAPIV3Schema$/, words: /^$/, instead: 'schemas are required' },
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
    const rows = held.filter(({ at }) => at?.test(error.field) ?? true);
    const detail = rows.reduce((text, { words, instead }) => text.replace(words, instead), error.detail);
    return detail === error.detail ? error : { ...error, detail };
  });
}

const fraction = /: fractional byte value "(.*)" is invalid, must be an integer$/;

/** Warnings that some versions no longer give, although others do. */
const unwarned: readonly (ReleasesHeld & { readonly holds: (warning: string) => boolean })[] = [
  // k8s.io/kubernetes pkg/api/pod/warnings.go hasFractionalBytes: thousandths, which have their limit, are not asked any more.
  {
    from: 'v1.38',
    holds: (warning) => {
      const amount = amountOf(fraction.exec(warning)?.[1]);
      return amount !== undefined && compareQuantities(amount, roundUpQuantity(amount, 0)) === 0;
    },
  },
];

/** Warnings without those that a version does not give. */
export function warningsIn(version: PlayedVersion, warnings: readonly string[]): readonly string[] {
  const held = unwarned.filter((row) => holdsFor(row, version));
  return held.length === 0 ? warnings : warnings.filter((warning) => !held.some(({ holds }) => holds(warning)));
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
