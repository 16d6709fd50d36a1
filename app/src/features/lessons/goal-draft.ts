import type { Goal, GoalValue } from '@managed-fields/scenario';

/** What the form of a new goal holds, as it was typed. */
export interface GoalDraft {
  readonly kind: Goal['kind'];
  readonly path: string;
  readonly manager: string;
  readonly value: string;
  /** The number of `never-fewer` and `requests`. */
  readonly number: string;
  readonly alone: boolean;
}

/** The fields of the form. */
export type GoalField = 'path' | 'manager' | 'value' | 'number' | 'alone';

/** The fields that the form shows for each kind of goal; a path of `not-owner` may be empty. */
export const goalFields: Readonly<Record<Goal['kind'], readonly GoalField[]>> = {
  value: ['path', 'value'],
  absent: ['path'],
  owns: ['manager', 'path', 'alone'],
  'not-owner': ['manager', 'path'],
  unowned: ['path'],
  'never-fewer': ['path', 'number'],
  'never-refused': [],
  requests: ['number'],
  'no-force': [],
};

/** What a path looks like. */
export const pathExample = '.spec.replicas';

/** An empty form. */
export const emptyGoal: GoalDraft = { kind: 'value', path: '', manager: '', value: '', number: '', alone: false };

/** The goal that was typed, or the field that is not filled in as it has to be. */
export type TypedGoal =
  | { readonly kind: 'goal'; readonly goal: Goal }
  | { readonly kind: 'problem'; readonly field: 'path' | 'manager' | 'number' };

/** Reads the form of a new goal. */
export function typedGoal({ kind, path: typedPath, manager: typedName, value, number, alone }: GoalDraft): TypedGoal {
  const [path, manager] = [typedPath.trim(), typedName.trim()];
  const fields = goalFields[kind];
  const mayLackPath = kind === 'not-owner' && path === '';
  if (fields.includes('manager') && (manager === '' || manager.length > 1000))
    return { kind: 'problem', field: 'manager' };
  if (fields.includes('path') && !mayLackPath && !/^[.[].{1,999}$/su.test(path))
    return { kind: 'problem', field: 'path' };
  if (fields.includes('number') && !/^\d{1,9}$/.test(number.trim())) return { kind: 'problem', field: 'number' };
  return { kind: 'goal', goal: goalOf() };

  function goalOf(): Goal {
    switch (kind) {
      case 'value':
        return { kind, path, value: scalarOf(value) };
      case 'absent':
      case 'unowned':
        return { kind, path };
      case 'owns':
        return { kind, manager, path, ...(alone ? { alone } : {}) };
      case 'not-owner':
        return { kind, manager, ...(path === '' ? {} : { path }) };
      case 'never-fewer':
        return { kind, path, least: Number(number) };
      case 'requests':
        return { kind, most: Number(number) };
      case 'never-refused':
      case 'no-force':
        return { kind };
    }
  }
}

/** A value as it is typed in YAML: a number, true, false, or else a text, in quotes or without. */
function scalarOf(typed: string): GoalValue {
  const text = typed.trim();
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  const [, quoted] = /^"([^"\\]*)"$/.exec(text) ?? [];
  return quoted ?? text;
}
