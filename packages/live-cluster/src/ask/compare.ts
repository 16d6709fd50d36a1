import {
  formatJson,
  generationOf,
  mapAt,
  mapFromJson,
  serverMetadataPaths,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { ObjectDifference, PredictedDryRun } from '@managed-fields/player';
import { withoutChance } from './by-chance.ts';
import { compareEntries } from './compare-entries.ts';
import { entriesIn } from './objects.ts';
import type { DifferenceRow } from './rows.ts';

/** An answer of a server to a write. */
export interface WriteAnswer {
  readonly code: number;
  readonly text: string;
  readonly warnings: readonly string[];
}

/** What was predicted of an answer, and the object that it was predicted from. */
export type PredictedAnswer = Pick<PredictedDryRun, 'before' | 'code' | 'body' | 'warnings'>;

/** What two objects of one kind differ in; the engine knows it by the kind's type. */
export type FieldDifference = Pick<ObjectDifference, 'values' | 'otherOrder'>;

/**
 * Everything in which a server's answer differs from the predicted one. `now` is the object that the server had before
 * the request, `difference` that of the predicted object, with what the server gave
 * (`withGiven`), and the answered one, wanted where both are objects.
 */
export function compareAnswer(
  predicted: PredictedAnswer,
  answer: WriteAnswer,
  now: string | undefined,
  difference: FieldDifference | undefined,
): readonly DifferenceRow[] {
  const codes = row({ part: 'code' }, String(predicted.code), String(answer.code));
  const warnings = compareWarnings(predicted.warnings, answer.warnings);
  const [ours, theirs] = [mapFromJson(predicted.body), mapFromJson(answer.text)];
  if (predicted.code >= 400 || answer.code >= 400) {
    return [...codes, ...compareRefusals(predicted, answer, ours, theirs), ...warnings];
  }
  const [before, old] = [mapFromJson(predicted.before), mapFromJson(now)];
  const entries = { predicted: entriesIn(before), answered: entriesIn(old) };
  return [
    ...codes,
    ...fieldRows(difference),
    ...row({ part: 'generation' }, raised(ours, before), raised(theirs, old)),
    ...compareEntries(entriesIn(ours), entriesIn(theirs), entries),
    ...warnings,
  ];
}

/**
 * Everything in which the object that a server has differs from that of the scenario, but for what servers give and for
 * times.
 */
export function compareBefore(
  scenario: string,
  now: string,
  difference: FieldDifference | undefined,
): readonly DifferenceRow[] {
  return [...fieldRows(difference), ...compareEntries(entriesIn(mapFromJson(scenario)), entriesIn(mapFromJson(now)))];
}

function row(
  part: { readonly part: 'code' | 'message' | 'reason' | 'details' | 'generation' },
  ours: string | undefined,
  theirs: string | undefined,
): readonly DifferenceRow[] {
  return ours === theirs ? [] : [{ ...part, predicted: ours, answered: theirs }];
}

function fieldRows(difference: FieldDifference | undefined): readonly DifferenceRow[] {
  if (difference === undefined) return [];
  const values = difference.values.filter(
    ({ path, before, after }) => !givenFields.has(path) && !(isEmpty(before ?? after) && hasInside(difference, path)),
  );
  const rows = values.map(
    ({ path, before, after }): DifferenceRow => ({ part: 'field', path, predicted: before, answered: after }),
  );
  return difference.otherOrder ? [...rows, { part: 'order', predicted: undefined, answered: undefined }] : rows;
}

function isEmpty(value: string | undefined): boolean {
  return value === '{}' || value === '[]';
}

/** Whether something below a path differs too: an empty map is no field of its own where the other one has content. */
function hasInside({ values }: FieldDifference, path: string): boolean {
  return values.some((each) => each.path.startsWith(`${path}.`) || each.path.startsWith(`${path}[`));
}

/** By how much a request raises the generation; undefined where the object has none, since its kind counts none. */
function raised(after: ValueMap | undefined, before: ValueMap | undefined): string | undefined {
  if (after === undefined || generationOf(after) === 0n) return undefined;
  return String(generationOf(after) - (before === undefined ? 0n : generationOf(before)));
}

function compareWarnings(predicted: readonly string[], answered: readonly string[]): readonly DifferenceRow[] {
  const length = Math.max(predicted.length, answered.length);
  return Array.from({ length }, (_, place) => place).flatMap((place): readonly DifferenceRow[] => {
    const [ours, theirs] = [predicted[place], answered[place]];
    return ours === theirs ? [] : [{ part: 'warning', place, predicted: ours, answered: theirs }];
  });
}

function compareRefusals(
  predicted: PredictedAnswer,
  answer: WriteAnswer,
  ours: ValueMap | undefined,
  theirs: ValueMap | undefined,
): readonly DifferenceRow[] {
  const [left, right] = [refusalOf(predicted.code, ours, predicted.body), refusalOf(answer.code, theirs, answer.text)];
  const [canonicalTheirs, canonicalOurs] = withoutChance(right ?? null, left ?? null);
  const [wanted, got] = [canonicalOurs, canonicalTheirs].map((value) => (value instanceof Map ? value : undefined));
  const messages = row({ part: 'message' }, stringAt(wanted, 'message'), stringAt(got, 'message'));
  return [
    // What is shown are the words themselves.
    ...messages.map(
      (each): DifferenceRow => ({
        ...each,
        predicted: stringAt(left, 'message'),
        answered: stringAt(right, 'message'),
      }),
    ),
    ...row({ part: 'reason' }, stringAt(wanted, 'reason'), stringAt(got, 'reason')),
    ...row({ part: 'details' }, textOf(wanted?.get('details')), textOf(got?.get('details'))),
  ];
}

/** A refusal's Status, or its plain words as one; undefined where the answer is none. */
function refusalOf(code: number, status: ValueMap | undefined, text: string): ValueMap | undefined {
  if (code < 400) return undefined;
  return status !== undefined && mapAt(status, 'metadata') !== undefined && status.has('message')
    ? status
    : new Map<string, Value>([['message', text.trim()]]);
}

function textOf(value: Value | undefined): string | undefined {
  return value === undefined ? undefined : formatJson(sorted(value));
}

/** A value with the keys of its maps in the order of their names, so that texts of equal values are equal. */
function sorted(value: Value): Value {
  if (Array.isArray(value)) return value.map(sorted);
  if (!(value instanceof Map)) return value;
  return new Map([...value].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, child]) => [key, sorted(child)]));
}

