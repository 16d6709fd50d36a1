import { isRuleId, type RuleId } from '@managed-fields/survey';
import { prefer, usePreferences } from '../../../core/store/preferences.ts';

/** Switches a rule off, or on again. The choice is kept with the preferences. */
export function switchRule(rule: RuleId, on: boolean): void {
  const { rulesOff } = usePreferences.getState();
  const others = rulesOff.filter((id) => id !== rule);
  prefer({ rulesOff: on ? others : [...others, rule] });
}

/** The rules that are switched off, as the text of a file. */
export function rulesFile(): string {
  const { rulesOff } = usePreferences.getState();
  return `${JSON.stringify({ form: 'managed-fields/rules', version: 1, off: rulesOff.filter(isRuleId) }, null, 2)}\n`;
}

/** Reads such a text; undefined where it is none. Rules that this page does not know are left out. */
export function rulesOffIn(text: string): readonly RuleId[] | undefined {
  try {
    const plain: unknown = JSON.parse(text);
    if (typeof plain !== 'object' || plain === null || Reflect.get(plain, 'form') !== 'managed-fields/rules') return;
    const off: unknown = Reflect.get(plain, 'off');
    return Array.isArray(off) ? off.flatMap((id) => (typeof id === 'string' && isRuleId(id) ? [id] : [])) : undefined;
  } catch {
    return undefined;
  }
}
