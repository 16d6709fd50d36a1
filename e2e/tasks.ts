import type { Page } from '@playwright/test';

/** A task of the page's main thread, in milliseconds: how long it lasted, and how long it computed. */
export interface Task {
  readonly lasted: number;
  readonly computed: number;
}

/** The tasks of the page's main thread while something is done, by the browser's own trace, the longest first. */
export async function tasksDuring(page: Page, run: () => Promise<void>): Promise<readonly Task[]> {
  const browser = page.context().browser();
  await browser?.startTracing(page, {
    categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'],
  });
  await run();
  const trace = JSON.parse((await browser?.stopTracing())?.toString('utf8') ?? '{}') as { traceEvents?: TraceEvent[] };
  const events = trace.traceEvents ?? [];
  const pids = processesOf(events);
  const mains = new Set(
    events.filter((each) => isRendererMain(each) && pids.has(each.pid)).map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events
    .filter(({ name, pid, tid }) => /RunTask$/.test(name) && mains.has(`${pid} ${tid}`))
    .map(({ dur = 0, tdur = dur }) => ({ lasted: Math.round(dur / 1000), computed: Math.round(tdur / 1000) }))
    .sort((a, b) => b.computed - a.computed);
}

/** An event of a trace, as Chromium writes it; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: {
    readonly name?: string;
    readonly data?: { readonly processId?: number; readonly frames?: readonly { readonly processId?: number }[] };
  };
}

function isRendererMain({ name, args }: TraceEvent): boolean {
  return name === 'thread_name' && args?.name === 'CrRendererMain';
}

/** The processes that the page's frames were in; a browser has pages of its own beside it. */
function processesOf(events: readonly TraceEvent[]): ReadonlySet<number> {
  const told = events.filter(({ name }) => name === 'TracingStartedInBrowser' || name === 'FrameCommittedInBrowser');
  const pids = told.flatMap(({ args }) => [
    args?.data?.processId,
    ...(args?.data?.frames ?? []).map((each) => each.processId),
  ]);
  return new Set(pids.flatMap((pid) => pid ?? []));
}
