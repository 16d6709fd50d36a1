export { defaultVersion, type KubernetesVersion, kubernetesVersions, releases } from '@managed-fields/kubernetes-types';
export { type SecretKind, type SecretSign, secretKinds } from '@managed-fields/redact';
export { alignLines } from './ask/align.ts';
export type { ApiVersionsView } from './ask/api-version.ts';
export type { TextPlace } from './ask/assist.ts';
export type { Against, ChangesView, ComparedObjects, OwnerMoveView } from './ask/changes.ts';
export type { DiffLine } from './ask/diff-lines.ts';
export {
  type DryRunForm,
  type DryRunObject,
  type PredictedDryRun,
  predictDryRun,
  type SentText,
} from './ask/dry-run.ts';
export type { EntriesView, EntryView, NoTime } from './ask/entries.ts';
export type { FieldFacts } from './ask/field-facts.ts';
export type { ForcedObject, ForceView, OwnedFields } from './ask/force.ts';
export type {
  HandOver,
  HandOverMethod,
  HandOverOffer,
  HandOverPlan,
  HandOverRole,
  PlannedStep,
  StepWords,
} from './ask/hand-over.ts';
export type { Recipient } from './ask/hand-over-steps.ts';
export type { FieldEventView } from './ask/history.ts';
export { differenceOfPair, type ObjectDifference, type ObjectPair } from './ask/object-difference.ts';
export {
  type Answer,
  answerQuestion,
  type Question,
  type QuestionKind,
  type Questions,
} from './ask/question.ts';
export type { RequestForms } from './ask/request-forms.ts';
export type { WayChoices, WayOut, WayPreview, Ways } from './ask/resolve.ts';
export type { KindsAnswer, SchemaAnswer, SchemaPlace } from './ask/schema.ts';
export type { StepAnswer } from './ask/step-answers.ts';
export type { NeededSteps, NothingToAsk, StepDryRun, StepDryRuns } from './ask/step-dry-runs.ts';
export type { ObjectChange, StepPreview, ValueChangeView } from './ask/step-preview.ts';
export type { TrieElement, TrieNode } from './ask/trie-nodes.ts';
export { type Supposed, type Suppositions, suppose, type WhatIfView } from './ask/what-if.ts';
export type { Supposition, WhatIfCase } from './ask/what-if-case.ts';
export type { Completion, CompletionItem } from './assist/complete.ts';
export type { SchemaFieldView, SchemaHover, Treatment } from './assist/describe.ts';
export type { FieldType } from './assist/field-type.ts';
export type { KindName, KindView } from './assist/kinds.ts';
export type { MarkerView, StrategicView } from './assist/markers.ts';
export type { SchemaPath, SchemaStep } from './assist/schema-node.ts';
export {
  addStep,
  duplicateStep,
  moveStep,
  type NewStep,
  newScenario,
  nextStepId,
  removeStep,
  rename,
  renameStep,
  setOff,
  withKind,
  withNote,
  withSettings,
  withText,
  withVersion,
} from './edits.ts';
export { type ReadScenario, readScenario, writeScenario, writeScenarioJson } from './file.ts';
export type { CheckedForm, Expectation, FormProblem } from './file-schema.ts';
export { checkForm, fileVersion, plainForm, stepKinds } from './file-schema.ts';
export { placeOfPath } from './path-text.ts';
export type {
  AnnotatedText,
  ClientSideView,
  CommandRequestView,
  CommandView,
  ConflictFieldView,
  ConflictView,
  FieldPathText,
  FieldValue,
  FieldView,
  ManagerView,
  MigrationView,
  Notice,
  OtherWayView,
  Outcome,
  OwnerOperation,
  Playback,
  Problem,
  RequestView,
  StepView,
  StuckFields,
  TextRange,
  ThreeWayRow,
  Unowned,
  UnplayedView,
} from './playback.ts';
export { preview, previewLength } from './preview.ts';
export type { ErrorCode, ErrorFacts, ErrorField, ErrorManager, ErrorTool } from './reading/error/error-facts.ts';
export type { ErrorScenario } from './reading/error/error-scenario.ts';
export type { FoundObject, OtherDocument } from './reading/found-object.ts';
export { type MissingFile, messagesIn, type Pasted, type ReadMessage, type StepReading } from './reading/pasted.ts';
export type { Joined, PastedTexts, PastePlace } from './reading/pasted-texts.ts';
export type { ReadingProblem } from './reading/request-step.ts';
export { versionIn } from './reading/sent-text.ts';
export { declaredIn, declaredLast, filesOf, headIn, manifestOf } from './run/declared-before.ts';
export { hasKubectl, provideKubectl } from './run/kubectl.ts';
export { kindOfLive } from './run/live-kind.ts';
export { type Fetch, loadOnNeed } from './run/modules.ts';
export {
  kindOnServer,
  type MeantObject,
  type ObjectServer,
  objectServer,
  type ServedObject,
  serveObject,
  serverOfKind,
} from './run/object-server.ts';
export { type AnsweredStep, type PlayedPoint, playedPoint, playOn } from './run/play-on.ts';
export { sameState } from './run/play-request.ts';
export type { KnownRelease } from './run/play-state.ts';
export { isFieldConflict, messageOf } from './run/refusal.ts';
export { annotateLive, type RunOptions, run } from './run/run.ts';
export {
  type AnyStep,
  type CommandStep,
  editorFile,
  inputFile,
  type ObjectName,
  type RequestKind,
  type RequestStep,
  type Scenario,
  type Step,
  type StepKind,
  versionOf,
} from './scenario.ts';
export type { SecretFinding, SecretsView } from './secrets/finding.ts';
export { type StepSetting, type StepSettings, settingsOf, stepOf } from './settings.ts';
export { toolOfManager, toolOfMessage } from './tools/guess-tool.ts';
export type { ToolSetting } from './tools/settings.ts';
export {
  type Behaviour,
  type SettingPlace,
  type Snippet,
  type Tool,
  type ToolSource,
  type ToolWay,
  toolNames,
} from './tools/tool.ts';
export { translateScenario } from './translate.ts';
export { type AccessView, type Granted, roleText } from './wire/access.ts';
export {
  type FileNameProblem,
  fileNameProblem,
  inputInLine,
  withFile,
  withFileRenamed,
  withInputAsFile,
  withoutFile,
} from './wire/command-files.ts';
export type { KubectlDifference, KubectlForm } from './wire/kubectl-line.ts';
