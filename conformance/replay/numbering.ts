import { isList, isMap, type Value } from '@managed-fields/merge-engine';
import type { Difference } from './compare.ts';
import type { TraceStep } from './trace.ts';

/**
 * Whether a recording numbers its uids and resourceVersions as it says: by first appearance, so that after each step
 * those that were seen are 1 to n. Returns what to ask after each step, which shows a gap where it comes up. So a
 * number that was changed is found even where nothing else in the trace names it.
 */
export function numberingCheck(): (step: TraceStep) => readonly Difference[] {
  const versions = new Set<number>();
  const uids = new Set<number>();
  const reported = new Set<string>();
  const gapIn = (what: string, seen: ReadonlySet<number>): readonly Difference[] => {
    const missing = [...seen].findIndex((_, index) => !seen.has(index + 1)) + 1;
    if (missing === 0 || reported.has(what)) return [];
    reported.add(what);
    return [{ path: 'numbering', expected: `${what} from 1 on`, got: `none is called ${missing}` }];
  };
  return (step) => {
    note(step, versions, uids);
    return [...gapIn('resourceVersions', versions), ...gapIn('uids', uids)];
  };
}

function note(step: TraceStep, versions: Set<number>, uids: Set<number>): void {
  const walk = (value: Value | undefined, key: string): void => {
    if (isList(value)) for (const item of value) walk(item, '');
    if (isMap(value)) for (const [name, item] of value) walk(item, name);
    if (typeof value !== 'string') return;
    if (key === 'resourceVersion' && /^\d+$/.test(value)) versions.add(Number(value));
    if (key === 'uid' && value.startsWith('00000000-')) uids.add(Number(value.slice(-12)));
  };
  const words = (text: string) => {
    for (const [, number] of text.matchAll(/resourceVersion\\*"?(?:,\\*"value\\*")?: ?\\*"(\d+)/g)) {
      versions.add(Number(number));
    }
  };
  if (step.kind === 'request') walk(step.exchange.response.body, '');
  if (step.kind === 'command') {
    const { exchanges, stdout, stderr } = step.command;
    for (const { request, response } of exchanges) {
      walk(response.body, '');
      words(request.body ?? '');
    }
    for (const text of [stdout, stderr]) words(text);
  }
  walk(step.after?.object, '');
}
