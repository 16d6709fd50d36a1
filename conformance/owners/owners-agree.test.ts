import { isMap, listAt, mapAt, type OwnerIdentity } from '@managed-fields/merge-engine';
import { type AnnotatedText, answerQuestion, type FieldView } from '@managed-fields/scenario/whole';
import { expect, test } from 'vitest';
import { tableNodes } from '../../app/src/view/table-rows.ts';
import { loadCatalog } from '../replay/catalog.ts';
import { isCustom, objectsOf, pasted, type RecordedObject, random, shown, someTraces } from './recorded-objects.ts';

// Overlay, panel, table and what-if name the same owners of each line of every object that a recorded server answered
// with. `OWNERS=all` asks for every line of all traces (hours); without it for some lines of a share by `OWNERS_SEED`.
const all = process.env['OWNERS'] === 'all';
const seed = Number(process.env['OWNERS_SEED'] ?? 11);
const files = someTraces(all ? 1 : 0.015, seed);
const chance = random(seed + 1);
const take = (share: number) => all || chance() < share;

const catalog = await loadCatalog();

test.each(files.map((file) => ({ name: file.slice(file.indexOf('v1.36/') + 6), file })))('$name', ({ file }) => {
  for (const recorded of objectsOf(file).filter((each) => take(isSpecial(each) ? 1 : 0.3))) {
    expect(disagreements(recorded, true), recorded.name).toEqual([]);
    if (isCustom(recorded)) expect(disagreements(recorded, false), `${recorded.name} without definition`).toEqual([]);
  }
});

/** Whether entries are of other versions, or of a definition that changed since. */
function isSpecial({ object, redefined }: RecordedObject): boolean {
  const entries = listAt(mapAt(object, 'metadata'), 'managedFields') ?? [];
  return redefined || entries.some((entry) => isMap(entry) && entry.get('apiVersion') !== object.get('apiVersion'));
}

/** The lines of which two of the four say different things. */
function disagreements(recorded: RecordedObject, withDefinitions: boolean): readonly string[] {
  const scenario = pasted(recorded, withDefinitions);
  const stepId = scenario.steps.at(-1)?.id ?? '';
  const drawn = shown(scenario, catalog).view?.result;
  if (drawn === undefined) return ['nothing is drawn'];
  const inTable = new Set(tableNodes(drawn).map(({ field }) => field));
  const same = (a: readonly string[], b: readonly string[]) => [...a].sort().join() === [...b].sort().join();
  return drawn.fields.flatMap((field, index): string[] => {
    if (!inTable.has(index)) return [`${field.path}: not in the table`];
    if (!take(isSpecial(recorded) ? 0.15 : 0.06)) return [];
    const owners = field.owners.flatMap((owner) => drawn.managers[owner] ?? []).map(nameOf);
    const { path } = field;
    const events = answerQuestion(scenario, { kind: 'history', stepId, path }, { catalog });
    const panel = (events.at(-1)?.owners ?? []).map(nameOf);
    const cases = answerQuestion(scenario, { kind: 'what-if', stepId, path }, { catalog })?.cases ?? [];
    const by = cases
      .filter(({ what }) => what === 'leaves-out' || what === 'writes-without')
      .map((each) => nameOf(each.by));
    const other = cases.find(({ what }) => what === 'applies-other');
    const against = (other?.against ?? []).map(nameOf);
    return [
      ...(events.length > 0 && !same(panel, owners) ? [`${path}: drawn ${owners}, in the panel ${panel}`] : []),
      ...(by.some((owner) => !owners.includes(owner)) ? [`${path}: drawn ${owners}, dropped by ${by}`] : []),
      ...(other?.code === 409 && !same(against, owners) && !isPartly(field, drawn, against, recorded)
        ? [`${path}: drawn ${owners}, conflicts with ${against}`]
        : []),
      ...(other?.code === 200 && owners.length > 0 && isChange(field, other) && !isPartly(field, drawn, [], recorded)
        ? [`${path}: drawn ${owners}, no conflict`]
        : []),
    ];
  });
}

function nameOf({ manager, operation, subresource }: Omit<OwnerIdentity, 'apiVersion'>): string {
  return `${manager} ${operation} ${subresource}`;
}

/**
 * The one difference that is right: of an atomic whole that has another form at the version of an entry, its owner has
 * but what that form holds. It is drawn as an owner of the whole, and a change elsewhere in the whole does not meet it.
 */
function isPartly(
  field: FieldView,
  { managers }: AnnotatedText,
  against: readonly string[],
  { object }: RecordedObject,
): boolean {
  const owners = field.owners.flatMap((owner) => managers[owner] ?? []);
  const unmet = owners.filter((owner) => !against.includes(nameOf(owner)));
  const isWhole = field.whole === true || field.atomicRoot !== undefined;
  return (
    isWhole &&
    against.every((name) => owners.map(nameOf).includes(name)) &&
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
