import type { TypeCatalog } from '@managed-fields/api-server';
import type { HistoryQuestion, LogSummary, ObjectHistory } from '@managed-fields/audit';
import type {
  AskedTool,
  ForecastInput,
  ForecastRow,
  ForecastSummary,
  FoundTool,
  LeftObject,
  PurposeNotes,
  Way,
} from '@managed-fields/forecast';
import type { ClusterKinds, PlayedVersion } from '@managed-fields/kubernetes-types';
import type { Happening, HistoryScenario, RowRange, WatchNews, WatchStart } from '@managed-fields/live-cluster';
import type { AnnotatedText, ChangesView, Playback } from '@managed-fields/player';
import type { NewStep, Scenario } from '@managed-fields/scenario';
import type {
  OpenedObject,
  RepairPreview,
  RuleId,
  SurveyedObject,
  UnreadPart,
  UpgradeChange,
} from '@managed-fields/survey';
import type { ToolNote } from '@managed-fields/tools/programs';
import type { LanguageCode } from '@managed-fields/words';
import type { Answer, Question } from './answer-question.ts';

/** What the page asks the engine. Plain data, so that it can be posted to a worker. */
export type EngineRequest = PlayRequest | AskRequest;

/**
 * The kinds of a cluster, once for all requests that name their key. Only the newest are kept. They get no answer.
 */
export interface ProvidedKinds {
  readonly kind: 'provide';
  /** Another one for other contents. */
  readonly key: string;
  readonly kinds: ClusterKinds;
}

/** Anything that is posted to the engine. */
export type EngineMessage = EngineRequest | ProvidedKinds;

/** What both requests have. */
interface AboutKinds {
  /**
   * The key of the kinds of a cluster by which scenarios of its version are read; they were posted before. The client
   * writes it.
   */
  readonly kindsKey?: string;
}

/** Asks to run the scenario and to show one step. */
export interface PlayRequest extends AboutKinds {
  readonly kind: 'play';
  /** Grows with every change of the scenario; the reply names it. */
  readonly revision: number;
  readonly scenario: Scenario;
  readonly selected: string | undefined;
  /** The id of a pasted live object that stands beside the selected step, and whose owners are shown too. */
  readonly beside: string | undefined;
  /**
   * Nothing is on screen yet, so the answer is to come without the checks of kinds. The page asks the same again after
   * it.
   */
  readonly withoutChecks?: boolean;
}

/** Asks a question about a scenario. */
export interface AskRequest extends AboutKinds {
  readonly kind: 'ask';
  /** Another one each time; the reply names it. */
  readonly number: number;
  readonly scenario: Scenario;
  readonly question: Question;
}

/**
 * What workers beside the first one do, by the name of the task: what each is asked and answers, by the kind of question,
 * and what it tells while it works on one. Such a worker keeps what it was given until it is ended.
 */
export interface Tasks {
  readonly follow: { readonly question: FollowQuestion; readonly answers: FollowAnswers; readonly news: object };
  readonly survey: {
    readonly question: SurveyQuestion;
    readonly answers: SurveyAnswers;
    readonly news: {
      readonly read: SurveyNews;
      readonly repairs: RepairNews;
      readonly upgrade: UpgradeNews;
      readonly forecast: ForecastNews;
    };
  };
  readonly audit: {
    readonly question: AuditQuestion;
    readonly answers: AuditAnswers;
    readonly news: { readonly [Kind in keyof AuditAnswers]: AuditNews };
  };
  readonly still: {
    readonly question: StillQuestion;
    readonly answers: { readonly draw: string };
    readonly news: object;
  };
}

/** Asks for the HTML of a static view of a scenario. */
export interface StillQuestion {
  readonly kind: 'draw';
  readonly scenario: Scenario;
  /** The place of the step that is open, from 1. */
  readonly step: string;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly lang: LanguageCode;
  /** Where the scenario opens. */
  readonly link: string;
}

/** What a worker tells while it works on a question of some kind. */
export type NewsOf<Name extends TaskName, K> = K extends keyof Tasks[Name]['news'] ? Tasks[Name]['news'][K] : never;

/** The name of a task. */
export type TaskName = keyof Tasks;

/** Asks a worker that has a task. */
export type TaskRequest = { [Name in TaskName]: RequestOf<Name> }[TaskName];

interface RequestOf<Name extends TaskName> extends AboutKinds {
  readonly kind: 'task';
  readonly task: Name;
  /** Another one each time; the reply names it. */
  readonly number: number;
  readonly asked: Tasks[Name]['question'];
}

/** The answer to a `TaskRequest`. `failed` is a bug of ours, or code that could not be fetched. */
export type TaskReply =
  | { readonly kind: 'done'; readonly number: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly number: number; readonly message: string };

