import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import {
  type Fight,
  type Followed,
  mostRows,
  type Next,
  type WatchNews,
  type WatchRow,
} from '@managed-fields/live-cluster';
import { create } from 'zustand';
import type { FollowAnswers, FollowQuestion } from '../../../core/engine/protocol.ts';
import { openTaskEngine, type TaskEngine } from '../../../core/engine/task-engine.ts';
import { useCluster } from '../state/cluster-mode.ts';
import { send, watch } from '../state/send.ts';
import { type FollowMeans, followObject } from './follow.ts';

/** The object that is followed, and by which kinds its versions are read. */
export interface WatchTarget {
  readonly followed: Followed;
  readonly kubernetes: PlayedVersion;
  /** The texts of CustomResourceDefinitions that its kind may be in. */
  readonly definitions: readonly string[];
}

/** What is shown of an object that is followed. */
export interface WatchState {
  readonly target: WatchTarget | undefined;
  /** `idle`: nothing was followed yet; `stopped`: by the user; `broke`: a bug of ours, or code that did not come. */
  readonly phase: 'idle' | 'following' | 'stopped' | 'broke';
  /** What is done, or was done last. */
  readonly next: Next | undefined;
  /** Oldest first. */
  readonly rows: readonly WatchRow[];
  readonly leftOut: number;
  /** The number of the oldest row whose object is still kept. */
  readonly keptFrom: number;
  readonly fights: readonly Fight[];
  readonly unread: WatchNews['unread'];
  readonly exists: boolean;
}

const nothing: WatchState = {
  target: undefined,
  phase: 'idle',
  next: undefined,
  rows: [],
  leftOut: 0,
  keptFrom: 0,
  fights: [],
  unread: undefined,
  exists: false,
};

/** The store of the object that is followed; at most one is. Only the functions below write it. */
export const useWatch = create<WatchState>(() => nothing);

/** Milliseconds between two changes of the screen, however fast versions come. */
const calm = 150;
/** The most news that wait to be put on screen. */
const mostHeld = 200;

let engine: TaskEngine<'follow'> | undefined;
let abort: AbortController | undefined;

/** What following needs of the page. Tests have their own. */
export interface WatchPage extends Omit<FollowMeans, 'tell'> {
  openEngine(): TaskEngine<'follow'>;
  later(run: () => void, milliseconds: number): void;
}

const browser: WatchPage = {
  openEngine: () => openTaskEngine('follow'),
  list: send,
  watch,
  now: Date.now,
  later: (run, milliseconds) => setTimeout(run, milliseconds),
  wait: (milliseconds, signal) =>
    new Promise((done) => {
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        done();
      });
    }),
};

/** Begins to follow an object; what was followed before is let go of. */
export async function startWatching(target: WatchTarget, page: WatchPage = browser): Promise<void> {
  forgetWatch();
  const opened = page.openEngine();
  engine = opened;
  useWatch.setState({ ...nothing, target, phase: 'following' });
  await run(opened, page, () => opened.ask({ kind: 'start', ...target, now: page.now() }));
}

/** Goes on from the last version that was received, after it was stopped or has ended. */
export async function goOnWatching(page: WatchPage = browser): Promise<void> {
  const opened = engine;
  if (opened === undefined || abort !== undefined) return;
  useWatch.setState({ phase: 'following' });
  await run(opened, page, () => opened.ask({ kind: 'told', happening: { kind: 'waited', now: page.now() } }));
}

/** Ends the connection. The history stays. */
export function stopWatching(): void {
  if (abort === undefined) return;
  abort.abort();
  abort = undefined;
  useWatch.setState({ phase: 'stopped' });
}

/** Ends the connection and lets go of the history. */
export function forgetWatch(): void {
  stopWatching();
  engine?.end();
  engine = undefined;
  useWatch.setState(nothing, true);
}

/** Asks about the history of the object that is followed; undefined where nothing is. Rejects without an answer. */
export async function askWatch<K extends 'changes' | 'step' | 'scenario'>(
  asked: FollowQuestion & { readonly kind: K },
): Promise<FollowAnswers[K] | undefined> {
  return engine?.ask<K>(asked);
}

useCluster.subscribe(({ mode }) => {
  if (mode.kind !== 'connected') stopWatching();
});

async function run(opened: TaskEngine<'follow'>, page: WatchPage, begin: () => Promise<WatchNews>): Promise<void> {
  const own = new AbortController();
  abort = own;
  const show = showing(opened, page);
  try {
    const first = await begin();
    show(first);
    const tell = async (happening: Parameters<FollowMeans['tell']>[0]) => {
      const news = await opened.ask({ kind: 'told', happening });
      show(news);
      return news;
    };
    await followObject(first.next, { ...page, tell }, own.signal);
    if (abort === own) abort = undefined;
  } catch {
    if (abort !== own) return;
    abort = undefined;
    useWatch.setState({ phase: 'broke' });
  }
}

/** Returns a function that puts news on screen: at once, and then no more often than the eye follows. */
function showing(opened: TaskEngine<'follow'>, page: WatchPage): (news: WatchNews) => void {
  let held: WatchNews[] = [];
  let isResting = false;
  const flush = () => {
    if (engine !== opened) return;
    const news = held;
    held = [];
    useWatch.setState((state) => news.reduce(withNews, state));
  };
  const rest = () => {
    isResting = true;
    page.later(() => {
      isResting = false;
      if (held.length === 0) return;
      flush();
      rest();
    }, calm);
  };
  return (news) => {
    held.push(news);
    // Timers of a hidden page are slow; what waits for them is bounded.
    if (!isResting || held.length >= mostHeld) flush();
    if (!isResting) rest();
  };
}

function withNews(state: WatchState, news: WatchNews): WatchState {
  const { next, rows, leftOut, keptFrom, fights = state.fights, unread, exists } = news;
  const all = rows.length === 0 ? state.rows : [...state.rows, ...rows].slice(-mostRows);
  return { ...state, next, rows: all, leftOut, keptFrom, fights, unread, exists };
}
