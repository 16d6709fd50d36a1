import type { ResourceVersion, TypeCatalog } from '@managed-fields/api-server';
import {
  byteLength,
  deducedType,
  explainOwnership,
  type FieldOwnership,
  formatJson,
  listAt,
  mapAt,
  type Ownership,
  setSize,
  stringAt,
  type ValueMap,
  type ValuePath,
} from '@managed-fields/merge-engine';
import { type NodeRange, printYaml } from '@managed-fields/source';
import type { AnnotatedText, FieldView, ManagerView } from '../playback.ts';
import { preview } from '../preview.ts';
import { declaredFields, lastAppliedText, readLastApplied } from './last-applied.ts';
import { unownedReasons } from './unowned.ts';

/** A text that shows an object, and where in it the places of the object stand. */
export interface LocatedText {
  readonly text: string;
  locate(place: ValuePath): NodeRange | undefined;
}

/** An object as kubectl prints it, with who owns what in it. */
export function annotateObject(object: ValueMap, catalog: TypeCatalog): AnnotatedText {
  const version = catalog.findKind(stringAt(object, 'apiVersion') ?? '', stringAt(object, 'kind') ?? '');
  return annotate(object, version, printYaml(object));
}

/** More fields than a page can draw at each keystroke are left out, those at the end of the text. */
const mostFields = 30_000;

/** What names an object, which nobody owns. */
const identity: ReadonlySet<string> = new Set(['.apiVersion', '.kind', '.metadata.name', '.metadata.namespace']);

/**
 * Draws who owns what onto a text that shows the object; fields in the order of the text, absent ones last. `version`
 * is the kind's, where it is known.
 */
export function annotate(object: ValueMap, version: ResourceVersion | undefined, shown: LocatedText): AnnotatedText {
  const kind = version ?? { type: deducedType };
  const ownership = explainOwnership(object, kind);
  const reasons = unownedReasons(object, ownership, version);
  const declared = declaredFields(readLastApplied(lastAppliedText(object)), kind.type);
  const fields = ownership.fields.map((field) => {
    const why = field.state === 'unowned' ? reasons.get(field.text) : undefined;
    const view = { ...fieldView(field, shown), ...(why === undefined ? {} : { why }) };
    return declared.has(field.text) && !identity.has(field.text) ? { ...view, lastApplied: true as const } : view;
  });
  fields.sort((a, b) => startOf(a) - startOf(b) || endOf(b) - endOf(a));
  return {
    text: shown.text,
    managers: managerViews(object, ownership),
    fields: fields.length > mostFields ? fields.slice(0, mostFields) : fields,
    ...(fields.length > mostFields ? { fieldsLeftOut: fields.length - mostFields } : {}),
    managedFields: shown.locate(['metadata', 'managedFields'])?.whole,
  };
}

function fieldView(field: FieldOwnership, shown: LocatedText): FieldView {
  const range = field.place === undefined ? undefined : shown.locate(field.place);
  const view: FieldView = {
    path: field.text,
    range: range?.whole,
    key: range?.key,
    value: range?.value,
    leaf: field.leaf,
    state: field.state,
    owners: field.owners,
    preview: field.leaf && field.value !== undefined ? preview(field.value) : '',
    ...(field.repeated ? { repeated: true } : {}),
  };
  if (field.whole) return { ...view, whole: true };
  return field.within === undefined ? view : { ...view, atomicRoot: field.within };
}

function startOf({ range }: FieldView): number {
  return range?.from ?? Number.MAX_SAFE_INTEGER;
}

function endOf({ range }: FieldView): number {
  return range?.to ?? 0;
}

function managerViews(object: ValueMap, { owners }: Ownership): readonly ManagerView[] {
  const entries = listAt(mapAt(object, 'metadata'), 'managedFields') ?? [];
  return (owners ?? []).map(({ manager, operation, subresource, apiVersion, time, set }, index) => ({
    manager,
    operation,
    subresource,
    apiVersion,
    time,
    fieldCount: setSize(set),
    bytes: byteLength(formatJson(entries[index] ?? null)),
  }));
}
