import type { RequestUser } from '@managed-fields/api-server';
import type { Unplayed } from '@managed-fields/kubectl';
import type { FieldPathText, Outcome, OwnerOperation, Problem, TextRange } from '@managed-fields/scenario';
import type { ObjectEnd, ProgramName, Purpose, ToolNote } from '@managed-fields/tools/programs';

/**
 * The result of running a scenario: an outcome of each step, and the view of one step. Plain data that a worker can
 * post.
 */
export interface Playback {
  readonly outcomes: readonly Outcome[];
  /** The names of all managers, in the order in which the steps bring them in: their colours follow from it. */
  readonly managers: readonly string[];
  readonly view: StepView | undefined;
}

/** Everything that the page shows of the selected step. */
export interface StepView {
  readonly stepId: string;
  /**
   * The object after the step. After a conflict it is the object of before; after an error as well, and `stale` is
   * true.
   */
  readonly result: AnnotatedText | undefined;
  readonly stale: boolean;
  /** The text of a pasted live object with its owners. */
  readonly own: AnnotatedText | undefined;
  readonly conflict: ConflictView | undefined;
  readonly request: RequestView | undefined;
  /** What admission changed in the object of the step's request, in order. */
  readonly admission: readonly AdmissionView[];
  /** What the engine cannot know about the step. */
  readonly notices: readonly Notice[];
  readonly command: CommandView | undefined;
  readonly tool: ToolView | undefined;
  /** The requests of a command or a tool; undefined for other steps. */
  readonly sent: SentView | undefined;
}

/** What wrote a value in admission: a plugin by upstream's name, and the policy that it follows, where there is one. */
export interface AdmittedBy {
  readonly plugin: string;
  readonly by?: string;
}

/** What a plugin changed, or one policy of it; values on one line, absent where there is none. */
export interface AdmissionView extends AdmittedBy {
  readonly changes: readonly { readonly path: FieldPathText; readonly before?: string; readonly after?: string }[];
}

/** The requests that a command or a tool sent. */
export interface SentView {
  readonly requests: readonly SentRequestView[];
  /** The entries of managedFields before the first request that wrote. */
  readonly managersBefore: readonly ManagerView[];
}

/** The view of a deploy tool's run. */
export interface ToolView {
  readonly name: ProgramName;
  readonly version: string;
  /** What nobody gave and the live objects told. */
  readonly notes: readonly ToolNote[];
  /** How it ended for each object, `Deployment web`. */
  readonly ends: readonly (Pick<ObjectEnd, 'end' | 'message'> & { readonly object: string })[];
  /** What the tool ended with; absent where all went well. */
  readonly error?: string;
  /** Whether it overwrites what others own. */
  readonly forced?: true;
}

/** The view of a kubectl command. */
export interface CommandView {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** A hint for a command line that was refused, in our words and not those of kubectl. */
  readonly hint?: string;
  /** What kubectl or a shell would have done and is not played here, which ended the command. */
  readonly unplayed?: Unplayed;
  /** What each command printed, where the line has several that run one after the other. */
  readonly outputs?: readonly { readonly stdout: string; readonly stderr: string }[];
  /** The files that the command looked for and that are not there; `-` for the standard input. */
  readonly missing: readonly string[];
  /** The text that the editor opened first; absent where none opened. */
  readonly opened?: string;
  /** The variables in the line, which stay as they are written: `$NAME`. */
  readonly variables: readonly string[];
  /** The text of each file that the commands before it wrote, by `config` or `> FILE`; absent where there is none. */
  readonly written?: Readonly<Record<string, string>>;
  /** The problems of each file, with their ranges in it. */
  readonly fileProblems: readonly { readonly file: string; readonly problems: readonly Problem[] }[];
  /** The three objects of each client-side apply that patched one. */
  readonly applies: readonly ClientSideView[];
  /** The migrations to server-side apply, one for each object that client-side apply owned. */
  readonly migrations: readonly MigrationView[];
  /**
   * The side that would compute the same apply otherwise; absent where there is none. The question `other-way` plays
   * it.
   */
  readonly otherWay?: 'server' | 'client';
  /** Whether it applies with force: `--force-conflicts` of a `kubectl apply` is on. */
  readonly forced?: true;
}

