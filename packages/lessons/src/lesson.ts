import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import type { Goal, GoalValue, Outcome, Scenario, Step, Task } from '@managed-fields/scenario';

/** One lesson: where it starts, what is to be done, and what it shows. */
export type Lesson = TaskLesson | PredictLesson | CulpritLesson;

/** The three forms of a lesson. */
export const lessonForms = ['task', 'predict', 'culprit'] as const satisfies readonly Lesson['form'][];

/** The members that lessons of all forms have. */
interface CommonLesson {
  readonly title: string;
  /** What is to be done, in two sentences. */
  readonly task: string;
  /** What one has seen when it is done, in a sentence or two. */
  readonly shows: string;
  readonly kubernetes?: PlayedVersion;
  readonly server?: 'installed';
  /** The steps that are there when it is opened. */
  readonly start: readonly Step[];
}

/** Goals are to be reached by steps; any steps that reach them count. */
export interface TaskLesson extends CommonLesson {
  readonly form: 'task';
  readonly goals: readonly Goal[];
  /** Each says a little more than the one before. */
  readonly hints: readonly string[];
  /** Steps that reach the goals. One with the id of a step of the start takes its place, the others follow. */
  readonly solution: readonly Step[];
  /** Two managers that are shown side by side, each with a pane: the configuration that it applies, and what it owns. */
  readonly sides?: readonly string[];
}

/** What a step will do is to be said before it is played. The engine plays it, and so knows what is right. */
export interface PredictLesson extends CommonLesson {
  readonly form: 'predict';
  /** The step to be played after the start. */
  readonly step: Step;
  readonly questions: readonly Question[];
}

/** The start is an object as it is found. What happened to it is to be said; the engine plays each history. */
export interface CulpritLesson extends CommonLesson {
  readonly form: 'culprit';
  readonly histories: readonly History[];
}

/** A question about the step that will be played. */
export type Question =
  /** How does the server answer? */
  | { readonly kind: 'answer'; readonly choices: readonly Choice<{ readonly status: Outcome['status'] }>[] }
  /** Who owns the field then? In any order; an empty list is nobody. */
  | {
      readonly kind: 'owners';
      readonly path: string;
      readonly choices: readonly Choice<{ readonly owners: readonly string[] }>[];
    }
  /** Which value has the field then? Each choice names a value, or says that it is absent. */
  | {
      readonly kind: 'value';
      readonly path: string;
      readonly choices: readonly Choice<{ readonly value?: GoalValue; readonly absent?: boolean }>[];
    };

/** Something to choose; `why` says why it is wrong, where it is. */
export type Choice<Chosen> = Chosen & { readonly why?: string };

/** One thing that may have happened: steps that may have made the object of the start. */
export interface History {
  /** What happened, in a few words. */
  readonly title: string;
  readonly steps: readonly Step[];
  /** Why it is wrong, where it is. */
  readonly why?: string;
}

/** The scenario that a lesson opens, with its task. */
export function startOf(name: string, lesson: Lesson): Scenario {
  const task: Task = {
    lesson: name,
    given: lesson.start.map(({ id }) => id),
    goals: lesson.form === 'task' ? lesson.goals : [],
  };
  return { ...scenarioOf(lesson, lesson.start), task };
}

/** A lesson's scenario with other steps, without its task. */
export function scenarioOf(lesson: Lesson, steps: readonly Step[]): Scenario {
  const { title, task, kubernetes, server } = lesson;
  return {
    title,
    about: task,
    ...(kubernetes === undefined ? {} : { kubernetes }),
    ...(server === undefined ? {} : { server }),
    steps,
  };
}

/** The start of a lesson with the steps of its solution: those with the id of a step there take its place. */
export function withSolution(start: readonly Step[], solution: readonly Step[]): readonly Step[] {
  const replaced = start.map((step) => solution.find(({ id }) => id === step.id) ?? step);
  const known = new Set(start.map(({ id }) => id));
  return [...replaced, ...solution.filter(({ id }) => !known.has(id))];
}
