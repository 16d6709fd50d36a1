import {
  type Aside,
  dropField,
  explainConflicts,
  explainOwnership,
  type OwnerChange,
  type OwnerIdentity,
  otherValue,
  type Value,
  type Want,
  wantField,
  writtenThrough,
} from '@managed-fields/merge-engine';
import { readDocuments } from '@managed-fields/source';
import type { FieldPathText } from '../ownership.ts';
import { preview } from '../preview.ts';
import { messageOf } from '../run/answer-message.ts';
import type { RunOptions } from '../run/run.ts';
import type { Scenario } from '../scenario.ts';
import { type ValueChangeView, valueChangeView } from './aside.ts';
import { type AskedField, fieldAfter, ownedAs } from './field-at.ts';

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

/** What would happen to a field. Plain data that a worker can post. */
export interface WhatIfView {
  readonly path: FieldPathText;
  /** Who somebody else is. */
  readonly somebody: string;
  /** The other value that somebody wants, as it is written in YAML; undefined where the field has no other. */
  readonly value: string | undefined;
  /** The owners first, in the order of managedFields; none for the key of an item, which nobody can leave out or change. */
  readonly cases: readonly WhatIfCase[];
}

/**
 * Supposes what owners and others might do with a field of the object after a step, and plays each on the side.
 * `value` is the other value in YAML; without it one of the same kind is made. Undefined where there is no such field.
 */
export function whatIf(
  scenario: Scenario,
  stepId: string,
  { path, value }: { readonly path: FieldPathText; readonly value?: string },
  options: RunOptions,
): WhatIfView | undefined {
  const about = fieldAfter(scenario, stepId, path, options);
  if (about === undefined) return undefined;
  const somebody = nameOfSomebody(about);
  const wanted = readValue(value) ?? acceptedValue(about, somebody);
  return {
    path,
    somebody,
    value: wanted === undefined ? undefined : (value ?? preview(wanted)),
    cases: isKey(about) ? [] : [...ownersCases(about), ...othersCases(about, somebody, wanted)],
  };
}

function ownersCases(about: AskedField): readonly WhatIfCase[] {
  const { cluster, asked, ownership, now } = about;
  const owned = ownedAs(about);
  return owned.owners.flatMap((index): WhatIfCase[] => {
    const owner = ownership.owners?.[index];
    if (owner === undefined) return [];
    const dropped = dropField(cluster, asked, owner, owned.path, now);
    if (!('aside' in dropped)) return [];
    return [caseOf(about, dropped.kind === 'left-out' ? 'leaves-out' : 'writes-without', owner, dropped.aside)];
  });
}

function othersCases(about: AskedField, somebody: string, wanted: Value | undefined): readonly WhatIfCase[] {
  const { field } = about;
  if (field.value === undefined || !isWritable(about)) return [];
  const supposed: readonly (readonly [Supposition, Want['by'], Value | undefined])[] = [
    ['applies-same', 'apply', field.value],
    ['applies-other', 'apply', wanted],
    ['forces-other', 'forced-apply', wanted],
    ['updates-other', 'update', wanted],
  ];
  return supposed.flatMap(([what, by, value]): WhatIfCase[] => {
    const aside = value === undefined ? undefined : want(about, { somebody, by, value });
    if (aside === undefined) return [];
    const { version } = about;
    const operation = by === 'update' ? 'Update' : 'Apply';
    const subresource = writtenThrough(version, field.path);
    return [caseOf(about, what, { manager: somebody, operation, subresource, apiVersion: version.apiVersion }, aside)];
  });
}

/** An item that is its own value would be another one; maps and lists have fields of their own. */
function isWritable({ field }: AskedField): boolean {
  const isValue = field.leaf || field.within !== undefined;
  return isValue && field.path.at(-1)?.kind !== 'value' && field.path.at(-1)?.kind !== 'key';
}

/** Whether the items of a list are told apart by the field. */
function isKey({ field }: AskedField): boolean {
  const [last, item] = [field.path.at(-1), field.path.at(-2)];
  return last?.kind === 'field' && item?.kind === 'key' && item.key.some(({ name }) => name === last.name);
}

function want(
  { cluster, asked, version, field, now }: AskedField,
  { somebody, by, value }: { readonly somebody: string; readonly by: Want['by']; readonly value: Value },
): Aside | undefined {
  const subresource = writtenThrough(version, field.path);
  return wantField(cluster, asked, field.path, { manager: somebody, value, by, subresource }, now);
}

/** Another value that the server takes, where it says which it takes. */
function acceptedValue(about: AskedField, somebody: string): Value | undefined {
  const { value } = about.field;
  const other = value === undefined ? undefined : otherValue(value);
  if (other === undefined || !isWritable(about)) return undefined;
  const answer = want(about, { somebody, by: 'forced-apply', value: other })?.response;
  const supported = /supported values: ((?:"[^"]*"(?:, )?)+)/.exec(messageOf(answer?.body) ?? '')?.[1];
  const values = [...(supported ?? '').matchAll(/"([^"]*)"/g)].map(([, text = '']) => text);
  return values.find((text) => text !== value) ?? other;
}

function readValue(text: string | undefined): Value | undefined {
  return text === undefined || text.trim() === '' ? undefined : readDocuments(text)[0]?.value;
}

/** A name that is none of the object's managers. */
function nameOfSomebody({ ownership }: AskedField): string {
  const taken = new Set(ownership.owners?.map(({ manager }) => manager));
  let name = 'somebody-else';
  for (let count = 2; taken.has(name); count++) name = `somebody-else-${count}`;
  return name;
}

function caseOf(about: AskedField, what: Supposition, by: OwnerIdentity, aside: Aside): WhatIfCase {
  const { field, asked } = about;
  const { response, trace, difference } = aside;
  const failed = response.code >= 400;
  const object = failed ? asked.object : aside.object;
  const after = object && explainOwnership(object, asked.kind);
  const then = after?.fields.find(({ text }) => text === field.text);
  const message = failed ? messageOf(response.body) : undefined;
  const conflicts = trace?.conflicts ?? [];
  const explained = explainConflicts(
    response.code === 409 ? conflicts : [],
    trace?.before,
    asked.object,
    asked.kind.type,
  );
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

function identityOf({ manager, operation, subresource, apiVersion }: OwnerIdentity): OwnerIdentity {
  return { manager, operation, subresource, apiVersion };
}
