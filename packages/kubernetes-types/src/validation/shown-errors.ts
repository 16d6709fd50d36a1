import type { FieldError } from '@managed-fields/merge-engine';
import { shownValue } from '../internal/index.ts';
import type { KubernetesVersion } from '../versions.ts';
import type { Complaint, Errors } from './errors.ts';
import type { Shown } from './shown.ts';

/** Complaints with what a version shows of values of the types that the server works on. */
export function shownErrors(version: KubernetesVersion, errors: Errors): readonly FieldError[] {
  return errors.map(({ value, ...error }) => {
    if (value === undefined) return error;
    return { ...error, value: isShown(value) ? shownValue(value, version) : value };
  });
}

function isShown(value: Complaint['value']): value is Shown {
  return typeof value === 'object' && value !== null && 'of' in value;
}
