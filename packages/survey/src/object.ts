import type { Finding } from './findings/finding.ts';

/** An object of a survey: a row of its table, as plain data. */
export interface SurveyedObject {
  /** Its place among all objects that were read, from 0; its name towards whoever keeps the texts. */
  readonly index: number;
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for objects of the cluster. */
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** The owner reference that controls it, else its first one, as `ReplicaSet/web-5d9c`; empty where there is none. */
  readonly owner: string;
  /** When the server created it, as written; empty where the object does not say. */
  readonly created: string;
  /** Its entries of managedFields in their order. */
  readonly entries: readonly SurveyedEntry[];
  /** How many fields have an owner. */
  readonly fields: number;
  /** How many of them have several. */
  readonly shared: number;
  /** Bytes of the object as the server stores it: JSON without spaces. */
  readonly bytes: number;
  /** Bytes of its managedFields, counted in the same way. */
  readonly managedFieldsBytes: number;
  /** Where it stands. */
  readonly place: Place;
  readonly findings: readonly Finding[];
}

/** Rows by their index: an array, or what keeps them elsewhere. They can be gone through again and again. */
export interface Rows<Row> extends Iterable<Row> {
  at(index: number): Row | undefined;
}

/** A row of a survey without its findings. */
export type SurveyRow = Omit<SurveyedObject, 'findings'>;

/** An entry of managedFields, counted. */
export interface SurveyedEntry {
  readonly manager: string;
  readonly operation: string;
  readonly subresource: string;
  readonly apiVersion: string;
  /** As written; empty where the entry has none. */
  readonly time: string;
  /** Members of its set of fields. */
  readonly fields: number;
  /** Those that no other manager owns. */
  readonly alone: number;
  /** Those that another manager owns too. */
  readonly shared: number;
  readonly bytes: number;
  /** Whether its fields cannot be read. */
  readonly broken: boolean;
}

/** Where something stands in what was read. */
export interface Place {
  /** The name of the file, empty for a pasted text. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

/** A part of a source that is no object, or could not be read. */
export interface UnreadPart {
  readonly place: Place;
  readonly reason: UnreadReason;
  /** What the reader says, or what was found, cut to 200 characters. */
  readonly detail: string;
}

/**
 * Why a part is not read. `syntax`: neither YAML nor JSON; `not-object`: no apiVersion and kind; `template` and
 * `kustomization`: to be rendered first; `too-large`: larger
 * than a cluster stores; `too-deep`: more levels than anything here reads; `cut`: the text ends within it; `binary`: no text; `damaged`: gzip that cannot be unpacked, or a
 * file that cannot be opened; `too-many`: beyond the number of objects that are read.
 */
export type UnreadReason =
  | 'syntax'
  | 'not-object'
  | 'template'
  | 'kustomization'
  | 'too-large'
  | 'too-deep'
  | 'cut'
  | 'binary'
  | 'damaged'
  | 'too-many';
