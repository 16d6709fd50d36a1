/**
 * The engine with everything in place, for programs: whoever imports this computes at once, and nothing is fetched later.
 * The other entry points of the package survey, forecast, read audit logs and draw with it.
 */
import '@managed-fields/player/whole';

export { defaultVersion, loadKubernetesTypes, type PlayedVersion } from '@managed-fields/kubernetes-types';
export type { DifferenceRow, Explanation } from '@managed-fields/live-cluster';
export type {
  AdmissionView,
  AdmittedBy,
  AnnotatedText,
  ClientSideView,
  CommandView,
  ConflictFieldView,
  ConflictView,
  FieldView,
  ManagerView,
  MigrationView,
  Notice,
  ObjectServer,
  RequestView,
  SentRequestView,
  SentView,
  ToolView,
  Unowned,
  UnplayedView,
} from '@managed-fields/player';
export { type Playback, type RunOptions, run, type StepView } from '@managed-fields/player';
export type {
  AnyStep,
  CommandStep,
  DefinitionStep,
  Expectation,
  FieldPathText,
  LiveStep,
  ObjectName,
  OwnerOperation,
  RequestKind,
  RequestSettings,
  RequestStep,
  StepKind,
  ToolSettings,
  ToolStep,
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
export type { FilledIn, ProgramName, Purpose, ToldTool, ToolChoice } from '@managed-fields/tools/programs';
export type { LanguageCode, Messages, Noun } from '@managed-fields/words';
