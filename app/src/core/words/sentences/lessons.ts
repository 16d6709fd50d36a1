import type { Goal } from '@managed-fields/scenario';
import type { Messages } from '@managed-fields/words';

/** Lessons, and tasks of somebody's own. */
export function lessonsWords({ lessons, counting }: Pick<Messages, 'lessons' | 'counting'>) {
  const listed = (parts: readonly string[]) =>
    parts.length === 0 ? lessons.nobody : parts.reduce((first, next) => counting.listed({ first, next }));
  return {
    ...lessons,
    /** Managers as a choice: `kubectl, flux`; `Nobody` where there are none. */
    managersListed: listed,
    /** A goal in one sentence, without a stop. */
    goalSentence: (goal: Goal) => {
      switch (goal.kind) {
        case 'never-refused':
        case 'no-force':
          return lessons.wayGoal[goal.kind];
        case 'requests':
          return lessons.mostRequests({ count: goal.most });
        default:
          return fieldGoalSentence(goal, lessons);
      }
    },
  };
}

function fieldGoalSentence(
  goal: Exclude<Goal, { readonly kind: 'never-refused' | 'no-force' | 'requests' }>,
  lessons: Messages['lessons'],
): string {
  const path = goal.path ?? '';
  const object = goal.object && `${goal.object.kind} ${goal.object.name}`;
  const said = { path, object, manager: '', value: '', least: 0 };
  switch (goal.kind) {
    case 'value':
      return lessons.goal.value({ ...said, value: JSON.stringify(goal.value) });
    case 'never-fewer':
      return lessons.goal['never-fewer']({ ...said, least: goal.least });
    case 'owns': {
      const { operation } = goal;
      const manager =
        operation === undefined ? goal.manager : lessons.byOperation({ manager: goal.manager, operation });
      return lessons.goal[goal.alone ? 'owns-alone' : 'owns']({ ...said, manager });
    }
    case 'not-owner':
      return lessons.goal[goal.path === undefined ? 'no-entry' : 'not-owner']({ ...said, manager: goal.manager });
    default:
      return lessons.goal[goal.kind](said);
  }
}
