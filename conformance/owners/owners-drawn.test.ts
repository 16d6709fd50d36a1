import {
  isList,
  isMap,
  listAt,
  mapAt,
  stringAt,
  type Value,
  type ValueMap,
  type ValuePath,
} from '@managed-fields/merge-engine';
import type { FieldView } from '@managed-fields/player';
import { readDocuments } from '@managed-fields/source';
import { afterAll, expect, test } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';
import { whole } from '../whole.ts';
import { type PlainOwners, plainOwners } from './plain-owners.ts';
import { isCustom, objectsOf, pasted, type RecordedObject, shown, someTraces } from './recorded-objects.ts';

// What the page draws, held line by line against a plain reading of fieldsV1, for every object that a recorded server
// answered with. `WHOLE=1` takes all traces; without it a share of them by `OWNERS_SEED`.
const seed = Number(process.env['OWNERS_SEED'] ?? 7);
const files = someTraces(whole ? 1 : 0.03, seed);

const catalog = await loadCatalog();

/** Why a line may be drawn otherwise than fieldsV1 alone has it. */
type Reason =
  /** The entry is of another API version, and its fields have other names, places or types there. */
  | 'other-version'
  /** The type became atomic since the entry was written: who owned a part owns the whole at the next request. */
  | 'became-atomic'
  /** The type changed since the entry was written: the entry names items otherwise than the schema does now. */
  | 'redefined'
  /** Somebody owns a granular map that was empty, and what is in it now is nobody's. */
  | 'owned-empty'
  /** The entry comes before another that the server cannot tell from it, and of which it keeps the later. */
  | 'entry-replaced';

const counted = new Map<Reason, number>();

test.each(files.map((file) => ({ name: file.slice(file.indexOf('v1.36/') + 6), file })))('$name', ({ file }) => {
  for (const recorded of objectsOf(file)) {
    expect(differences(recorded, true), recorded.name).toEqual([]);
    if (isCustom(recorded)) expect(differences(recorded, false), `${recorded.name} without definition`).toEqual([]);
  }
});

afterAll(() => {
  if (whole) process.stdout.write(`${JSON.stringify(Object.fromEntries(counted))}\n`);
});

/** The lines that are drawn otherwise without a reason. */
function differences(recorded: RecordedObject, withDefinitions: boolean): readonly string[] {
  const scenario = pasted(recorded, withDefinitions);
  const view = shown(scenario, catalog).view;
  const drawn = view?.own ?? view?.result;
  const document = readDocuments(scenario.steps.at(-1)?.text ?? '')[0];
  const object = document?.value;
  if (drawn === undefined || document === undefined || !isMap(object ?? null)) return ['nothing is drawn'];
  const entries = listAt(mapAt(recorded.object, 'metadata'), 'managedFields') ?? [];
  const plain = plainOwners(recorded.object, entries);
  const places = placesIn(recorded.object, [])
    .flatMap((place) => {
      const range = document.locate(place)?.whole;
      return range === undefined ? [] : [{ place, range }];
    })
    .sort((a, b) => a.range.from - b.range.from || b.range.to - a.range.to);
  const fields = drawn.fields.filter(({ range }) => range !== undefined);
  if (places.length !== fields.length) return [`${places.length} places, ${fields.length} fields`];
  const foreign = new Set(
    entries.flatMap((entry, index) =>
      isMap(entry) && stringAt(entry, 'apiVersion') !== stringAt(recorded.object, 'apiVersion') ? [index] : [],
    ),
  );
  const wrong = places.flatMap(({ place }, index) => {
    const field = fields[index];
    if (field === undefined) return [];
    const expected = expectedAt(plain, place);
    const got = [...field.owners].sort((a, b) => a - b);
    if (expected.join() === got.join()) return [];
    const reason = reasonOf({ plain, place, field, expected, got, foreign, recorded });
    if (reason !== undefined) counted.set(reason, (counted.get(reason) ?? 0) + 1);
    return reason === undefined ? [`${field.path}: drawn ${field.state} ${got}, plainly ${expected}`] : [];
  });
  const absent = drawn.fields.filter(({ state }) => state === 'absent').length;
  const isExcused = foreign.size > 0 || recorded.redefined;
  return isExcused || absent <= plain.absent.size
    ? wrong
    : [...wrong, `${absent} fields are drawn as absent, plainly ${plain.absent.size}`];
}

interface Line {
  readonly plain: PlainOwners;
  readonly place: ValuePath;
  readonly field: FieldView;
  readonly expected: readonly number[];
  readonly got: readonly number[];
  readonly foreign: ReadonlySet<number>;
  readonly recorded: RecordedObject;
}

function reasonOf({ plain, place, field, expected, got, foreign, recorded }: Line): Reason | undefined {
  const differing = [...expected, ...got].filter((owner) => expected.includes(owner) !== got.includes(owner));
  if (differing.every((owner) => foreign.has(owner))) return 'other-version';
  if (differing.every((owner) => isReplaced(recorded, owner))) return 'entry-replaced';
  const isWhole = field.whole === true || field.atomicRoot !== undefined;
  if (isWhole && expected.every((owner) => got.includes(owner))) return 'became-atomic';
  const own = plain.owners.get(JSON.stringify(place)) ?? new Set();
  const inherited = plain.inherited.get(JSON.stringify(place)) ?? new Set();
  if ((!isWhole || got.length === 0) && differing.every((owner) => !own.has(owner) && inherited.has(owner)))
    return 'owned-empty';
  return recorded.redefined && got.length === 0 ? 'redefined' : undefined;
}

/** Whether an entry comes before another of the same manager, operation, version and subresource. */
function isReplaced({ object }: RecordedObject, index: number): boolean {
  const entries = (listAt(mapAt(object, 'metadata'), 'managedFields') ?? []).filter(isMap);
  const name = (entry: ValueMap | undefined) =>
    ['manager', 'operation', 'apiVersion', 'subresource'].map((key) => stringAt(entry, key) ?? '').join(' ');
  return entries.slice(index + 1).some((entry) => name(entry) === name(entries[index]));
}

function expectedAt({ owners, inherited }: PlainOwners, place: ValuePath): readonly number[] {
  const name = JSON.stringify(place);
  const direct = owners.get(name) ?? new Set();
  return [...new Set([...direct, ...(inherited.get(name) ?? [])])].sort((a, b) => a - b);
}

/** All places of a value but managedFields, parents first. */
function placesIn(value: Value, place: ValuePath): readonly ValuePath[] {
  const children: readonly (readonly [string | number, Value])[] = isMap(value)
    ? [...value]
    : isList(value)
      ? [...value.entries()]
      : [];
  return children.flatMap(([step, child]) => {
    const here = [...place, step];
    return here.join('.') === 'metadata.managedFields' ? [] : [here, ...placesIn(child, here)];
  });
}
