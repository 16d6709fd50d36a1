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
} from './edits.ts';
export type { CheckedForm, Expectation, FormProblem } from './file-schema.ts';
export { checkForm, fileVersion, plainForm, stepKinds } from './file-schema.ts';
export type { FieldPathText, OwnerOperation } from './ownership.ts';
export type {
  AnnotatedText,
  ConflictFieldView,
  ConflictView,
  FieldView,
  ManagerView,
  Notice,
  Outcome,
  Playback,
  Problem,
  RequestView,
  StepView,
  TextRange,
} from './playback.ts';
export type { ObjectName, Scenario, Step, StepKind } from './scenario.ts';
export { type StepSetting, type StepSettings, settingsOf } from './settings.ts';
