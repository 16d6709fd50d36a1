import { fieldSetFromV1, pathsOf, pathToString } from '@managed-fields/merge-engine';
import type { OwnedField } from '../owned-fields.ts';
import type { RuleId } from './rule-id.ts';

/** Something that a rule found in an object, with its evidence. */
export interface Finding {
  readonly rule: RuleId;
  /** The fields, as paths in the notation of messages (`.spec.replicas`), at most `mostFields` of them. */
  readonly fields: readonly string[];
  /** How many fields there are. */
  readonly fieldCount: number;
  /** The places of the entries in the object's managedFields. */
  readonly entries: readonly number[];
  /** What its sentence names, by the names that the words of the rule use. */
  readonly facts: Readonly<Record<string, string>>;
  /** The fields that admission writes too where nobody sends them; absent but for what it changes. */
  readonly filled?: readonly string[];
}

/** The most fields that a finding names. */
export const mostFields = 20;

/** Makes a finding. Paths are written only of the fields that it names. */
export function findingOf(
  rule: RuleId,
  fields: readonly OwnedField[],
  entries: readonly number[],
  facts: Readonly<Record<string, string>>,
): Finding {
  return {
    rule,
    fields: fields.slice(0, mostFields).map(pathOf),
    fieldCount: fields.length,
    entries,
    facts,
  };
}

/** The path of a field in the notation of messages: `.spec.containers[name="app"].image`. */
export function pathOf(field: OwnedField): string {
  const elements: string[] = [];
  for (let at: OwnedField | undefined = field; at !== undefined; at = at.parent) elements.push(elementText(at.element));
  return elements.reverse().join('');
}

/** A path element of fieldsV1 in the notation of messages; as it is where it cannot be read. */
function elementText(element: string): string {
  if (element.startsWith('f:')) return `.${element.slice(2)}`;
  const read = fieldSetFromV1(new Map([[element, new Map()]]));
  const [path] = read.kind === 'set' ? pathsOf(read.set) : [];
  return path === undefined ? `[${element}]` : pathToString(path);
}
