export { type AskedTask, type CheckedTask, checkTask } from './check-task.ts';
export {
  type Choice,
  type CulpritLesson,
  type History,
  type Lesson,
  lessonForms,
  type PredictLesson,
  type Question,
  scenarioOf,
  startOf,
  type TaskLesson,
  withSolution,
} from './lesson.ts';
export { type CheckedLesson, checkLesson } from './lesson-form.ts';
export { type ReadLesson, readLesson } from './read-lesson.ts';
export { rightChoices, rightHistory } from './right-answers.ts';
export { translateLesson } from './translate-lesson.ts';