/** The migration of one object from client-side to server-side apply. */
export interface MigrationView {
  /** `Deployment web` */
  readonly object: string;
  /** The manager that applies server-side. */
  readonly manager: string;
  /**
   * Whether the command was refused for conflicts. The view is then that of the same command with `--force-conflicts`.
   */
  readonly forced: boolean;
  /** The fields that the object lost, without those inside other lost fields. */
  readonly deleted: readonly FieldValue[];
  /** Fields that lost their owner and that nobody owns now: the server's default is set, or the value stays. */
  readonly unowned: readonly (FieldValue & { readonly before: string })[];
  /** Fields that client-side apply owned, that the file does not have and that stay, by the entry that keeps them. */
  readonly stuck: readonly StuckFields[];
  /** The JSON patch by which kubectl migrates the fields; undefined where it sent none. */
  readonly patch: string | undefined;
  /** Whether the object still has its last-applied annotation, which client-side apply compares with. */
  readonly annotated: boolean;
}

/** A field, and its value on one line. */
export interface FieldValue {
  readonly path: FieldPathText;
  readonly value: string;
}

/** The fields that one entry of managedFields keeps in the object. */
export interface StuckFields extends Pick<ManagerView, 'manager' | 'operation' | 'subresource' | 'fieldCount'> {
  readonly fields: readonly FieldValue[];
  /** A JSON patch that removes the entry. It fails where another entry has taken its place. */
  readonly drop: string;
}

/**
 * The result of the same apply with the other side computing it: server-side instead of client-side, or the reverse.
 */
export interface OtherWayView {
  readonly line: string;
  /** Whether the other apply is server-side. */
  readonly serverSide: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly result: AnnotatedText | undefined;
  /** The leaves whose value or owners differ, with values on one line and the names of managers. */
  readonly rows: readonly {
    readonly path: string;
    readonly here: string | undefined;
    readonly there: string | undefined;
    readonly sameValue: boolean;
    readonly hereOwners: readonly string[];
    readonly thereOwners: readonly string[];
  }[];
}

/** A request that a command or a tool sent, its answer, and the object after it. */
export interface SentRequestView {
  readonly request: RequestView;
  /** What a tool sent it for; absent for those of a command. */
  readonly purpose?: Purpose;
  readonly admission: readonly AdmissionView[];
  readonly code: number;
  /** Whether it was refused because others own the fields. */
  readonly conflict: boolean;
  /** The server's message, if it refused. */
  readonly message?: string;
  /** The manager that the server recorded. */
  readonly manager?: string;
  readonly result: AnnotatedText | undefined;
}

/**
 * A client-side apply: the comparison of three objects, and the patch as YAML; undefined where no patch could be made.
 */
export interface ClientSideView {
  readonly patchType: 'strategic' | 'merge';
  readonly patch: string | undefined;
  readonly rows: readonly ThreeWayRow[];
}

/** A field in the last-applied configuration, the file and the live object, with values on one line. */
export interface ThreeWayRow {
  readonly path: string;
  readonly original: string | undefined;
  readonly modified: string | undefined;
  readonly current: string | undefined;
  /**
   * `kept`: the object has the value already; `left-alone`: neither the file nor the last-applied configuration has the
   * field.
   */
  readonly effect: 'added' | 'set' | 'deleted' | 'kept' | 'left-alone';
  /**
   * Whether the file and the last-applied configuration have the same value, so that a difference was made by somebody
   * else.
   */
  readonly drifted: boolean;
  /** The managers that own the field or something in it in the live object, without the one that applies. */
  readonly owners: readonly string[];
}

/** What a notice says; the comment names the data of its sentence. */
export type NoticeCode =
  /** {seen, command}: `written` of a text that has nothing else that a server sets, `read` of one that has */
  | 'no-managed-fields'
  /** {kind, command} */
  | 'deduced-schema'
  /** {kind, project, release} */
  | 'known-schema'
  | 'known-schema-lacks'
  /** {kind, release} */
  | 'published-schema'
  /** {kind, apiVersion, release, version} */
  | 'cluster-schema'
  | 'nearest-schema'
  | 'unreadable-schema'
  /** {count, managers} */
  | 'older-managed-fields'
  /** {managers} */
  | 'untracked-subresource'
  /** {count, drawn} */
  | 'fields-left-out'
  | 'problems-left-out'
  /** {kind} */
  | `unmodelled-${'defaults' | 'strategy' | 'validation' | 'conversion'}`
  /** {tool, options} */
  | 'no-tool'
  | 'not-objects'
  | 'unknown-tool'
  | 'missing-option'
  | 'unreadable-option'
  | 'unknown-option'
  /** {count} */
  | 'several-documents'
  | 'list-of-objects'
  /** {names, annotation} */
  | 'webhook-not-called'
  /** {names} */
  | 'webhooks-called'
  /** {fields} */
  | 'type-checking'
  /** {object, other} */
  | 'other-object'
  /** {kind, apiVersion} */
  | 'unknown-kind'
  | 'no-name'
  | 'no-object'
  | 'empty-text';

