import type { Severity } from '@managed-fields/survey';
import { nearest } from './nearest.ts';

/** How a rule counts: not at all, as it is, or as grave as it is said. */
export type RuleSetting = 'off' | 'on' | Severity;

const settings: readonly string[] = ['off', 'on', 'error', 'warning', 'note'] satisfies readonly RuleSetting[];

/** What `--rule NAME=HOW` says of each rule, the last of them of one; or a sentence about the first that cannot be used. */
export function ruleSettings(
  given: readonly string[],
  known: readonly string[],
): { readonly settings: ReadonlyMap<string, RuleSetting> } | { readonly usage: string } {
  const read = new Map<string, RuleSetting>();
  for (const each of given) {
    const [name = '', how = '', ...more] = each.split('=');
    if (!known.includes(name)) return { usage: `--rule ${name} is not known${nearest(name, known)}` };
    if (more.length > 0 || !isSetting(how)) {
      return {
        usage: `--rule ${name} is one of ${settings.join(', ')}, not ${JSON.stringify([how, ...more].join('='))}`,
      };
    }
    read.set(name, how);
  }
  return { settings: read };
}

function isSetting(text: string): text is RuleSetting {
  return settings.includes(text);
}

/** How grave a rule is by these settings. */
export function severityBy(settings: ReadonlyMap<string, RuleSetting>, rule: string, own: Severity): Severity {
  const set = settings.get(rule);
  return set === undefined || set === 'on' || set === 'off' ? own : set;
}
