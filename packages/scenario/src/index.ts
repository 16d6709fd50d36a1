export { changeText } from './change-text.ts';
export { flagValues, hasApply, hasApplyFlag, withApplyFlag, withoutApplyFlags } from './command-flags.ts';
export {
  addStep,
  duplicateStep,
  freshScenario,
  moveStep,
  type NewStep,
  newScenario,
  nextStepId,
  removeStep,
  rename,
  renameStep,
  setOff,
  type WithoutId,
  withKind,
  withNote,
  withServer,
  withSettings,
  withStep,
  withText,
  withVersion,
} from './edits.ts';
export {
  type FileFailure,
  type ReadScenario,
  readForm,
  readScenario,
  writeScenario,
  writeScenarioJson,
} from './file.ts';
export {
  type CheckedForm,
  checkForm,
  type Expectation,
  type FormProblem,
  fileVersion,
  type PlainStep,
  plainForm,
  playedVersion,
  stepKinds,
  stepsForm,
  stepsWithIds,
} from './file-schema.ts';
export { type Form, flagForm, listForm, objectForm, oneOf, scalarForm, textForm, unionForm } from './form.ts';
export {
  type FieldGoal,
  type Goal,
  type GoalValue,
  goalForm,
  goalKinds,
  goalsForm,
  mostGoals,
  type OfObject,
  type Task,
  type WayGoal,
} from './goal.ts';
export type { FieldPathText, Outcome, OwnerOperation, Problem, TextRange } from './outcome.ts';
export { placeOfPath } from './path-text.ts';
export { type RangeEdit, replaceRanges } from './replace-ranges.ts';
export {
  type AnyStep,
  type CommandStep,
  type CommonStep,
  type DefinitionStep,
  editorFile,
  inputFile,
  type LiveStep,
  type ObjectName,
  type RequestKind,
  type RequestSettings,
  type RequestStep,
  type Scenario,
  type ServerKind,
  type Step,
  type StepKind,
  type StepUser,
  serverKinds,
  serverOf,
  type ToolSettings,
  type ToolStep,
  versionOf,
} from './scenario.ts';
export {
  isRequest,
  needsOf,
  type StepNeeds,
  type StepSetting,
  type StepSettings,
  type StepText,
  stepOf,
  withoutUnused,
  withSettingsOf,
} from './settings.ts';
export { translateScenario } from './translate.ts';
export { plainOf, yamlText } from './yaml-text.ts';
