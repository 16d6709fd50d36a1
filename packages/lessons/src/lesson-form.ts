import { defaultVersion, type PlayedVersion } from '@managed-fields/kubernetes-types';
import {
  type CheckedForm,
  type Expectation,
  type Form,
  type FormProblem,
  fileVersion,
  flagForm,
  type Goal,
  type GoalValue,
  goalsForm,
  listForm,
  type Outcome,
  objectForm,
  oneOf,
  type PlainStep,
  playedVersion,
  scalarForm,
  stepsForm,
  stepsWithIds,
  textForm,
  unionForm,
} from '@managed-fields/scenario';
import type { Choice, Lesson, Question } from './lesson.ts';

/** A lesson that was read from plain data, or what is wrong with it. */
export type CheckedLesson =
  | {
      readonly kind: 'lesson';
      readonly lesson: Lesson;
      /** The status that the file expects of each step of the start, and of each step that it plays after it. */
      readonly expected: { readonly start: Expected; readonly after: Expected };
    }
  | Extract<CheckedForm, { readonly kind: 'failure' }>;

type Expected = readonly (Expectation | undefined)[];

interface PlainCommon {
  readonly version: typeof fileVersion;
  readonly title: string;
  readonly task: string;
  readonly shows: string;
  readonly kubernetes?: PlayedVersion;
  readonly server?: 'installed';
  readonly start: readonly PlainStep[];
}

interface PlainTask extends PlainCommon {
  readonly form: 'task';
  readonly goals: readonly Goal[];
  readonly hints?: readonly string[];
  readonly solution: readonly PlainStep[];
  readonly sides?: readonly string[];
}

interface PlainPredict extends PlainCommon {
  readonly form: 'predict';
  readonly step: readonly PlainStep[];
  readonly questions: readonly Question[];
}

interface PlainHistory {
  readonly title: string;
  readonly why?: string;
  readonly steps: readonly PlainStep[];
}

interface PlainCulprit extends PlainCommon {
  readonly form: 'culprit';
  readonly histories: readonly PlainHistory[];
}

type PlainLesson = PlainTask | PlainPredict | PlainCulprit;

const sentence = textForm('1 to 1000 characters', (text) => text.trim() !== '' && text.length <= 1000);

const common = {
  version: oneOf([fileVersion]),
  title: sentence,
  task: sentence,
  shows: sentence,
  kubernetes: playedVersion,
  server: oneOf<'installed'>(['installed']),
  start: stepsForm,
};
const neededByAll = ['version', 'title', 'task', 'shows', 'start'] as const;

const statuses = [
  'created',
  'changed',
  'unchanged',
  'deleted',
  'conflict',
  'error',
] as const satisfies readonly Outcome['status'][];

/** The least and the most choices that a question has. */
const mostChoices = 6;

const question: Form<Question> = unionForm<Question>('kind', {
  answer: objectForm<Extract<Question, { readonly kind: 'answer' }>>(
    {
      kind: oneOf<'answer'>(['answer']),
      choices: listForm(
        objectForm<Choice<{ readonly status: Outcome['status'] }>>(
          { status: oneOf<Outcome['status']>(statuses), why: sentence },
          ['status'],
        ),
        mostChoices,
      ),
    },
    ['choices'],
  ),
  owners: objectForm<Extract<Question, { readonly kind: 'owners' }>>(
    {
      kind: oneOf<'owners'>(['owners']),
      path: sentence,
      choices: listForm(
        objectForm<Choice<{ readonly owners: readonly string[] }>>({ owners: listForm(sentence, 10), why: sentence }, [
          'owners',
        ]),
        mostChoices,
      ),
    },
    ['path', 'choices'],
  ),
  value: objectForm<Extract<Question, { readonly kind: 'value' }>>(
    {
      kind: oneOf<'value'>(['value']),
      path: sentence,
      choices: listForm(
        objectForm<Choice<{ readonly value?: GoalValue; readonly absent?: boolean }>>(
          { value: scalarForm, absent: flagForm, why: sentence },
          [],
        ),
        mostChoices,
      ),
    },
    ['path', 'choices'],
  ),
});

