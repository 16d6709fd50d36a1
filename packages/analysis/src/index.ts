/**
 * The engine with everything in place, for programs: whoever imports this computes at once, and nothing is fetched later.
 * The other entry points of the package survey, forecast, read audit logs and draw with it.
 */
import '@managed-fields/player/whole';

export { defaultVersion, loadKubernetesTypes, type PlayedVersion } from '@managed-fields/kubernetes-types';
export type {
  DifferencePart,
  DifferenceRow,
  Explanation,
  Fight,
  FightSide,
  FightSides,
} from '@managed-fields/live-cluster';
export type {
  AdmissionView,
  AdmittedBy,
  AnnotatedText,
  ClientSideView,
  CommandView,
  ConflictFieldView,
  ConflictView,
  FieldValue,
  FieldView,
  ManagerView,
  MigrationView,
  Notice,
  NoticeCode,
  RequestView,
  SentRequestView,
  SentView,
  StuckFields,
  ToolView,
  Unowned,
  Unplayed,
} from '@managed-fields/player';
export { type Playback, type RunOptions, run, type StepView } from '@managed-fields/player';
export type {
  AnyStep,
  CommandStep,
  CommonStep,
  DefinitionStep,
  Expectation,
  FieldGoal,
  FieldPathText,
  FileFailure,
  Goal,
  GoalValue,
  LiveStep,
  ObjectName,
  OfObject,
  OwnerOperation,
  RequestKind,
  RequestSettings,
  RequestStep,
  StepKind,
  StepUser,
  Task,
  ToolSettings,
  ToolStep,
  WayGoal,
  WithoutId,
} from '@managed-fields/scenario';
export {
  type NewStep,
  newScenario,
  type Outcome,
  type ReadScenario,
  readScenario,
  type Scenario,
  type Step,
  writeScenario,
} from '@managed-fields/scenario';
export { printYaml, readDocuments, type SourceDocument } from '@managed-fields/source';
export type {
  FilledIn,
  ObjectEnd,
  PreviousRelease,
  ProgramName,
  Purpose,
  ToldTool,
  ToolChoice,
  ToolNote,
  ToolOption,
  UnreadableOption,
} from '@managed-fields/tools/programs';
export type { Counting, LanguageCode, Messages, Noun } from '@managed-fields/words';
export { languages } from '@managed-fields/words';
