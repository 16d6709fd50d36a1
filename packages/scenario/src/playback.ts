import type { FieldPathText, OwnerOperation } from './ownership.ts';

/** A range in a text, in UTF-16 code units from its start, end exclusive. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A complaint about a step's text at its place. The sentence is the reader's or the server's own. */
export interface Problem extends TextRange {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
}

/** What running a scenario gives: an outcome a step, and the whole view of one step. Plain data that a worker can post. */
export interface Playback {
  readonly outcomes: readonly Outcome[];
  readonly view: StepView | undefined;
}

/** How one step ended: enough for the timeline. */
export interface Outcome {
  readonly stepId: string;
  /** `read` is a pasted live object; `skipped` is switched off, empty, or of a kind that is not played yet. */
  readonly status:
    | 'created'
    | 'changed'
    | 'unchanged'
    | 'deleted'
    | 'read'
    | 'installed'
    | 'conflict'
    | 'error'
    | 'skipped';
  /** The HTTP status code; absent for steps that send no request. */
  readonly code?: number;
  /** The server's own message of an error or conflict. */
  readonly message?: string;
  readonly warnings: readonly string[];
  readonly problems: readonly Problem[];
  /** The step's object, `apps/v1 Deployment default/api`, once it is known. */
  readonly object?: string;
  /** The manager that the request was recorded under. */
  readonly manager?: string;
}

/** Everything that the selected step shows. */
export interface StepView {
  readonly stepId: string;
  /** The object after the step; a conflict leaves it as it was. That of the last good step, and `stale`, where this one failed. */
  readonly result: AnnotatedText | undefined;
  readonly stale: boolean;
  /** The step's own text with ownership on it, for a pasted live object. */
  readonly own: AnnotatedText | undefined;
  readonly conflict: ConflictView | undefined;
  readonly request: RequestView | undefined;
  /** What the engine cannot know here. */
  readonly notices: readonly Notice[];
  readonly command: CommandView | undefined;
}

/** What a kubectl command came to. */
export interface CommandView {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** What helps where the command line was refused; kubectl itself does not say it. */
  readonly hint?: string;
  /** What cannot be read in the files, at its place in each. */
  readonly fileProblems: readonly { readonly file: string; readonly problems: readonly Problem[] }[];
  readonly requests: readonly CommandRequestView[];
  /** The entries of managedFields of the object before the first request. */
  readonly managersBefore: readonly ManagerView[];
  /** What each client-side apply went by, one an object that it patched. */
  readonly applies: readonly ClientSideView[];
  /** What `apply --server-side` came to for each object that client-side apply owned. */
  readonly migrations: readonly MigrationView[];
  /** Whose apply the other way would be, where there is one: the question `other-way` plays it. */
  readonly otherWay?: 'server' | 'client';
}

/** The way of one object from client-side to server-side apply. */
export interface MigrationView {
  /** `Deployment web` */
  readonly object: string;
  /** The manager that applies server-side. */
  readonly manager: string;
  /** The command was refused for conflicts; this is what it comes to with `--force-conflicts`. */
  readonly forced: boolean;
  /** What the object had before and has no more, outermost fields alone. */
  readonly deleted: readonly FieldValue[];
  /** Fields that were let go and that nobody owns now: the server writes its default, or the value stays. */
  readonly unowned: readonly (FieldValue & { readonly before: string })[];
  /** Fields that client-side apply had, that the file has not, and that stay: under each entry that keeps them. */
  readonly stuck: readonly StuckFields[];
  /** The JSON patch by which kubectl hands the fields over; undefined where it sent none. */
  readonly patch: string | undefined;
  /** Whether the object still has its last-applied annotation, which client-side apply goes by. */
  readonly annotated: boolean;
}

/** A field and its value on one line. */
export interface FieldValue {
  readonly path: FieldPathText;
  readonly value: string;
}

/** What one entry of managedFields keeps in the object. */
export interface StuckFields extends Pick<ManagerView, 'manager' | 'operation' | 'subresource' | 'fieldCount'> {
  readonly fields: readonly FieldValue[];
  /** A JSON patch that drops the entry, and fails where another stands in its place. */
  readonly drop: string;
}

/** What the same apply comes to the other way: server-side instead of client-side, or the reverse. */
export interface OtherWayView {
  readonly line: string;
  /** Whether the other way is the server's. */
  readonly serverSide: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly result: AnnotatedText | undefined;
  /** Leaves whose value or owners differ, as one-line previews and names of managers. */
  readonly rows: readonly {
    readonly path: string;
    readonly here: string | undefined;
    readonly there: string | undefined;
    readonly sameValue: boolean;
    readonly hereOwners: readonly string[];
    readonly thereOwners: readonly string[];
  }[];
}

/** A request that a command sent, its answer, and the object after it. */
export interface CommandRequestView {
  readonly request: RequestView;
  readonly code: number;
  /** Refused for fields of others. */
  readonly conflict: boolean;
  /** The server's message where it refused. */
  readonly message?: string;
  /** The manager that it was recorded under. */
  readonly manager?: string;
  readonly result: AnnotatedText | undefined;
}

/** One client-side apply: three objects compared, and the patch made of them as YAML; none where none could be made. */
export interface ClientSideView {
  readonly patchType: 'strategic' | 'merge';
  readonly patch: string | undefined;
  readonly rows: readonly ThreeWayRow[];
}

