import { isObject, memberOf, valueAt } from '../json.ts';
import type { SurveyRow } from '../object.ts';
import { type Finding, findingOf } from './finding.ts';
import { ancientChanges, beforeFirstApply, isByHand, isClientSide, lastAppliedName } from './known-managers.ts';
import { leavesOf, managersOf } from './owned-by.ts';
import type { Judged, JudgeRow, Rule, WholeSurvey } from './rule.ts';
import { timeOf } from './tally.ts';

/** Fields of a declared object that somebody changed by hand. */
export const manualChange: Rule = {
  id: 'manual-change',
  severity: 'warning',
  conflict: true,
  example: 'stays-after-edit',
  judge(judged) {
    const { row } = judged;
    const hands = row.entries
      .flatMap(({ manager, operation, subresource }, entry) =>
        operation === 'Update' && isByHand(manager, subresource) ? [entry] : [],
      )
      .slice(0, mostEntries);
    if (hands.length === 0 || !isDeclared(judged)) return [];
    // Who writes last-applied by `kubectl apply edit-last-applied` changes nothing else.
    const fields = hands.flatMap((entry) => leavesOf(judged, entry).filter(({ element }) => element !== annotation));
    if (fields.length === 0) return [];
    const unique = [...new Set(fields)];
    const entries = hands.filter((entry) => unique.some(({ owners }) => owners.includes(entry)));
    const takenBack = takerBack(judged, entries);
    const facts = { managers: managersOf(judged, entries), ...(takenBack === '' ? {} : { takenBack }) };
    return [findingOf('manual-change', unique, entries, facts)];
  },
};

/**
 * The manager that takes the fields out again though it does not own them: Flux, which joins the entries of kubectl into its own
 * before it applies. Empty where there is none. Upstream: kustomize-controller
 * internal/controller/kustomization_controller.go apply, fluxcd/pkg/ssa manager_apply.go ApplyAll.
 */
function takerBack({ row, value }: Judged, hands: readonly number[]): string {
  const isKubectl = hands.every((entry) => row.entries[entry]?.manager.startsWith('kubectl') === true);
  const flux = row.entries.find(
    ({ manager, operation }) => manager === 'kustomize-controller' && operation === 'Apply',
  );
  const mark = (name: string) =>
    (['labels', 'annotations'] as const)
      .map((map) => memberOf(valueAt(value, 'metadata', map), `kustomize.toolkit.fluxcd.io/${name}`))
      .find((each) => each !== undefined);
  const isLeft = leaving.has(String(mark('ssa')).toLowerCase()) || mark('reconcile') === 'disabled';
  return isKubectl && flux !== undefined && !isLeft ? flux.manager : '';
}

/** The values of Flux's mark by which it takes no entry over, or does not apply. */
const leaving: ReadonlySet<string> = new Set(['merge', 'ifnotpresent', 'ignore']);

/** The most entries of a finding: a server keeps ten updaters. */
const mostEntries = 20;

const annotation = `f:${lastAppliedName}`;

/** Marks of tools that keep objects as files declare them. */
const labels = ['kustomize.toolkit.fluxcd.io/name', 'helm.toolkit.fluxcd.io/name', 'argocd.argoproj.io/instance'];
const annotations = [lastAppliedName, 'argocd.argoproj.io/tracking-id', 'meta.helm.sh/release-name'];

/** Whether files declare an object: somebody applies it, or a tool has left its mark. */
function isDeclared({ row, value, appliers, updaters }: Judged): boolean {
  if (appliers.length > 0) return true;
  if (updaters.some((entry) => isClientSide(row.entries[entry]?.manager ?? ''))) return true;
  const has = (map: 'labels' | 'annotations', names: readonly string[]) => {
    const members = valueAt(value, 'metadata', map);
    return isObject(members) && names.some((name) => memberOf(members, name) !== undefined);
  };
  return has('annotations', annotations) || has('labels', labels);
}

/** How many days a manager may write nothing, unless told. */
export const defaultNotSeenDays = 365;

/** A manager that has written nothing for long, beside others that apply the object still. */
export const managerNotSeen: Rule = {
  id: 'manager-not-seen',
  severity: 'note',
  conflict: false,
  example: 'rename-manager',
  judgeTogether(survey: WholeSurvey): JudgeRow | undefined {
    const { options, tally } = survey;
    const { newest } = tally;
    const now = options.now === undefined ? latest(newest.values()) : timeOf(options.now);
    const limit = now - (options.notSeenDays ?? defaultNotSeenDays) * dayMs;
    if (newest.size === 0 || !Number.isFinite(limit)) return undefined;
    return (row) => {
      const gone = row.entries.flatMap((entry, place) => {
        if (entry.subresource !== '' || entry.fields === 0 || passedOver.has(entry.manager)) return [];
        const last = newest.get(entry.manager);
        return last !== undefined && last < limit ? [place] : [];
      });
      if (gone.length === 0 || !row.entries.some((entry) => isAlive(entry, limit))) return [];
      return [notSeen(survey, row, gone.slice(0, mostEntries), newest)];
    };
  },
};

const dayMs = 86_400_000;
const passedOver: ReadonlySet<string> = new Set([beforeFirstApply, ancientChanges]);

/** Whether an entry is of somebody who declares the object and has written it since. */
function isAlive({ manager, operation, subresource, time }: SurveyRow['entries'][number], limit: number): boolean {
  return subresource === '' && (operation === 'Apply' || isClientSide(manager)) && timeOf(time) >= limit;
}

function notSeen(
  { readAgain }: WholeSurvey,
  row: SurveyRow,
  gone: readonly number[],
  newest: ReadonlyMap<string, number>,
): Finding {
  const managers = gone.map((place) => row.entries[place]?.manager ?? '');
  const last = latest(managers.map((manager) => newest.get(manager) ?? 0));
  const facts = { managers: [...new Set(managers)].join(', '), seen: new Date(last).toISOString().slice(0, 10) };
  const judged = readAgain(row.index);
  if (judged !== undefined) {
    const fields = [...new Set(gone.flatMap((place) => leavesOf(judged, place)))];
    return findingOf('manager-not-seen', fields, gone, facts);
  }
  const fieldCount = gone.reduce((sum, place) => sum + (row.entries[place]?.fields ?? 0), 0);
  return { ...findingOf('manager-not-seen', [], gone, facts), fieldCount };
}

function latest(times: Iterable<number>): number {
  let last = Number.NEGATIVE_INFINITY;
  for (const time of times) last = Math.max(last, time);
  return last;
}
