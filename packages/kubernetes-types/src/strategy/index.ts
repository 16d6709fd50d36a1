import { apps } from './apps.ts';
import { core } from './core.ts';
import type { KindRules } from './kind-rules.ts';
import { otherRules } from './other-groups.ts';

/** The rules of a built-in kind, whatever its version; undefined where it is not known here. */
export function rulesFor(group: string, kind: string): KindRules | undefined {
  if (group === '') return core[kind];
  return group === 'apps' ? apps[kind] : otherRules[group]?.[kind];
}