/** One field in the last-applied configuration, the file and the live object, as one-line previews. */
export interface ThreeWayRow {
  readonly path: string;
  readonly original: string | undefined;
  readonly modified: string | undefined;
  readonly current: string | undefined;
  /** `kept`: the object has it already; `left-alone`: neither the file nor the one before says anything of it. */
  readonly effect: 'added' | 'set' | 'deleted' | 'kept' | 'left-alone';
  /** The file says what it said last time: somebody else changed the object. */
  readonly drifted: boolean;
  /** The managers that own it, or something in it, in the live object, beside the one that applies. */
  readonly owners: readonly string[];
}

/**
 * A notice: a code and the data of its sentence.
 * `no-managed-fields` {command}; `deduced-schema` {kind, command}; `known-schema`, `known-schema-lacks` {kind, project, release}; `older-managed-fields` {count, managers}; `untracked-subresource` {managers}; `cel-not-modelled`;
 * `fields-left-out` {count, drawn}; `problems-left-out` {count, drawn};
 * `unmodelled-defaults`, `unmodelled-strategy`, `unmodelled-validation`, `unmodelled-conversion` {kind}; `several-documents` {count};
 * `list-of-objects` {count}; `unknown-kind` {kind, apiVersion}; `no-name`; `no-object`; `empty-text`.
 */
export interface Notice {
  readonly code: string;
  readonly data: Readonly<Record<string, string>>;
}

/** The request on the wire. */
export interface RequestView {
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly contentType?: string;
  readonly userAgent?: string;
  readonly body?: string;
}

/** A text and who owns which range of it. */
export interface AnnotatedText {
  readonly text: string;
  readonly managers: readonly ManagerView[];
  readonly fields: readonly FieldView[];
  /** How many more fields there are than a page can draw; absent where `fields` has all of them. */
  readonly fieldsLeftOut?: number;
  /** The range of metadata.managedFields, to fold. */
  readonly managedFields: TextRange | undefined;
}

/** One entry of managedFields. Index in `managers` is how fields name it. */
export interface ManagerView {
  readonly manager: string;
  readonly operation: OwnerOperation;
  readonly subresource: string;
  readonly apiVersion: string;
  /** RFC 3339, or absent where the server keeps none. */
  readonly time: string | undefined;
  /** How many fields it owns, and the bytes of its entry as JSON. */
  readonly fieldCount: number;
  readonly bytes: number;
}

/**
 * Why nobody owns a field that the object has. `identity`: it names the object. `default`: the server's default, or
 * the definition's, stands there. `system`: the server itself writes it. `status`: part of a status that nobody was
 * recorded for. `untracked`: the object has no managedFields. `unserved`: its entries are at API versions that the kind
 * does not have any more; the next write drops them. `replaced`: its entry comes before another that the server cannot
 * tell from it, which the next write keeps alone. `unknown`: none of these, such as what was left behind when its
 * entry was taken away.
 */
export type Unowned = 'identity' | 'default' | 'system' | 'status' | 'untracked' | 'unserved' | 'replaced' | 'unknown';

/** One field of the object, or one that is owned but absent. */
export interface FieldView {
  readonly path: FieldPathText;
  /** The whole node, its key (a field) and its value; absent for a field that is owned but not in the object. */
  readonly range: TextRange | undefined;
  readonly key: TextRange | undefined;
  readonly value: TextRange | undefined;
  readonly leaf: boolean;
  readonly state: 'owned' | 'shared' | 'atomic' | 'unowned' | 'absent';
  /** Why nobody owns it, of a leaf that is `unowned`. */
  readonly why?: Unowned;
  /** Indices into `managers`. */
  readonly owners: readonly number[];
  /** For a field inside an atomic whole, the path of the whole. */
  readonly atomicRoot?: FieldPathText;
  /** An atomic list or map that has something in it, or one of several items of one key: owned as one, whatever stands in it. */
  readonly whole?: boolean;
  /** One of several items of one key, or part of one: they have the same owners and are replaced together. */
  readonly repeated?: true;
  /** Declared in the last-applied annotation: what client-side apply believes that it owns. */
  readonly lastApplied?: true;
  /** The value on one line, cut to 200 characters. */
  readonly preview: string;
}

/** A conflict and its ways out. */
export interface ConflictView {
  /** The server's own message; of a command what kubectl printed. */
  readonly message: string;
  /** Who applied. */
  readonly manager: string;
  /** Whether what was declared is written somewhere that can be changed. */
  readonly resolvable: boolean;
  readonly fields: readonly ConflictFieldView[];
}

/** One field that conflicts. */
export interface ConflictFieldView {
  /** What the field is called among all of the step; fields that several managers own come once for each. */
  readonly key: string;
  readonly path: FieldPathText;
  /** The object, `Deployment web`, where a command was refused for several. */
  readonly object?: string;
  readonly owner: Omit<ManagerView, 'fieldCount' | 'bytes'>;
  /** One-line previews of both values; undefined where the side has none. */
  readonly live: string | undefined;
  readonly declared: string | undefined;
  /** Where the field stands in the step's own text. */
  readonly range: TextRange | undefined;
  /** Where it stands in a file of the step's command. */
  readonly inFile?: { readonly file: string; readonly range: TextRange };
}
