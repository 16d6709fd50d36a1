import type { ResourceVersion, TypeCatalog } from '@managed-fields/api-server';
import {
  byteLength,
  deducedType,
  type ExplainedKind,
  explainOwnership,
  type FieldOwnership,
  formatJson,
  listAt,
  mapAt,
  type Ownership,
  setSize,
  stringAt,
  typeFromStructuralSchema,
  type ValueMap,
  type ValuePath,
} from '@managed-fields/merge-engine';
import { type NodeRange, printYaml } from '@managed-fields/source';
import type { AnnotatedText, FieldView, ManagerView } from '../playback.ts';
import { preview } from '../preview.ts';
import { admittedBy } from './admitted.ts';
import { declaredFields, lastAppliedText, readLastApplied } from './last-applied.ts';
import type { AdmittedFields } from './play-state.ts';
import { schemaFromEntries } from './schema-from-entries.ts';
import { unownedReasons } from './unowned.ts';

/** A text that shows an object, and the ranges at which the fields of the object are written in it. */
export interface LocatedText {
  readonly text: string;
  locate(place: ValuePath): NodeRange | undefined;
}

/** Prints an object as kubectl does and finds the owners of each field in the printed text. */
export function annotateObject(object: ValueMap, catalog: TypeCatalog, admitted?: AdmittedFields): AnnotatedText {
  const version = catalog.findKind(stringAt(object, 'apiVersion') ?? '', stringAt(object, 'kind') ?? '');
  return annotate(object, version, printYaml(object), admitted);
}

/**
 * The same without the kinds of a server: by the type that the object's own managedFields prove, as a kind without a
 * definition has it. What nobody owns has no reason then, but where it names the object or the server keeps it.
 */
export function annotateByEntries(object: ValueMap): AnnotatedText {
  const type = typeFromStructuralSchema(schemaFromEntries([object], stringAt(object, 'apiVersion') ?? ''));
  return annotate(object, undefined, printYaml(object), undefined, { type });
}

/** The most fields that a page can draw at each keystroke. Those after them in the text are left out. */
const mostFields = 30_000;

/** The fields that name an object. Nobody owns them. */
const identity: ReadonlySet<string> = new Set(['.apiVersion', '.kind', '.metadata.name', '.metadata.namespace']);

/**
 * Finds the owners of each field of an object in a text that shows it. The fields stand in the order of the text, those
 * that the object does not have last. `version` is that of the object's kind, undefined for a kind that is not known;
 * `admitted` is what admission wrote in the object.
 */
export function annotate(
  object: ValueMap,
  version: ResourceVersion | undefined,
  shown: LocatedText,
  admitted?: AdmittedFields,
  kind: ExplainedKind = version ?? { type: deducedType },
): AnnotatedText {
  const ownership = explainOwnership(object, kind);
  const reasons = unownedReasons(object, ownership, version);
  const declared = declaredFields(readLastApplied(lastAppliedText(object)), kind.type);
  const fields = ownership.fields.map((field) => {
    const by = admittedBy(admitted, field);
    const reason = field.state === 'unowned' ? reasons.get(field.text) : undefined;
    const why = reason === undefined || by === undefined ? reason : 'admission';
    const view = {
      ...fieldView(field, shown),
      ...(why === undefined ? {} : { why }),
      ...(by === undefined ? {} : { admitted: by }),
    };
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
