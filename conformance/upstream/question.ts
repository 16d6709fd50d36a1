import { formatJson, type Value } from '@managed-fields/merge-engine';
import type { Atom } from '@managed-fields/merge-engine/typed';

/** One operation of the library, as both engines are given it. Sets are texts of fieldsV1, path elements their keys. */
export interface Question {
  readonly operation: string;
  readonly a?: string;
  readonly b?: string;
  readonly path?: readonly string[];
  readonly patterns?: readonly (readonly string[])[];
  readonly typed?: TypedQuestion;
  /** Values, or objects with their managedFields. */
  readonly value?: Value;
  readonly other?: Value;
  readonly names?: readonly string[];
  readonly manager?: string;
  readonly subresource?: string;
}

/** The type that values have: its definitions as the partner is sent them, its name there, and here. */
export interface TypedQuestion {
  readonly definitions: string;
  readonly name: string;
  readonly type: Atom;
}

/** A question as tools/go reads it. */
export function questionJson({ typed, value, other, ...plain }: Question): string {
  const parts = [JSON.stringify(plain).slice(1, -1)];
  if (typed !== undefined) parts.push(`"definitions":${typed.definitions},"type":${JSON.stringify(typed.name)}`);
  if (value !== undefined) parts.push(`"value":${formatJson(value)}`);
  if (other !== undefined) parts.push(`"other":${formatJson(other)}`);
  return `{${parts.join(',')}}`;
}
