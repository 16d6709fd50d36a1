import { checkForm, plainForm, type Scenario } from '@managed-fields/scenario';
import { guarded } from './drafts.ts';
import type { History, Moment, Origin } from './scenario-store.ts';

// A tab keeps the history of undo and the selected step for a reload of itself. Other tabs and later visits have none.

const key = 'managed-fields.history';

/** How many moments are kept, and how many characters they may take. */
const mostMoments = 50;
const mostCharacters = 2_000_000;

/** Keeps a history for a reload: of moments too many or too long only the nearest, those of undo first. */
export function keepHistory(history: History): void {
  const text = historyText(history);
  guarded(() => sessionStorage.setItem(key, text));
}

/** Under which name a tab's own storage has the key of what it keeps in IndexedDB; see `kept-work.ts`. */
export const keptKey = 'managed-fields.kept-key';

/** How the browser came to this page: `navigate` for one that is new in its tab. */
export function cameBy(): NavigationTimingType {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming ? navigation.type : 'navigate';
}

/** Returns the history that this tab kept; undefined where it kept none, or the page was not loaded again. */
export function historyOfReload(): History | undefined {
  if (cameBy() !== 'reload') return undefined;
  return parseHistory(guarded(() => sessionStorage.getItem(key)) ?? undefined);
}

/** Returns a history as text. */
export function historyText({ present, past, future }: History): string {
  const now = momentText(present);
  let room = mostCharacters - now.length;
  let count = mostMoments;
  const nearest = (moments: readonly Moment[]) => {
    const texts: string[] = [];
    for (const moment of moments) {
      const text = momentText(moment);
      room -= text.length;
      if (--count < 0 || room < 0) break;
      texts.push(text);
    }
    return texts;
  };
  const before = nearest(past.toReversed()).toReversed();
  return `{"present":${now},"past":[${before}],"future":[${nearest(future)}]}`;
}

/** Reads a history, which anything may have written; undefined where it is none. */
export function parseHistory(text: string | undefined): History | undefined {
  const plain = text === undefined ? undefined : guarded((): unknown => JSON.parse(text));
  if (typeof plain !== 'object' || plain === null) return undefined;
  if (!('present' in plain && 'past' in plain && 'future' in plain)) return undefined;
  const [present, past, future] = [momentOf(plain.present), momentsOf(plain.past), momentsOf(plain.future)];
  return present && past && future && { present, past, future };
}

function momentText({ scenario, first, ...rest }: Moment): string {
  return JSON.stringify({ ...rest, scenario: plainForm(scenario), first: first && plainForm(first) });
}

function momentsOf(plain: unknown): readonly Moment[] | undefined {
  if (!Array.isArray(plain)) return undefined;
  const moments = plain.flatMap((each) => momentOf(each) ?? []);
  return moments.length === plain.length ? moments : undefined;
}

function momentOf(plain: unknown): Moment | undefined {
  if (typeof plain !== 'object' || plain === null || !('scenario' in plain && 'origin' in plain)) return undefined;
  const scenario = scenarioOf(plain.scenario);
  const origin = originOf(plain.origin);
  if (scenario === undefined || origin === undefined) return undefined;
  return {
    scenario,
    origin,
    selected: 'selected' in plain && typeof plain.selected === 'string' ? plain.selected : undefined,
    opened: 'opened' in plain && typeof plain.opened === 'number' ? plain.opened : 0,
    first: 'first' in plain ? scenarioOf(plain.first) : undefined,
    touched: 'touched' in plain && plain.touched === true,
  };
}

function scenarioOf(plain: unknown): Scenario | undefined {
  const checked = checkForm(plain);
  return checked.kind === 'scenario' ? checked.scenario : undefined;
}

function originOf(plain: unknown): Origin | undefined {
  if (typeof plain !== 'object' || plain === null || !('kind' in plain)) return undefined;
  const draft = 'draft' in plain && typeof plain.draft === 'string' ? { draft: plain.draft } : {};
  if (plain.kind === 'shared') return { kind: 'shared', ...draft };
  const isNamed = plain.kind === 'example' || plain.kind === 'lesson';
  if (isNamed && 'name' in plain && typeof plain.name === 'string') {
    return { kind: plain.kind === 'lesson' ? 'lesson' : 'example', name: plain.name, ...draft };
  }
  if (plain.kind === 'draft' && 'id' in plain && typeof plain.id === 'string') return { kind: 'draft', id: plain.id };
  return undefined;
}
