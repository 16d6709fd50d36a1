import type { OwnerChange, RequestPreview } from '@managed-fields/api-server';
import { explainConflicts, explainOwnership, identityOf, type OwnerIdentity } from '@managed-fields/merge-engine';
import { preview } from '../preview.ts';
import { messageOf } from '../run/answer-message.ts';
import type { AskedField } from './field-at.ts';
import { type ValueChangeView, valueChangeView } from './step-preview.ts';

/**
 * What somebody is supposed to do with a field. Each owner: `leaves-out`, an applier applies without it;
 * `writes-without`, an updater writes the object without it. Somebody else, who owns nothing yet: `applies-same` value,
 * `applies-other`, `forces-other`, `updates-other`.
 */
export type Supposition =
  | 'leaves-out'
  | 'writes-without'
  | 'applies-same'
  | 'applies-other'
  | 'forces-other'
  | 'updates-other';

/** What it would come to, computed by playing the request. */
export interface WhatIfCase {
  readonly what: Supposition;
  readonly by: OwnerIdentity;
  /** The HTTP status code of the answer. */
  readonly code: number;
  /** The server's own message where it refuses. */
  readonly message?: string;
  /** What becomes of the very field; one-line previews, undefined where it is not in the object. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Who owns it then. */
  readonly owners: readonly OwnerIdentity[];
  /** Whose fields it would conflict with. */
  readonly against: readonly OwnerIdentity[];
  /** All values that change, the field's own among them, and all owners for whom something does. */
  readonly values: readonly ValueChangeView[];
  readonly ownerChanges: readonly OwnerChange[];
}

/** What became of a field by what was played. */
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
