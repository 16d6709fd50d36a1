export type { Unplayed } from '@managed-fields/kubectl';
export { alignLines } from './ask/align.ts';
export type { ApiVersionsView } from './ask/api-version.ts';
export type { HoverView, SkeletonView, TextPlace } from './ask/assist.ts';
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
export { type Answer, answerQuestion, type Question, type QuestionKind, type Questions } from './ask/question.ts';
export { type RequestForms, requestForms } from './ask/request-forms.ts';
export type { WayChoices, WayOut, WayPreview, Ways } from './ask/resolve.ts';
export type { KindsAnswer, SchemaAnswer, SchemaPlace } from './ask/schema.ts';
export type { StepAnswer } from './ask/step-answers.ts';
export type { NeededSteps, NothingToAsk, StepDryRun, StepDryRuns } from './ask/step-dry-runs.ts';
export type { ObjectChange, StepPreview, ValueChangeView } from './ask/step-preview.ts';
export type { TrieElement, TrieNode } from './ask/trie-nodes.ts';
export type { ObjectOfStep, ObjectSource, WebhookEffectOffer, WebhookEffectView } from './ask/webhook-effect.ts';
export { type Supposed, type Suppositions, suppose, type WhatIfView } from './ask/what-if.ts';
export type { Supposition, WhatIfCase } from './ask/what-if-case.ts';
export type { AdmissionAsked, AdmittedDryRun } from './ask/with-admission.ts';
export type { ExpressionView } from './assist/complete-expression.ts';
export type { Completion, CompletionItem } from './assist/completion.ts';
export type { SchemaFieldView, Treatment } from './assist/describe.ts';
export type { FieldType } from './assist/field-type.ts';
export type { KindName, KindView } from './assist/kinds.ts';
export type { MarkerView, StrategicView } from './assist/markers.ts';
export type { SchemaPath, SchemaStep } from './assist/schema-node.ts';
export { compareStates } from './compare-states.ts';
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
  OtherWayView,
  Playback,
  RequestView,
  SentRequestView,
  SentView,
  StepView,
  StuckFields,
  ThreeWayRow,
  ToolView,
  Unowned,
} from './playback.ts';
export { preview, previewLength } from './preview.ts';
export { mayBeCustom } from './run/custom-kind.ts';
export { documentText, isObject, objectsIn } from './run/declared.ts';
export { declaredIn, declaredLast, filesOf, headIn, manifestOf } from './run/declared-before.ts';
export { withKnown } from './run/known-kinds.ts';
export { hasKubectl, provideKubectl } from './run/kubectl.ts';
export { lastAppliedPath } from './run/last-applied.ts';
export { kindOfLive } from './run/live-kind.ts';
export { type Fetch, loadOnNeed } from './run/modules.ts';
export {
  kindOnServer,
  type MeantObject,
  type ObjectServer,
  objectServer,
  type ServedObject,
  type ServedObjects,
  serveObject,
  serveObjects,
  serverOfKind,
} from './run/object-server.ts';
export { readObject } from './run/play-live.ts';
export { type AnsweredStep, type PlayedPoint, playedPoint, playOn } from './run/play-on.ts';
export { sameState } from './run/play-request.ts';
export type { KnownRelease } from './run/play-state.ts';
export { isFieldConflict, messageOf } from './run/refusal.ts';
export { annotateLive, playScenario, type RunOptions, run } from './run/run.ts';
export { holdsNothing } from './run/step-text.ts';
export { hasTools, provideTools } from './run/tools.ts';
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
export { impersonation } from './wire/request-text.ts';
