import type { OwnerChange, RequestPreview } from '@managed-fields/api-server';
import { explainConflicts, explainOwnership, identityOf, type OwnerIdentity } from '@managed-fields/merge-engine';
import { preview } from '../preview.ts';
import { messageOf } from '../run/refusal.ts';
import type { AskedField } from './field-at.ts';
import { type ValueChangeView, valueChangeView } from './step-preview.ts';

/**
 * What somebody does with a field. Owners: `leaves-out`, an applier applies without it; `writes-without`, an updater
 * writes the object without it. Somebody who owns nothing yet: `applies-same` value, `applies-other`, `forces-other`,
 * `updates-other`.
 */
export type Supposition =
  | 'leaves-out'
  | 'writes-without'
  | 'applies-same'
  | 'applies-other'
  | 'forces-other'
  | 'updates-other';

/** The result, computed by playing the request. */
export interface WhatIfCase {
  readonly what: Supposition;
  readonly by: OwnerIdentity;
  /** The HTTP status code of the answer. */
  readonly code: number;
  /** The server's message, if it refuses. */
  readonly message?: string;
  /** The field before and after, on one line; undefined where the object does not have it. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The owners of the field afterwards. */
  readonly owners: readonly OwnerIdentity[];
  /** The owners that the request conflicts with. */
  readonly against: readonly OwnerIdentity[];
  /** All values that change, that of the field among them, and all owners whose fields change. */
  readonly values: readonly ValueChangeView[];
  readonly ownerChanges: readonly OwnerChange[];
}

/** Reads the result for a field from a request that was played. */
export function caseOf(about: AskedField, what: Supposition, by: OwnerIdentity, played: RequestPreview): WhatIfCase {
  const { field, asked } = about;
  const { response, trace, difference } = played;
  const failed = response.code >= 400;
  const object = failed ? asked.object : played.object;
  const after = object && explainOwnership(object, asked.kind);
  const then = after?.fields.find(({ text }) => text === field.text);
  const message = failed ? messageOf(response.body) : undefined;
  const conflicts = trace?.conflicts ?? [];
  const explained = explainConflicts(response.code === 409 ? conflicts : [], trace?.before, asked.object, asked.kind);
  return {
    what,
    by: identityOf(by),
    code: response.code,
    ...(message === undefined ? {} : { message }),
    before: field.value === undefined ? undefined : preview(field.value),
    after: then?.value === undefined ? undefined : preview(then.value),
    owners: (then?.owners ?? []).flatMap((index) => after?.owners?.[index] ?? []).map(identityOf),
    against: explained.map(({ owner }) => owner),
    values: difference.values.map(valueChangeView),
    ownerChanges: difference.owners,
  };
}
