import type { TypeCatalog } from '@managed-fields/api-server';
import { isMap, listAt, mapAt, type OwnerIdentity } from '@managed-fields/merge-engine';
import {
  type AnnotatedText,
  type Answer,
  answerQuestion,
  type FieldView,
  type Supposed,
  type Suppositions,
  suppose,
  type WhatIfCase,
} from '@managed-fields/player/whole';
import type { Scenario } from '@managed-fields/scenario';
import { tableNodes } from '../../app/src/features/scenario/result/table-rows.ts';
import { type RecordedObject, shown } from './recorded-objects.ts';

/** An object as it is pasted, and which of its lines are asked about. */
export interface Asking {
  readonly recorded: RecordedObject;
  readonly scenario: Scenario;
  readonly catalog: TypeCatalog;
  /** Whether the next line is asked about. */
  readonly takes: () => boolean;
  /** Whether what-if plays all that it shows, as for the page, or only what is compared. */
  readonly playsAll: boolean;
}

/** The lines of an object that were asked about, and the disagreements that were found. */
export interface Asked {
  /** The number of lines that are drawn, and of those that were asked about. */
  readonly lines: number;
  readonly asked: number;
  /** The lines of which two of the four say different things. */
  readonly disagreements: readonly string[];
}

/** Asks overlay, panel, table and what-if who owns each line, by the functions that the page asks. */
export function askFour({ recorded, scenario, catalog, takes, playsAll }: Asking): Asked {
  const stepId = scenario.steps.at(-1)?.id ?? '';
  const text = shown(scenario, catalog).view?.result;
  if (text === undefined) {
    return { lines: 0, asked: 0, disagreements: isGone(recorded) ? [] : ['nothing is drawn'] };
  }
  const inTable = new Set(tableNodes(text).map(({ field }) => field));
  let asked = 0;
  const disagreements = text.fields.flatMap((field, index): readonly string[] => {
    if (!inTable.has(index)) return [`${field.path}: not in the table`];
    if (!takes()) return [];
    asked++;
    const about = { stepId, path: field.path };
    const events = answerQuestion(scenario, { kind: 'history', ...about }, { catalog });
    const supposed = playsAll
      ? playedOf(answerQuestion(scenario, { kind: 'what-if', ...about }, { catalog }))
      : comparedOf(suppose(scenario, stepId, about, { catalog }));
    const line: Line = { field, text, recorded, owners: ownersOf(field, text) };
    return [...inPanel(line, events), ...inWhatIf(line, supposed)];
  });
  return { lines: text.fields.length, asked, disagreements };
}

/** Whether nothing is kept that could be drawn: a definition that is being deleted, and a review, which has no name. */
function isGone({ object }: RecordedObject): boolean {
  const metadata = mapAt(object, 'metadata');
  const isDeletedDefinition =
    object.get('kind') === 'CustomResourceDefinition' && metadata?.get('deletionTimestamp') !== undefined;
  return isDeletedDefinition || metadata?.get('name') === undefined;
}

/** A line as it is drawn. */
interface Line {
  readonly field: FieldView;
  readonly text: AnnotatedText;
  readonly recorded: RecordedObject;
  readonly owners: readonly OwnerIdentity[];
}

function inPanel({ field, owners }: Line, events: Answer<'history'>): readonly string[] {
  const panel = events.at(-1)?.owners ?? [];
  return sameNames(panel, owners) ? [] : [`${field.path}: drawn ${names(owners)}, in the panel ${names(panel)}`];
}

/** The cases of what-if for a field, and the outcome for a manager that applies another value. */
interface WhatIf {
  readonly supposed: readonly Pick<Supposed, 'what' | 'by'>[];
  readonly other: WhatIfCase | undefined;
}

/** All of it, as the page shows it. */
function playedOf(view: Answer<'what-if'>): WhatIf | undefined {
  return view && { supposed: view.cases, other: view.cases.find(({ what }) => what === 'applies-other') };
}

/** The same without playing what is not compared, which is most of the time that it takes. */
function comparedOf(all: Suppositions | undefined): WhatIf | undefined {
  if (all === undefined) return undefined;
  const { supposed } = all;
  return { supposed, other: supposed.find(({ what }) => what === 'applies-other')?.play() };
}

function inWhatIf(line: Line, answer: WhatIf | undefined): readonly string[] {
  const { field, owners } = line;
  const { path } = field;
  if (answer === undefined) return [`${path}: what-if knows no such field`];
  const { supposed, other } = answer;
  const dropping = supposed
    .filter(({ what }) => what === 'leaves-out' || what === 'writes-without')
    .map(({ by }) => by);
  const against = other?.against ?? [];
  return [
    ...(sameNames(
      dropping,
      owners.filter((owner) => canDrop(line, owner)),
    )
      ? []
      : [`${path}: drawn ${names(owners)}, dropped by ${names(dropping)}`]),
    ...(other?.code === 409 && !sameNames(against, owners) && !isPartly(line, against)
      ? [`${path}: drawn ${names(owners)}, conflicts with ${names(against)}`]
      : []),
    ...(other?.code === 200 && owners.length > 0 && isChange(field, other) && !isPartly(line, [])
      ? [`${path}: drawn ${names(owners)}, no conflict`]
      : []),
  ];
}

/** Nobody drops the key of an item, and who only updates has nothing to take away from what is not there. */
function canDrop({ field: { path, state } }: Line, { operation }: OwnerIdentity): boolean {
  const [, name] = /\.([^.[\]]+)$/.exec(path) ?? [];
  const isKey = name !== undefined && new RegExp(`[[,]${name}=[^\\]]*\\]\\.${name}$`).test(path);
  return !isKey && (state !== 'absent' || operation === 'Apply');
}

function ownersOf(field: FieldView, { managers }: AnnotatedText): readonly OwnerIdentity[] {
  return field.owners.flatMap((owner) => managers[owner] ?? []);
}

function sameNames(a: readonly OwnerIdentity[], b: readonly OwnerIdentity[]): boolean {
  return a.map(nameOf).sort().join() === b.map(nameOf).sort().join();
}

function names(owners: readonly OwnerIdentity[]): string {
  return owners.map(nameOf).join();
}

function nameOf({ manager, operation, subresource }: OwnerIdentity): string {
  return `${manager} ${operation} ${subresource}`;
}

/**
 * The one difference that is right: of an atomic whole that has another form at the version of an entry, its owner has
 * but what that form holds. It is drawn as an owner of the whole, and a change elsewhere in the whole does not meet it.
 */
function isPartly({ field, owners, recorded: { object } }: Line, against: readonly OwnerIdentity[]): boolean {
  const met = against.map(nameOf);
  const unmet = owners.filter((owner) => !met.includes(nameOf(owner)));
  const isWhole = field.whole === true || field.atomicRoot !== undefined;
  return (
    isWhole &&
    met.every((name) => owners.map(nameOf).includes(name)) &&
    unmet.every(({ apiVersion }) => apiVersion !== object.get('apiVersion'))
  );
}

/** Whether the server took another value for what it is. */
function isChange(
  field: FieldView,
  { before, after }: { readonly before: string | undefined; readonly after: string | undefined },
): boolean {
  return field.state !== 'absent' && before !== after;
}

/** Whether entries are of other versions, or of a definition that changed since. */
export function isSpecial({ object, redefined }: RecordedObject): boolean {
  const entries = listAt(mapAt(object, 'metadata'), 'managedFields') ?? [];
  return redefined || entries.some((entry) => isMap(entry) && entry.get('apiVersion') !== object.get('apiVersion'));
}