/** What a worker tells while it works on what it was asked. */
export interface TaskNews {
  readonly kind: 'told';
  readonly number: number;
  readonly news: unknown;
}

/** What is asked about an object that is followed, by its kind. */
export type FollowQuestion =
  | ({ readonly kind: 'start' } & WatchStart)
  | { readonly kind: 'told'; readonly happening: Happening }
  /** The changes of a row against the one before. */
  | { readonly kind: 'changes'; readonly row: number }
  | { readonly kind: 'step'; readonly row: number }
  | { readonly kind: 'scenario'; readonly range: RowRange; readonly title: string };

/** What is answered to each kind of `FollowQuestion`; undefined for a row whose object is no longer kept. */
export interface FollowAnswers {
  readonly start: WatchNews;
  readonly told: WatchNews;
  readonly changes: ChangesView | undefined;
  readonly step: NewStep | undefined;
  readonly scenario: HistoryScenario | undefined;
}

/** What is asked about a survey, by its kind. */
export type SurveyQuestion =
  /**
   * Reads sources, one after the other, and adds their objects to the survey. What the first one says of the version of
   * Kubernetes and of the time that counts as now, in the form of a timestamp of the API, counts for all.
   */
  | {
      readonly kind: 'read';
      readonly sources: readonly SurveySource[];
      readonly kubernetes: PlayedVersion;
      readonly now: string;
    }
  /** Ends what is being read; what was read stays. */
  | { readonly kind: 'stop' }
  | { readonly kind: 'open'; readonly index: number }
  /** What helps with a finding. */
  | ({ readonly kind: 'finding' } & FindingPlace)
  /** Makes what mends findings, and previews it. */
  | ({ readonly kind: 'repairs' } & RepairsQuestion)
  /** Tells what an upgrade changes for objects. Another one takes its place. */
  | ({ readonly kind: 'upgrade' } & UpgradeQuestion)
  /** Writes some objects as a file. */
  | ({ readonly kind: 'export' } & ExportQuestion)
  /** Forecasts a release against the objects that were read. Another one takes its place. */
  | ({ readonly kind: 'forecast' } & ForecastQuestion)
  /** A row of the forecast as a scenario. */
  | {
      readonly kind: 'forecast-scenario';
      readonly index: number;
      readonly way: Way;
      /** Sentences for the requests of a tool; undefined where none is played. */
      readonly notes: PurposeNotes | undefined;
    };

/** A finding of a survey: the index of its object, and its place among the findings of that. */
export interface FindingPlace {
  readonly index: number;
  readonly place: number;
}

/** Findings to be mended. */
export interface RepairsQuestion {
  readonly findings: readonly FindingPlace[];
  /** The lines that the script begins with. */
  readonly head: readonly string[];
  readonly kubernetes: PlayedVersion;
}

/** Two versions, and the objects that are compared on them. */
export interface UpgradeQuestion {
  readonly from: PlayedVersion;
  readonly to: PlayedVersion;
  /** The indices of the objects. */
  readonly objects: readonly number[];
}

/** An object for which an upgrade changes something. */
export interface UpgradeRow {
  readonly index: number;
  readonly changes: readonly UpgradeChange[];
}

/** Objects that were not told before, and how many of how many are compared. */
export interface UpgradeNews {
  readonly rows: readonly UpgradeRow[];
  readonly done: number;
  readonly of: number;
}

/** What mends one object, and what the engine says of it. */
export interface RepairRow extends Pick<RepairPreview, 'before' | 'after' | 'refusal'> {
  readonly index: number;
  readonly command: string;
}

/** Repairs that were not told before, and how many of how many are previewed. */
export interface RepairNews {
  readonly rows: readonly RepairRow[];
  readonly done: number;
  readonly of: number;
}

/** What is written as a file, and how. */
export interface ExportQuestion {
  readonly form: 'csv' | 'markdown' | 'json' | 'html';
  /** The indices of the objects, in their order. */
  readonly objects: readonly number[];
  /** The rules whose findings are left out. */
  readonly off: readonly RuleId[];
  readonly language: LanguageCode;
  /** When it is made, as it is to be read. */
  readonly made: string;
}

/** A release, and how it is applied. */
export interface ForecastQuestion
  extends Pick<ForecastInput, 'manager' | 'force' | 'namespace' | 'clientSide' | 'hooks' | 'kubernetes'> {
  /** The texts of its files. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Undefined where the live objects are to say it. */
  readonly tool: AskedTool | undefined;
  /** The options of the tool, by their names. */
  readonly options: readonly (readonly [name: string, value: string])[];
  /** The texts of files of the last release; none where the objects of the survey are to say it. */
  readonly previous: readonly string[];
}

