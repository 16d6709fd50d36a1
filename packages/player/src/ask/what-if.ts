import {
  dropField,
  otherValue,
  type RequestPreview,
  type Want,
  wantField,
  writtenThrough,
} from '@managed-fields/api-server';
import { identityOf, type OwnerIdentity, type Value } from '@managed-fields/merge-engine';
import type { FieldPathText, Scenario } from '@managed-fields/scenario';
import { readDocuments } from '@managed-fields/source';
import { preview } from '../preview.ts';
import { messageOf } from '../run/refusal.ts';
import type { RunOptions } from '../run/run.ts';
import { type AskedField, fieldAfter, ownedAs } from './field-at.ts';
import { caseOf, type Supposition, type WhatIfCase } from './what-if-case.ts';

/** What can happen to a field. Plain data that a worker can post. */
export interface WhatIfView {
  readonly path: FieldPathText;
  /** The manager name of somebody else. */
  readonly somebody: string;
  /** The other value in YAML; undefined where the field can have no other. */
  readonly value: string | undefined;
  /**
   * The owners come first, in the order of managedFields. Empty for the key of an item, which nobody can leave out or
   * change.
   */
  readonly cases: readonly WhatIfCase[];
}

/**
 * Previews what owners and others can do with a field of the object after a step. `value` is the other value in YAML;
 * without it one of the same type is made. Undefined where there is no such field.
 */
export function whatIf(
  scenario: Scenario,
  stepId: string,
  field: WhatIfField,
  options: RunOptions,
): WhatIfView | undefined {
  const all = suppose(scenario, stepId, field, options);
  if (all === undefined) return undefined;
  const { somebody, wanted, supposed } = all;
  const { path, value } = field;
  return {
    path,
    somebody,
    value: wanted === undefined ? undefined : (value ?? preview(wanted)),
    cases: supposed.flatMap(({ play }) => play() ?? []),
  };
}

/** A field by its path as messages print it, and another value for it in YAML. */
export interface WhatIfField {
  readonly path: FieldPathText;
  readonly value?: string;
}

/** What somebody does with a field. It is not played yet. */
export interface Supposed {
  readonly what: Supposition;
  readonly by: OwnerIdentity;
  /** Plays it; undefined where no request does it. */
  readonly play: () => WhatIfCase | undefined;
}

/** All cases for a field. */
export interface Suppositions {
  /** The manager name of somebody else. */
  readonly somebody: string;
  /** The other value; undefined where the field can have no other. */
  readonly wanted: Value | undefined;
  /** The cases, in the order of `WhatIfView.cases`. */
  readonly supposed: readonly Supposed[];
}

/** Finds the same cases as `whatIf`, but plays each only when it is asked for. */
export function suppose(
  scenario: Scenario,
  stepId: string,
  { path, value }: WhatIfField,
  options: RunOptions,
): Suppositions | undefined {
  const about = fieldAfter(scenario, stepId, path, options);
  if (about === undefined) return undefined;
  const somebody = nameOfSomebody(about);
  const written = readValue(value);
  const wanted = written === undefined ? acceptedValue(about, somebody) : { value: written };
  const supposed = isKey(about) ? [] : [...byOwners(about), ...byOthers(about, somebody, wanted)];
  return { somebody, wanted: wanted?.value, supposed };
}

function byOwners(about: AskedField): readonly Supposed[] {
  const { cluster, asked, ownership, now } = about;
  const owned = ownedAs(about);
  return owned.owners.flatMap((index): Supposed[] => {
    const owner = ownership.owners?.[index];
    if (owner === undefined) return [];
    const what = owner.operation === 'Apply' ? 'leaves-out' : 'writes-without';
    // An updater cannot remove a field that the object does not have.
    if (what === 'writes-without' && owned.place === undefined) return [];
    const play = () => {
      const dropped = dropField(cluster, asked, owner, owned.path, now);
      return 'preview' in dropped ? caseOf(about, what, owner, dropped.preview) : undefined;
    };
    return [{ what, by: identityOf(owner), play }];
  });
}

function byOthers(about: AskedField, somebody: string, wanted: Wanted | undefined): readonly Supposed[] {
  const { field, version } = about;
  const other = wanted?.value;
  if (field.value === undefined || !isWritable(about)) return [];
  const wants: readonly (readonly [Supposition, Want['by'], Value | undefined])[] = [
    ['applies-same', 'apply', field.value],
    ['applies-other', 'apply', other],
    ['forces-other', 'forced-apply', other],
    ['updates-other', 'update', other],
  ];
  return wants.flatMap(([what, by, value]): Supposed[] => {
    if (value === undefined) return [];
    const operation = by === 'update' ? 'Update' : 'Apply';
    const subresource = writtenThrough(version, field.path);
    const whose: OwnerIdentity = { manager: somebody, operation, subresource, apiVersion: version.apiVersion };
    const play = () => {
      const played = by === 'forced-apply' ? wanted?.forced : undefined;
      const preview = played ?? want(about, { somebody, by, value });
      return preview && caseOf(about, what, whose, preview);
    };
    return [{ what, by: whose, play }];
  });
}

/** A member of a set is its own identity and cannot be changed; maps and lists are changed by their fields. */
function isWritable({ field }: AskedField): boolean {
  const isValue = field.leaf || field.within !== undefined;
  return isValue && field.path.at(-1)?.kind !== 'value' && field.path.at(-1)?.kind !== 'key';
}

/** Whether the field is a key of the items of a list. */
function isKey({ field }: AskedField): boolean {
  const [last, item] = [field.path.at(-1), field.path.at(-2)];
  return last?.kind === 'field' && item?.kind === 'key' && item.key.some(({ name }) => name === last.name);
}

function want(
  { cluster, asked, version, field, now }: AskedField,
  { somebody, by, value }: { readonly somebody: string; readonly by: Want['by']; readonly value: Value },
): RequestPreview | undefined {
  const subresource = writtenThrough(version, field.path);
  return wantField(cluster, asked, field.path, { manager: somebody, value, by, subresource }, now);
}

/** The other value of a field. */
interface Wanted {
  readonly value: Value;
  /** The result of a forced apply with the value, if one was played to find it. */
  readonly forced?: RequestPreview | undefined;
}

/** Another value that the server accepts, from a message that lists the allowed values. */
function acceptedValue(about: AskedField, somebody: string): Wanted | undefined {
  const { value } = about.field;
  const other = value === undefined ? undefined : otherValue(value);
  if (other === undefined || !isWritable(about)) return undefined;
  const forced = want(about, { somebody, by: 'forced-apply', value: other });
  const supported = /supported values: ((?:"[^"]*"(?:, )?)+)/.exec(messageOf(forced?.response.body) ?? '')?.[1];
  const values = [...(supported ?? '').matchAll(/"([^"]*)"/g)].map(([, text = '']) => text);
  const accepted = values.find((text) => text !== value);
  return accepted === undefined ? { value: other, forced } : { value: accepted };
}

function readValue(text: string | undefined): Value | undefined {
  return text === undefined || text.trim() === '' ? undefined : readDocuments(text)[0]?.value;
}

/** A manager name that the object does not have. */
function nameOfSomebody({ ownership }: AskedField): string {
  const taken = new Set(ownership.owners?.map(({ manager }) => manager));
  let name = 'somebody-else';
  for (let count = 2; taken.has(name); count++) name = `somebody-else-${count}`;
  return name;
}