/** A code and the data of its sentence. */
export interface Notice {
  readonly code: NoticeCode;
  readonly data: Readonly<Record<string, string>>;
}

/** A request as it is sent. */
export interface RequestView {
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly contentType?: string;
  readonly userAgent?: string;
  /** Whom its sender acts for; without him he acts for himself. */
  readonly user?: RequestUser;
  readonly body?: string;
}

/** A text, and the owners of each range of it. */
export interface AnnotatedText {
  readonly text: string;
  readonly managers: readonly ManagerView[];
  readonly fields: readonly FieldView[];
  /** The number of fields that are left out because a page cannot draw as many; absent where there are none. */
  readonly fieldsLeftOut?: number;
  /** The range of metadata.managedFields, which the page folds. */
  readonly managedFields: TextRange | undefined;
}

/** One entry of managedFields. Fields refer to it by its index in `managers`. */
export interface ManagerView {
  readonly manager: string;
  readonly operation: OwnerOperation;
  readonly subresource: string;
  readonly apiVersion: string;
  /** In RFC 3339; undefined where the entry has none. */
  readonly time: string | undefined;
  /** The number of fields that it owns, and the size of its entry as JSON in bytes. */
  readonly fieldCount: number;
  readonly bytes: number;
}

/**
 * Why nobody owns a field of the object. `identity`: it names the object. `default`: it has the default of the server
 * or the definition. `system`: the server writes it. `admission`: a plugin of the server wrote it
 * after the owners were recorded. `status`: it is a part of a status whose writer was not recorded.
 * `untracked`: the object has no managedFields. `unserved`: its entries are at API versions that the kind no longer
 * has, and the next write drops them. `replaced`: its entry has the same identity as a later one, and the next write
 * keeps only that. `unknown`: none of these, as for a field whose entry was removed.
 */
export type Unowned =
  | 'identity'
  | 'default'
  | 'system'
  | 'admission'
  | 'status'
  | 'untracked'
  | 'unserved'
  | 'replaced'
  | 'unknown';

/** A field of the object, or one that is owned but absent. */
export interface FieldView {
  readonly path: FieldPathText;
  /**
   * The ranges of the whole field or item, of its key and of its value; undefined for a field that the object does not
   * have.
   */
  readonly range: TextRange | undefined;
  readonly key: TextRange | undefined;
  readonly value: TextRange | undefined;
  readonly leaf: boolean;
  readonly state: 'owned' | 'shared' | 'atomic' | 'unowned' | 'absent';
  /** Why nobody owns it; for leaves in the state `unowned`. */
  readonly why?: Unowned;
  /** What wrote the value in admission, whoever owns the field. */
  readonly admitted?: AdmittedBy;
  /** Indices into `managers`. */
  readonly owners: readonly number[];
  /** The path of the atomic list or map that the field is in. */
  readonly atomicRoot?: FieldPathText;
  /**
   * Whether it is owned as one, whatever it contains: an atomic list or map that is not empty, or one of several items
   * with the same key.
   */
  readonly whole?: boolean;
  /**
   * Whether it is, or is part of, one of several items with the same key. They have the same owners and are replaced
   * together.
   */
  readonly repeated?: true;
  /** Whether the last-applied annotation has it: client-side apply takes it for its own. */
  readonly lastApplied?: true;
  /** The value on one line, cut to 200 characters. */
  readonly preview: string;
}

/** A conflict, with its fields and their owners. */
export interface ConflictView {
  /** The server's message; of a command, what kubectl printed. */
  readonly message: string;
  /** The manager that applied. */
  readonly manager: string;
  /** Whether the configuration is written in a text that can be changed. */
  readonly resolvable: boolean;
  readonly fields: readonly ConflictFieldView[];
}

/** A conflict about one field with one owner. */
export interface ConflictFieldView {
  /** The key of the field within the step. A field with several owners comes once for each. */
  readonly key: string;
  readonly path: FieldPathText;
  /** The object, such as `Deployment web`, where a command was refused for several. */
  readonly object?: string;
  readonly owner: Omit<ManagerView, 'fieldCount' | 'bytes'>;
  /** Both values on one line; undefined where the side has none. */
  readonly live: string | undefined;
  readonly declared: string | undefined;
  /** What wrote the live value in admission; `isSame`: the owner had sent what is declared now. */
  readonly admitted?: AdmittedBy & { readonly isSame: boolean };
  /** The range of the field in the step's own text. */
  readonly range: TextRange | undefined;
  /** The range of the field in a file of the step's command. */
  readonly inFile?: { readonly file: string; readonly range: TextRange };
}
