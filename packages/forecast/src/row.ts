import type { OwnerIdentity } from '@managed-fields/merge-engine';
import { lastAppliedPath, type Notice } from '@managed-fields/player';
import type { FieldPathText, TextRange } from '@managed-fields/scenario';
import type { Purpose } from '@managed-fields/tools/programs';

// All rows are plain data that a worker can post.

/** What a release comes to for one of its manifests. Rows have the order of the manifests. */
export type ForecastRow = PlayedRow | ExtraRow | HookRow | UnreadRow;

export interface CommonRow {
  /** The index of the manifest in the release, from 0. */
  readonly index: number;
  readonly place: ManifestPlace;
}

/** What a tool did for an object beyond one apply. `recreated`: it was deleted and created again; `migrated`: entries of
 * other managers were moved to the tool's own before or after the apply. */
export type Deed = 'recreated' | 'migrated';

/** A request that a tool sent to change an object. */
export interface SentRow {
  readonly method: string;
  readonly purpose: Purpose;
  readonly code: number;
}

/** What a tool did for an object. */
export interface ToolFacts {
  readonly deeds: readonly Deed[];
  readonly sent: readonly SentRow[];
}

/** An object that the release does not have, and that the tool deletes, leaves on purpose, or writes for itself. */
export interface ExtraRow {
  readonly kind: 'extra';
  /** After those of all manifests. */
  readonly index: number;
  readonly object: ForecastObject;
  readonly forecast: Forecast;
  readonly tool: ToolFacts;
}

/** A manifest that was applied. */
export interface PlayedRow extends CommonRow {
  readonly kind: 'played';
  readonly object: ForecastObject;
  /** Whether the dump has the object, or an earlier manifest of the release made it. */
  readonly isLive: boolean;
  readonly serverSide: Forecast;
  /** What the tool did, where one is played; `serverSide` is then what its requests come to. */
  readonly tool?: ToolFacts;
  /** The same by `kubectl apply` with a three-way merge; absent where it was not asked for. */
  readonly clientSide?: Forecast;
  readonly remarks: readonly Remark[];
  /** Where the schema of the kind comes from, and what is not modelled of it. */
  readonly notices: readonly Notice[];
}

/** A manifest that a release does not apply, because its tool creates it as a hook. */
export interface HookRow extends CommonRow {
  readonly kind: 'hook';
  readonly object: ForecastObject;
  readonly tool: 'helm' | 'argo-cd';
  /** As the annotation names them: `pre-upgrade`, `test`. */
  readonly hooks: readonly string[];
}

/** A manifest that cannot be read, or that the engine cannot play. */
export interface UnreadRow extends CommonRow, Unread {
  readonly kind: 'unread';
}

/** Why a manifest has no forecast. */
export interface Unread {
  /**
   * `syntax`: its text is no YAML. `not-object`: apiVersion or kind is missing. `not-applied`: the tool leaves it out.
   * `not-played`: the engine cannot play it.
   */
  readonly reason: 'syntax' | 'not-object' | 'not-applied' | 'not-played';
  /** What is wrong there, as the reader of YAML or the engine says it, where one of them says it. */
  readonly detail: string | undefined;
}

/** Where a manifest stands. */
export interface ManifestPlace {
  /** The name of its file. */
  readonly file: string;
  /** Offsets of the text of the file, in UTF-16. */
  readonly range: TextRange;
}

/** An object by its names. */
export interface ForecastObject {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for kinds that have none. */
  readonly namespace: string;
  /** Empty where the server is to make up the name. */
  readonly name: string;
  /** The beginning of a name that the server makes up. */
  readonly generateName?: string;
}

/** Names an object in a few words: `Deployment prod/web`; a name that the server makes up ends with `…`. */
export function objectText({ kind, namespace, name, generateName = '' }: ForecastObject): string {
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name === '' ? `${generateName}…` : name}`;
}

/** How one way of applying ends for an object. */
export interface Forecast {
  readonly result: ForecastResult;
  /** The HTTP status code of the last answer; absent where nothing was sent. */
  readonly code?: number;
  /** Why it was refused: the words of the server, or what kubectl prints. */
  readonly message?: string;
  readonly warnings: readonly string[];
  /** The fields whose value changes. Empty for an object that is created, where all are new. */
  readonly changes: readonly FieldChange[];
  readonly conflicts: readonly FieldConflict[];
  /** What other owners lose. */
  readonly taken: readonly TakenFields[];
  /** What the manager no longer declares and what stays, because others own it as well. */
  readonly staying: readonly StayingField[];
  /** What had an owner, stays in the object, and has none afterwards. */
  readonly unowned: readonly LeftField[];
  /** How many rows of `changes`, `staying` and `unowned` are left out, because a list has at most `mostFields`. */
  readonly leftOut: number;
}

/**
 * `changed` includes objects of which only the owners change. Only tools delete, and leave an object on purpose.
 */
export type ForecastResult = 'created' | 'changed' | 'unchanged' | 'conflict' | 'refused' | 'deleted' | 'left';

/** A field, its value on one line before and after; undefined where the object does not have it. */
export interface FieldChange {
  readonly path: FieldPathText;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Of a field that goes: the others who own it. */
  readonly owners?: readonly OwnerIdentity[];
}

/** Whether a field goes though somebody else set it. What kubectl keeps for itself is nobody's loss. */
export function isLost({ path, after, owners }: FieldChange): boolean {
  return after === undefined && owners !== undefined && path !== lastAppliedPath;
}

/** A field that somebody else owns, and that the manifest would change. A field with two owners comes twice. */
export interface FieldConflict {
  readonly path: FieldPathText;
  readonly owner: OwnerIdentity;
  /** When the owner last wrote; undefined where the server keeps no time. */
  readonly time: string | undefined;
  /** Both values on one line; undefined where the side has none. */
  readonly live: string | undefined;
  readonly declared: string | undefined;
  /** Where the manifest declares it, in offsets of its file. */
  readonly range: TextRange | undefined;
}

/** The fields that one owner loses. `gone`: nothing is left to it. */
export interface TakenFields {
  readonly owner: OwnerIdentity;
  readonly fields: readonly FieldPathText[];
  readonly gone: boolean;
}

/** A field that stays in the object, with its value on one line. */
export interface LeftField {
  readonly path: FieldPathText;
  readonly value: string;
}

/** A field that stays because others own it. */
export interface StayingField extends LeftField {
  readonly owners: readonly OwnerIdentity[];
}

/** What is to be known beside the result; the comment names the data. */
export type Remark =
  /** The live object has no managedFields, so that nobody is known to own anything. */
  | { readonly code: 'no-managed-fields' }
  /** `index`: the row of the manifest of the same object before this one, which was applied first. */
  | { readonly code: 'repeated'; readonly index: number }
  /** The server makes up the name: each release creates one more. */
  | { readonly code: 'generated-name' }
  /** The dump has namespaces, and the one of the object is neither among them nor in the release. */
  | { readonly code: 'unseen-namespace'; readonly namespace: string };

/** The most fields that a list of a forecast has. */
export const mostFields = 200;
