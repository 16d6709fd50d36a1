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
