import {
  countForm,
  type Form,
  flagForm,
  listForm,
  objectForm,
  oneOf,
  scalarForm,
  textForm,
  unionForm,
} from './form.ts';
import { type ObjectName, objectNameForm } from './object-name.ts';
import type { FieldPathText, OwnerOperation } from './outcome.ts';

/**
 * A task that somebody who opens a scenario is to do: the steps that are given, which stay as they are, and the goals that
 * the steps after them are to reach. What is to be done in words is the scenario's `about`.
 */
export interface Task {
  /** The lesson of the page that the task belongs to; absent for a task of somebody's own. */
  readonly lesson?: string;
  /** The ids of the steps that are given: what happened before. Those that were refused may be sent otherwise. */
  readonly given: readonly string[];
  readonly goals: readonly Goal[];
}

/** A value that a goal can ask for. */
export type GoalValue = string | number | boolean;

/** A goal about a field of the object as it is at the end. */
export type FieldGoal =
  /** The field has this value. */
  | ({ readonly kind: 'value'; readonly path: FieldPathText; readonly value: GoalValue } & OfObject)
  /** The object does not have the field. */
  | ({ readonly kind: 'absent'; readonly path: FieldPathText } & OfObject)
  /** The manager owns the field; `alone`: and nobody else does. */
  | ({
      readonly kind: 'owns';
      readonly manager: string;
      readonly path: FieldPathText;
      readonly operation?: OwnerOperation;
      readonly alone?: boolean;
    } & OfObject)
  /** The manager does not own the field; without a path: it owns nothing of the object. */
  | ({ readonly kind: 'not-owner'; readonly manager: string; readonly path?: FieldPathText } & OfObject)
  /** Nobody owns the field. */
  | ({ readonly kind: 'unowned'; readonly path: FieldPathText } & OfObject)
  /** The number in the field was never less than this, from the first own step on; nor was the object gone. */
  | ({ readonly kind: 'never-fewer'; readonly path: FieldPathText; readonly least: number } & OfObject);

/** A goal about the way there: about the steps that are not given. */
export type WayGoal =
  /** No step was refused. */
  | { readonly kind: 'never-refused' }
  /** At most so many requests were sent that write; dry runs do not count. */
  | { readonly kind: 'requests'; readonly most: number }
  /** No request had force. */
  | { readonly kind: 'no-force' };

/** What is to be so when a task is done. It is checked on state, so any way that leads there counts. */
export type Goal = FieldGoal | WayGoal;

/** The object that a goal is about; absent for the one that the first step of the scenario is about. */
export interface OfObject {
  readonly object?: ObjectName;
}

/** The kinds of goal, in the order of menus. */
export const goalKinds = [
  'value',
  'absent',
  'owns',
  'not-owner',
  'unowned',
  'never-fewer',
  'never-refused',
  'requests',
  'no-force',
] as const satisfies readonly Goal['kind'][];

const line = textForm('1 to 1000 characters', (text) => text.length > 0 && text.length <= 1000);
const path = textForm('a path that begins with . or [, such as .spec.replicas', (text) =>
  /^[.[].{0,999}$/su.test(text),
);

type Kind<K extends Goal['kind']> = Extract<Goal, { readonly kind: K }>;

const kindOf = <K extends Goal['kind']>(kind: K) => oneOf<K>([kind]);

/** The form of a goal, as files and links have it. */
export const goalForm: Form<Goal> = unionForm<Goal>('kind', {
  value: objectForm<Kind<'value'>>({ kind: kindOf('value'), path, value: scalarForm, object: objectNameForm }, [
    'path',
    'value',
  ]),
  absent: objectForm<Kind<'absent'>>({ kind: kindOf('absent'), path, object: objectNameForm }, ['path']),
  owns: objectForm<Kind<'owns'>>(
    {
      kind: kindOf('owns'),
      manager: line,
      path,
      operation: oneOf<OwnerOperation>(['Apply', 'Update']),
      alone: flagForm,
      object: objectNameForm,
    },
    ['manager', 'path'],
  ),
  'not-owner': objectForm<Kind<'not-owner'>>(
    { kind: kindOf('not-owner'), manager: line, path, object: objectNameForm },
    ['manager'],
  ),
  unowned: objectForm<Kind<'unowned'>>({ kind: kindOf('unowned'), path, object: objectNameForm }, ['path']),
  'never-fewer': objectForm<Kind<'never-fewer'>>(
    { kind: kindOf('never-fewer'), path, least: countForm, object: objectNameForm },
    ['path', 'least'],
  ),
  'never-refused': objectForm<Kind<'never-refused'>>({ kind: kindOf('never-refused') }, []),
  requests: objectForm<Kind<'requests'>>({ kind: kindOf('requests'), most: countForm }, ['most']),
  'no-force': objectForm<Kind<'no-force'>>({ kind: kindOf('no-force') }, []),
});

/** The most goals that a task has. */
export const mostGoals = 30;

/** The form of the goals of a task. */
export const goalsForm: Form<readonly Goal[]> = listForm(goalForm, mostGoals);

const id = textForm('1 to 64 letters and digits', (text) => /^[A-Za-z0-9]{1,64}$/.test(text));

/** The form of a task. */
export const taskForm: Form<Task> = objectForm<Task>(
  {
    lesson: textForm('small letters, digits and -', (text) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)),
    given: listForm(id, 500),
    goals: goalsForm,
  },
  ['given', 'goals'],
);
