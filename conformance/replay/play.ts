import '@managed-fields/admission/whole';
import { type Cluster, emptyCluster, putCrd, serve, type TypeCatalog } from '@managed-fields/api-server/whole';
import { isList, isMap, type Value } from '@managed-fields/merge-engine';
import { type CommandPlayer, commandPlayer } from './command.ts';
import { compareAnswers, compareValue, type Difference } from './compare.ts';
import { Names, startOfReplay } from './names.ts';
import { requestOf, timeOf } from './request.ts';
import type { After, Trace, TraceStep } from './trace.ts';

/** The differences of one step; it is identical where there are none. */
export interface PlayedStep {
  readonly index: number;
  readonly step: TraceStep;
  /** The differences of requests and answers, but for reads and texts of commands. */
  readonly differences: readonly Difference[];
  /** The differences of each read of a command. */
  readonly reads: readonly (readonly Difference[])[];
  /** The differences of each text that a command printed. */
  readonly texts: readonly (readonly Difference[])[];
}

type Played = Omit<PlayedStep, 'index' | 'step'> & { readonly cluster: Cluster };

/**
 * Plays a trace from an empty server: step *i* happens *i* seconds after 2026-01-01T00:00:00Z. It goes on with the
 * engine's own state after a difference.
 */
export function playTrace(trace: Trace, catalog: TypeCatalog): PlayedStep[] {
  const names = new Names();
  const playCommand = commandPlayer(trace, names);
  const misnumbered = numberingCheck();
  const admission = { plugins: trace.installed ? 'installed' : 'plain', controllers: trace.accounts } as const;
  let cluster = emptyCluster(catalog, { ...startOfReplay, admission });
  return trace.steps.map((step, index) => {
    try {
      const played = playStep(cluster, step, timeOf(index), names, playCommand);
      cluster = played.cluster;
      const after = step.after === undefined ? [] : compareAfter(cluster, step.after, timeOf(index), names);
      const { differences, reads, texts } = played;
      return { index, step, differences: [...differences, ...after, ...misnumbered(step)], reads, texts };
    } catch (fault) {
      const got = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
      return { index, step, differences: [{ path: 'engine', expected: 'an answer', got }], reads: [], texts: [] };
    }
  });
}

function playStep(cluster: Cluster, step: TraceStep, now: string, names: Names, playCommand: CommandPlayer): Played {
  if (step.kind === 'command') return playCommand(cluster, step.command, now);
  const none = { reads: [], texts: [] };
  if (step.kind === 'request') {
    const request = requestOf(step.exchange, (text) => names.toServer(text));
    const served = serve(cluster, request, now);
    return { cluster: served.cluster, differences: compareAnswers(step.exchange, served.response, names), ...none };
  }
  const put = putCrd(cluster, step.crd, now);
  if (put.kind === 'put') return { cluster: put.cluster, differences: [], ...none };
  return { cluster, differences: [{ path: 'crd', expected: 'installed', got: put.problems.join('; ') }], ...none };
}

/** Compares the object that the recorder read after a step. */
function compareAfter(cluster: Cluster, { path, object }: After, now: string, names: Names): readonly Difference[] {
  const { code, body } = serve(cluster, { method: 'GET', path, query: new Map() }, now).response;
  const [recorded, ours] = [object ?? null, code === 200 ? body : null];
  names.meet(recorded, ours);
  return compareValue(names.recorded(recorded), names.toTrace(ours), 'after');
}

/**
 * Whether a recording numbers its uids and resourceVersions as it says: by first appearance, so that after each step
 * those that were seen are 1 to n. Returns what to ask after each step, which shows a gap where it comes up. So a
 * number that was changed is found even where nothing else in the trace names it.
 */
function numberingCheck(): (step: TraceStep) => readonly Difference[] {
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