const form: Form<PlainLesson> = unionForm<PlainLesson>('form', {
  task: objectForm<PlainTask>(
    {
      ...common,
      form: oneOf<'task'>(['task']),
      goals: goalsForm,
      hints: listForm(sentence, 5),
      solution: stepsForm,
      sides: listForm(sentence, 2),
    },
    [...neededByAll, 'goals', 'solution'],
  ),
  predict: objectForm<PlainPredict>(
    { ...common, form: oneOf<'predict'>(['predict']), step: stepsForm, questions: listForm(question, 5) },
    [...neededByAll, 'step', 'questions'],
  ),
  culprit: objectForm<PlainCulprit>(
    {
      ...common,
      form: oneOf<'culprit'>(['culprit']),
      histories: listForm(
        objectForm<PlainHistory>({ title: sentence, why: sentence, steps: stepsForm }, ['title', 'steps']),
        mostChoices,
      ),
    },
    [...neededByAll, 'histories'],
  ),
});

/** Reads a lesson from plain data (from JSON.parse, or of a YAML file). Unknown fields are refused, each at its path. */
export function checkLesson(plain: unknown): CheckedLesson {
  const problems: FormProblem[] = [];
  if (!form(plain, [], problems)) return { kind: 'failure', code: 'not-a-scenario', problems };
  const unfit = whatDoesNotFit(plain);
  if (unfit !== undefined) return { kind: 'failure', code: 'not-a-scenario', problems: [unfit] };
  const after = plain.form === 'task' ? plain.solution : plain.form === 'predict' ? plain.step : [];
  const expectedOf = (steps: readonly PlainStep[]) => steps.map(({ expect }) => expect);
  return {
    kind: 'lesson',
    lesson: lessonOf(plain),
    expected: { start: expectedOf(plain.start), after: expectedOf(after) },
  };
}

/** What the forms of the parts cannot say. */
function whatDoesNotFit(plain: PlainLesson): FormProblem | undefined {
  const empty = (key: string): FormProblem => ({
    code: 'bad-value',
    path: [key],
    message: `${key}: expected at least one, found none`,
  });
  if (plain.start.length === 0) return empty('start');
  switch (plain.form) {
    case 'task':
      if (plain.goals.length === 0) return empty('goals');
      return plain.solution.length === 0 ? empty('solution') : undefined;
    case 'predict':
      if (plain.step.length !== 1) {
        return { code: 'bad-value', path: ['step'], message: `step: expected one step, found ${plain.step.length}` };
      }
      return plain.questions.length === 0 ? empty('questions') : plain.questions.map(unfitChoice).find(Boolean);
    case 'culprit':
      return plain.histories.length < 2 ? empty('histories') : undefined;
  }
}

/** A choice of a value names one, or says that it is absent, and not both. */
function unfitChoice(question: Question, index: number): FormProblem | undefined {
  if (question.kind !== 'value') return undefined;
  const place = question.choices.findIndex(({ value, absent = false }) => (value === undefined) !== absent);
  if (place < 0) return undefined;
  const path = ['questions', index, 'choices', place];
  return { code: 'bad-value', path, message: `${path.join('.')}: expected either value or absent` };
}

function lessonOf(plain: PlainLesson): Lesson {
  const { title, task, shows, kubernetes, server } = plain;
  const start = stepsWithIds(plain.start);
  const read = {
    title,
    task,
    shows,
    ...(kubernetes === undefined || kubernetes === defaultVersion ? {} : { kubernetes }),
    ...(server === undefined ? {} : { server }),
    start,
  };
  switch (plain.form) {
    case 'task': {
      const { goals, hints = [], sides } = plain;
      const solution = stepsAfter(plain.start, plain.solution);
      return { ...read, form: 'task', goals, hints, solution, ...(sides === undefined ? {} : { sides }) };
    }
    case 'predict': {
      const [step] = stepsAfter(plain.start, plain.step);
      if (step === undefined) throw new Error('a lesson that was checked has a step to play');
      return { ...read, form: 'predict', step, questions: plain.questions };
    }
    case 'culprit':
      return {
        ...read,
        form: 'culprit',
        histories: plain.histories.map(({ steps, ...history }) => ({ ...history, steps: stepsWithIds(steps) })),
      };
  }
}

/** Steps that follow a start, with ids that it does not have, but for those that take the place of one of its steps. */
function stepsAfter(start: readonly PlainStep[], steps: readonly PlainStep[]) {
  const named = new Set(steps.flatMap(({ id }) => (id === undefined ? [] : [id])));
  const before = stepsWithIds(start)
    .map((step) => ({ ...step, text: '' }))
    .filter(({ id }) => !named.has(id));
  const all = stepsWithIds([...before.map(({ id, kind }) => ({ id, kind })), ...steps]);
  return all.slice(before.length);
}