/** What is left out where a prediction and an answer are compared, because the server gives it or chance decides. */
export type NotCompared = (typeof notCompared)[number]['code'];

/**
 * Everything that does not count, each with its place. Nothing else is left out.
 *
 * - `version`, `uid`, `created`: the server numbers its writes, and made the object at a time of its own. The uid is left
 *   out wherever the object repeats it, as a Job does in its selector.
 * - `deleted`, `phase`: whether the object has the time is compared, not the time.
 * - `generation`: by how much the request raises it is compared, not the number.
 * - `time`: whether an entry keeps its time or gets the time of the request is compared, not the time.
 * - `order`: entries of managedFields stand in the order of their times.
 * - `name`: only where the server makes it up (`generateName`).
 * - `self-link`: servers before v1.20 gave it.
 * - `words`: uids, times and resourceVersions inside of a message, the order of several errors, and the difference of
 *   its own structures that a server prints below one.
 */
export const notCompared = [
  { code: 'version', place: 'metadata.resourceVersion' },
  { code: 'uid', place: 'metadata.uid' },
  { code: 'created', place: 'metadata.creationTimestamp' },
  { code: 'deleted', place: 'metadata.deletionTimestamp' },
  { code: 'phase', place: 'status.lastPhaseTransitionTime' },
  { code: 'generation', place: 'metadata.generation' },
  { code: 'time', place: 'metadata.managedFields[*].time' },
  { code: 'order', place: 'metadata.managedFields' },
  { code: 'name', place: 'metadata.name' },
  { code: 'self-link', place: 'metadata.selfLink' },
  { code: 'words', place: 'message' },
] as const;

/** The places in an object that never count, as messages print them. */
const givenFields: ReadonlySet<string> = new Set(
  [...serverMetadataPaths].filter((path) => path !== '.metadata.managedFields'),
);