/** How a forecast ended: with its rows told, or with a question back. */
export type ForecastEnded =
  | {
      readonly kind: 'played';
      readonly summary: ForecastSummary;
      readonly left: readonly LeftObject[];
      /** The tool that was played; undefined for one bare apply. */
      readonly tool: PlayedTool | undefined;
    }
  | { readonly kind: 'asks'; readonly asks: Exclude<FoundTool, { readonly kind: 'tool' | 'none' }> };

/** The tool of a forecast, with what was taken for granted. */
export interface PlayedTool {
  readonly name: Exclude<AskedTool['name'], 'none'>;
  readonly version: string;
  readonly notes: readonly ToolNote[];
  /** What it ends with; undefined where all went well. */
  readonly error: string | undefined;
}

/** Rows of a forecast that were not told before, and how many there will be. */
export interface ForecastNews {
  readonly rows: readonly ForecastRow[];
  readonly of: number;
}

/** Something that holds objects: its name, empty for a pasted text, and its bytes, packed by gzip or not. */
export interface SurveySource {
  readonly name: string;
  readonly content: Blob;
}

/** What is answered to each kind of `SurveyQuestion`; `open` has no answer where there is no such object. */
export interface SurveyAnswers {
  readonly read: undefined;
  readonly stop: undefined;
  /** Whether all objects were compared. */
  readonly upgrade: boolean;
  readonly open: OpenedObject | undefined;
  /** Undefined where the object or the finding is gone. */
  readonly finding: { readonly commands: readonly string[]; readonly scenario: Scenario | undefined } | undefined;
  readonly repairs: { readonly script: string; readonly repairs: number };
  readonly export: string;
  /** Undefined where another forecast was asked for meanwhile. */
  readonly forecast: ForecastEnded | undefined;
  readonly 'forecast-scenario': Scenario | undefined;
}

/**
 * What was read since it was told before: rows in their order, then those once more in which something was found among all
 * objects.
 */
export interface SurveyNews {
  readonly rows: readonly SurveyedObject[];
  readonly unread: readonly UnreadPart[];
  /** Bytes of the sources of one question that were read so far, of how many. */
  readonly bytes: number;
  readonly of: number;
}

/** What is asked about an audit log, by its kind. */
export type AuditQuestion =
  /** Reads a log, of one file or several, packed by gzip or not. */
  { readonly kind: 'read'; readonly sources: readonly Blob[] } | ({ readonly kind: 'history' } & HistoryQuestion);

/** What is answered to each kind of `AuditQuestion`. */
export interface AuditAnswers {
  readonly read: LogSummary;
  readonly history: ObjectHistory;
}

/** How many bytes of the files of a log were read, of how many. */
export interface AuditNews {
  readonly bytes: number;
  readonly of: number;
}

/**
 * The answer to a play. `broke` is a bug of ours, which is shown and not hidden; with `missing`, code of the engine
 * could not be fetched.
 */
export type PlayReply =
  | {
      readonly kind: 'played';
      readonly revision: number;
      readonly playback: Playback;
      readonly beside: AnnotatedText | undefined;
      /**
       * False for the answer to a play `withoutChecks`, which has neither the checks of kinds nor the steps after the
       * selected one.
       */
      readonly checked: boolean;
    }
  | { readonly kind: 'broke'; readonly revision: number; readonly message: string; readonly missing: boolean };

/** The answer to a question. `unanswered` is a bug of ours, or a question that took too long. */
export type AskReply =
  | { readonly kind: 'answered'; readonly number: number; readonly answer: Answer }
  | { readonly kind: 'unanswered'; readonly number: number; readonly message: string };

/** Any answer of the engine. */
export type EngineReply = PlayReply | AskReply;

/** A message from the worker: `fetching` while code is being fetched, `ready` once it is there, and the replies. */
export type WorkerMessage = { readonly kind: 'ready' } | { readonly kind: 'fetching' } | EngineReply;

/** A message from a worker that has a task. */
export type TaskMessage = Exclude<WorkerMessage, EngineReply> | TaskNews | TaskReply;

/** What the code of a task may use. */
export interface TaskMeans<Name extends TaskName> {
  /** Returns the kinds of a version, or those of the cluster that the request names. */
  catalogOf(version: PlayedVersion): Promise<TypeCatalog>;
  /** Computes something, and loads the modules that it needs (`loadOnNeed` of `scenario`). */
  computed<Value>(compute: () => Value): Promise<Value>;
  /** Tells the page something before the answer. */
  tell(news: Tasks[Name]['news'][keyof Tasks[Name]['news']]): void;
}

/** Does what a task is asked. */
export type Perform<Name extends TaskName> = (
  asked: Tasks[Name]['question'],
  means: TaskMeans<Name>,
) => Promise<Tasks[Name]['answers'][keyof Tasks[Name]['answers']]>;
