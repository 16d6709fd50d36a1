import { type Form, listForm, objectForm, plainOf, type Step, textForm } from '@managed-fields/scenario';
import { readDocuments } from '@managed-fields/source';
import type { Lesson, Question } from './lesson.ts';

/** The texts of a lesson in another language; each list in the order of the lesson's own. */
interface Translation {
  readonly title: string;
  readonly task: string;
  readonly shows: string;
  readonly hints?: readonly string[];
  /** The notes of the steps of the solution, or of the step that is played. */
  readonly notes?: readonly string[];
  /** For each question, for each choice that has a sentence, that sentence. */
  readonly whys?: readonly (readonly string[])[];
  readonly histories?: readonly { readonly title: string; readonly why?: string }[];
}

const text = textForm('a sentence', (each) => each.trim() !== '');

const form: Form<Translation> = objectForm<Translation>(
  {
    title: text,
    task: text,
    shows: text,
    hints: listForm(text, 5),
    notes: listForm(text, 20),
    whys: listForm(listForm(text, 6), 5),
    histories: listForm(
      objectForm<{ readonly title: string; readonly why?: string }>({ title: text, why: text }, ['title']),
      6,
    ),
  },
  ['title', 'task', 'shows'],
);

/**
 * Puts a translation into a lesson. Undefined where it does not fit: each sentence of the lesson needs one, and none may
 * be left over.
 */
export function translateLesson(lesson: Lesson, translation: string): Lesson | undefined {
  const plain = plainOf(readDocuments(translation)[0]?.value ?? null);
  if (!form(plain, [], [])) return undefined;
  const { title, task, shows, hints = [], notes = [], whys = [], histories = [] } = plain;
  const read = { title, task, shows };
  switch (lesson.form) {
    case 'task': {
      const solution = withNotes(lesson.solution, notes);
      if (solution === undefined || hints.length !== lesson.hints.length || whys.length + histories.length > 0)
        return undefined;
      return { ...lesson, ...read, hints, solution };
    }
    case 'predict': {
      const [step] = withNotes([lesson.step], notes) ?? [];
      if (step === undefined || whys.length !== lesson.questions.length || hints.length + histories.length > 0)
        return undefined;
      const questions = lesson.questions.map((question, index) => withWhys(question, whys[index] ?? []));
      return questions.includes(undefined)
        ? undefined
        : { ...lesson, ...read, step, questions: questions.filter((each) => each !== undefined) };
    }
    case 'culprit': {
      if (histories.length !== lesson.histories.length || hints.length + notes.length + whys.length > 0)
        return undefined;
      const fits = lesson.histories.every(
        ({ why }, index) => (why === undefined) === (histories[index]?.why === undefined),
      );
      if (!fits) return undefined;
      return {
        ...lesson,
        ...read,
        histories: lesson.histories.map((each, index) => ({ ...each, ...histories[index] })),
      };
    }
  }
}

function withNotes(steps: readonly Step[], notes: readonly string[]): readonly Step[] | undefined {
  const left = [...notes];
  const translated = steps.map((step) => {
    const note = step.note === undefined ? undefined : left.shift();
    return note === undefined ? step : { ...step, note };
  });
  return steps.filter(({ note }) => note !== undefined).length === notes.length ? translated : undefined;
}

function withWhys(question: Question, whys: readonly string[]): Question | undefined {
  const left = [...whys];
  const translated = <T extends { readonly why?: string }>(choices: readonly T[]): readonly T[] =>
    choices.map((choice) => (choice.why === undefined ? choice : { ...choice, why: left.shift() ?? '' }));
  if (question.choices.filter(({ why }) => why !== undefined).length !== whys.length) return undefined;
  switch (question.kind) {
    case 'answer':
      return { ...question, choices: translated(question.choices) };
    case 'owners':
      return { ...question, choices: translated(question.choices) };
    case 'value':
      return { ...question, choices: translated(question.choices) };
  }
}
