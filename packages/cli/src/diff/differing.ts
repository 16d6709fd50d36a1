import { mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { AnnotatedText, FieldView, ManagerView } from '@managed-fields/player';
import { plainValue } from '../plain-value.ts';

/** A field in which two states of an object differ, with its owners in each. */
export interface DifferingField {
  readonly path: string;
  /** The values as they are printed; undefined where the field is not there. What may be secret stands as `…`. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly ownersBefore: readonly ManagerView[];
  readonly ownersAfter: readonly ManagerView[];
}

/** What a server writes at each request, and nobody declares. */
const passedOver: ReadonlySet<string> = new Set(['.metadata.resourceVersion', '.metadata.generation']);

/** Finds the fields whose values or owners differ between two states, in the order in which they are printed. */
export function differingFields(
  before: { readonly object: ValueMap; readonly annotated: AnnotatedText },
  after: { readonly object: ValueMap; readonly annotated: AnnotatedText },
): readonly DifferingField[] {
  const [from, to] = [leavesOf(before.annotated), leavesOf(after.annotated)];
  const paths = inOneOrder([...from.keys()], [...to.keys()]).filter((path) => !passedOver.has(path));
  const kind = stringAt(after.object, 'kind') ?? '';
  return paths.flatMap((path): readonly DifferingField[] => {
    const [left, right] = [from.get(path), to.get(path)];
    const isSame = left?.text === right?.text && namesOf(left?.owners) === namesOf(right?.owners);
    if (isSame) return [];
    const [before, after] = [shown(kind, path, left?.text), shown(kind, path, right?.text)];
    return [
      {
        // The path of an item of a set has its value in it.
        path: before === hidden || after === hidden ? path.replace(setItem, '[=…]') : path,
        before,
        after,
        ownersBefore: left?.owners ?? [],
        ownersAfter: right?.owners ?? [],
      },
    ];
  });
}

/** What stands for a value that may be secret. */
const hidden = '…';

/** The end of the path of an item of a set: its value. */
const setItem = /\[=(?:"(?:[^"\\]|\\.)*"|[^\]"]*)\]$/;

/** Whether a path is that of an item of a set, which comes and goes as a whole. */
export function isSetItem(path: string): boolean {
  return setItem.test(path);
}

/** All of two lists, each once: those of the second alone stand behind what they follow there. */
function inOneOrder(first: readonly string[], second: readonly string[]): readonly string[] {
  const known = new Set(first);
  const behind = new Map<string, string[]>();
  let last = '';
  for (const each of second) {
    if (known.has(each)) last = each;
    else behind.set(last, [...(behind.get(last) ?? []), each]);
  }
  return [...(behind.get('') ?? []), ...first.flatMap((each) => [each, ...(behind.get(each) ?? [])])];
}

interface Leaf {
  /** Undefined where the field is owned and not there. */
  readonly text: string | undefined;
  readonly owners: readonly ManagerView[];
}

function leavesOf({ text, managers, fields, managedFields }: AnnotatedText): ReadonlyMap<string, Leaf> {
  const isOfManagedFields = ({ range }: FieldView) =>
    range !== undefined &&
    managedFields !== undefined &&
    range.from >= managedFields.from &&
    range.to <= managedFields.to;
  return new Map(
    fields
      // What is in a list or map that is owned as one is no field of its own.
      .filter(({ path, atomicRoot }) => atomicRoot === undefined || atomicRoot === path)
      .filter((field) => field.path !== '' && (field.leaf || field.state === 'absent') && !isOfManagedFields(field))
      .map((field) => [
        field.path,
        {
          text: printedValue(text, field),
          owners: field.owners.flatMap((index) => managers[index] ?? []),
        },
      ]),
  );
}

/** The value of a field as it is printed; undefined where it is not there. */
function printedValue(text: string, { range, value }: FieldView): string | undefined {
  const at = value ?? range;
  return at === undefined ? undefined : text.slice(at.from, at.to).trim();
}

function namesOf(owners: readonly ManagerView[] = []): string {
  return owners
    .map(({ manager, operation, subresource }) => `${manager} ${operation} ${subresource}`)
    .sort()
    .join('\n');
}

function shown(kind: string, path: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : plainValue(kind, path, text);
}

/** The name of an object, by which two states of it are told from two objects. */
export function identityOf(object: ValueMap): string {
  const metadata = mapAt(object, 'metadata');
  return [stringAt(object, 'kind'), stringAt(metadata, 'namespace'), stringAt(metadata, 'name')].join('/');
}
