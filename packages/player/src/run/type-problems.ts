import {
  type Atom,
  asTyped,
  isList,
  isMap,
  type PathElement,
  pathToString,
  placeText,
  type Value,
  type ValueList,
  type ValuePath,
  valueAt,
} from '@managed-fields/merge-engine';
import type { Problem, TextRange } from '@managed-fields/scenario';
import type { SourceDocument } from '@managed-fields/source';
import { type FieldValidation, severities, withPath } from './problems.ts';
import type { StepText } from './step-text.ts';

/** How a text is checked against its type. */
export interface TypeCheck extends ReadAs {
  /** Whether the text is applied. Server-side apply accepts no unknown fields. */
  readonly applied: boolean;
  /** Whether the step failed. A wrong type may then be the reason. */
  readonly failed: boolean;
  readonly fieldValidation: FieldValidation;
}

/**
 * Everything in a text that its type does not allow. The server reports only the first such error, or none. The
 * messages are those of server-side apply, but for unknown fields in other requests those of the server's decoder.
 */
export function problemsOfType(
  { value, document }: Pick<StepText, 'value' | 'document'>,
  type: Atom,
  how: TypeCheck,
): readonly Problem[] {
  if (value === undefined || document === undefined) return [];
  return typeComplaints(value, type, how).flatMap((complaint): readonly Problem[] => {
    const { code, place } = complaint;
    const range = rangeOfPlace(document, value, place, code);
    if (range === undefined) return [];
    const unknown = code === 'unknown-field' && !how.applied;
    const words = withPath(complaint.path, how.applied ? complaint.message : withoutPointer(complaint.message));
    const message = unknown ? `unknown field "${placeText(place)}"` : words;
    return [{ code, severity: severityOf(code, how), message, ...range }];
  });
}

/**
 * Server-side apply prints a number as Go prints a pointer to it (`&{5}`). Where the server itself does not say so, the
 * number alone is shown.
 */
function withoutPointer(message: string): string {
  return message.replace(/&\{(.*)\}$/, '$1');
}

function severityOf(code: TypeComplaint['code'], { applied, failed, fieldValidation }: TypeCheck): Problem['severity'] {
  if (applied) return failed ? 'error' : 'warning';
  if (code === 'unknown-field') return severities[fieldValidation];
  return code === 'wrong-type' && failed ? 'error' : 'warning';
}

/** The range of a field or item. A map is marked by its first key, an unknown field by its name. */
function rangeOfPlace(
  document: SourceDocument,
  value: Value,
  place: ValuePath,
  code: TypeComplaint['code'],
): TextRange | undefined {
  const node = document.locate(place);
  if (code === 'unknown-field') return node?.key ?? node?.value;
  const part = code === 'wrong-type' ? undefined : valueAt(value, place);
  const first = isMap(part ?? null) && part instanceof Map ? [...part.keys()][0] : undefined;
  return (typeof first === 'string' ? document.locate([...place, first])?.key : undefined) ?? node?.value;
}

/** An error in a value against its type. */
interface TypeComplaint {
  readonly code: 'unknown-field' | 'wrong-type' | 'missing-key' | 'duplicate-item';
  readonly place: ValuePath;
  /** The path as messages of server-side apply print it. */
  readonly path: string;
  /** The message in upstream's words, without the path. */
  readonly message: string;
}

/** How a value is read. In a patch (`directives`) no item needs its keys, and names of directives are no fields. */
interface ReadAs {
  readonly directives: boolean;
  /** Whether a list may hold an item twice. */
  readonly allowDuplicates: boolean;
}

/** The most errors that are reported. */
const most = 100;

/**
 * Finds all errors in a value against its type, in the order of the value. Upstream stops at the first unknown field of
 * a map and at the first item of a list without its keys; here all are reported.
 * Upstream: structured-merge-diff typed/validate.go, for the messages.
 */
function typeComplaints(value: Value, type: Atom, readAs: ReadAs): readonly TypeComplaint[] {
  // Nearly every text has no errors, and this check is faster.
  if (!readAs.directives && asTyped(value, type, readAs).kind === 'typed') return [];
  const complaints: TypeComplaint[] = [];
  check({ value, type, place: [], path: '' }, readAs, complaints);
  return complaints;
}

interface Part {
  readonly value: Value;
  readonly type: Atom;
  readonly place: ValuePath;
  readonly path: string;
}

function check(part: Part, readAs: ReadAs, complaints: TypeComplaint[]): void {
  const { value, type, place, path } = part;
  if (complaints.length >= most) return;
  if (isMap(value) && type.map !== undefined) {
    for (const [name, child] of value) {
      if (readAs.directives && name.startsWith('$')) continue;
      const inside = type.map.fields.get(name)?.type ?? type.map.element;
      const at = { place: [...place, name], path: `${path}.${name}` };
      if (inside !== undefined) check({ ...at, value: child, type: inside }, readAs, complaints);
      else complaints.push({ ...at, code: 'unknown-field', message: 'field not declared in schema' });
    }
  } else if (isList(value) && type.list !== undefined) {
    checkItems(part, value, readAs, complaints);
  } else {
    const message = ownProblem(value, type);
    if (message !== undefined) complaints.push({ place, path, code: 'wrong-type', message });
  }
}

function checkItems({ type, place, path }: Part, items: ValueList, readAs: ReadAs, complaints: TypeComplaint[]): void {
  const { list } = type;
  if (list === undefined) return;
  const seen = new Set<string>();
  for (const [index, value] of items.entries()) {
    const at = [...place, index];
    const element = list.relationship === 'atomic' ? undefined : itemElement(list, value);
    const printed = element === undefined ? `[${index}]` : pathToString([element]);
    if (list.relationship === 'associative' && element === undefined && !readAs.directives) {
      const message = ownProblem([value], { name: '', list })?.replace(/^element 0: /, '');
      if (message !== undefined) complaints.push({ code: 'missing-key', place: at, path: path + printed, message });
    }
    if (element !== undefined && seen.has(printed) && !readAs.allowDuplicates) {
      const message = `duplicate entries for key ${printed}`;
      complaints.push({ code: 'duplicate-item', place: at, path, message });
    }
    seen.add(printed);
    check({ value, type: list.element, place: at, path: path + printed }, readAs, complaints);
  }
}

/** The path element that identifies an item of a list; undefined where the item lacks all keys. */
function itemElement({ keys, element }: NonNullable<Atom['list']>, item: Value): PathElement | undefined {
  if (keys.length === 0)
    return isMap(item) || isList(item) || item === null ? undefined : { kind: 'value', value: item };
  if (!isMap(item)) return undefined;
  const key = keys.flatMap((name) => {
    const value = item.get(name) ?? element.map?.fields.get(name)?.default;
    return value === undefined ? [] : [{ name, value }];
  });
  return key.length === 0 ? undefined : { kind: 'key', key };
}

/** The error of a value itself, without those of its fields and items. */
function ownProblem(value: Value, type: Atom): string | undefined {
  const typed = asTyped(value, type, { allowDuplicates: true });
  return typed.kind === 'typed' ? undefined : typed.errors.find(({ path }) => path === '')?.message;
}
