import type { Scenario } from '@managed-fields/scenario';
import { words } from '../../language/language.ts';

/** What each step is called: by its name, else by its kind and manager. */
export function stepNames({ steps }: Scenario): readonly string[] {
  return steps.map((step) => {
    const { name, kind } = step;
    const manager = 'manager' in step ? step.manager : undefined;
    if (name !== undefined && name !== '') return name;
    const kindName = words.steps.kindNames[kind];
    return manager === undefined || manager === '' ? kindName : `${kindName}, ${manager}`;
  });
}
