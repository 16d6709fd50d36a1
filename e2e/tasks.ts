import { expect, type Page } from '@playwright/test';

/** The work of a page's main thread between two moments, in CPU milliseconds of that thread. */
export interface Phase {
  readonly name: string;
  /** The longest task. */
  readonly longest: number;
  /** The time of a fixed piece of work at about that moment, which shows how slow the machine was. */
  readonly reference: number;
}

/** An event of a trace, as Chromium writes it; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

const endOf = 'phase: ';

/**
 * Whether tasks are measured: by `pnpm bench page`, on a machine that does nothing else. `pnpm test` runs the same tests
 * for what they show and not for what they take, because another process can make any task long.
 */
export const measures = process.env['E2E_TASKS'] === '1';

/** The tags of tests that measure tasks: the inputs are large, and what they draw others draw of smaller ones. */
export const tasks = { tag: ['@tasks', '@further'] };

/**
 * Watches the tasks of a page's main thread by the browser's own trace, phase by phase. Times of one machine say nothing
 * on another, so each phase ends with a fixed piece of work that the tasks can be compared with.
 */
export class TaskWatch {
  private readonly page: Page;
  private readonly measures: boolean;

  private constructor(page: Page, measured: boolean) {
    this.page = page;
    this.measures = measured;
  }

  /** Begins to watch a page, or does nothing at all where nothing is measured. */
  static async start(page: Page, measured = measures): Promise<TaskWatch> {
    const browser = page.context().browser();
    if (measured) await browser?.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
    return new TaskWatch(page, measured);
  }

  /** Waits so many milliseconds for what the page does once nothing else is to be done, as a part of the phase. */
  async quiet(milliseconds: number): Promise<void> {
    if (this.measures) await this.page.waitForTimeout(milliseconds);
  }

  /** Ends a phase; the next begins. The page must have been opened. */
  async endPhase(name: string): Promise<void> {
    if (!this.measures) return;
    await this.page.evaluate(doReferenceWork, endOf + name);
  }

  /**
   * Stops watching, and expects that no task was so many times longer than the reference work of its phase, or more.
   */
  async expectShort(most: (phase: string) => number): Promise<void> {
    if (!this.measures) return;
    const phases = await this.stop();
    expect(phases.length, 'phases').toBeGreaterThan(0);
    for (const { name, longest, reference } of phases) {
      process.stdout.write(`${name}: ${longest} ms, ${(longest / reference).toFixed(1)} of the reference\n`);
      expect.soft(longest / reference, name).toBeLessThan(most(name));
    }
  }

  /** Stops watching; what was seen, phase by phase. */
  async stop(): Promise<readonly Phase[]> {
    const trace = await this.page.context().browser()?.stopTracing();
    const { traceEvents = [] } = JSON.parse(trace?.toString('utf8') ?? '{}') as { traceEvents?: TraceEvent[] };
    return phasesOf(traceEvents);
  }
}

/** Some tens of milliseconds of what pages do: strings, objects, sorting, elements. */
function doReferenceWork(mark: string): void {
  performance.mark(mark);
  const lines = Array.from({ length: 20_000 }, (_, number) => `${(number * 7919) % 20_011}: value ${number}`);
  const text = JSON.stringify(lines.map((line) => ({ line, words: line.split(' ') })));
  const read = JSON.parse(text) as readonly { readonly line: string }[];
  const sorted = read.map(({ line }) => line).sort();
  const box = document.createElement('div');
  for (const line of sorted.slice(0, 2000))
    box.append(Object.assign(document.createElement('p'), { textContent: line }));
}

function phasesOf(events: readonly TraceEvent[]): readonly Phase[] {
  const tasks = events.filter(({ name, dur }) => /RunTask$/.test(name) && dur !== undefined);
  const marks = events.filter(({ name }) => name.startsWith(endOf)).sort((a, b) => a.ts - b.ts);
  const cpu = ({ dur = 0, tdur = dur }: TraceEvent) => Math.round(tdur / 1000);
  const onThreadOf = (mark: TraceEvent) => tasks.filter(({ pid, tid }) => pid === mark.pid && tid === mark.tid);
  const references = marks.map((mark) =>
    onThreadOf(mark).find(({ ts, dur = 0 }) => ts <= mark.ts && mark.ts <= ts + dur),
  );
  return marks.map((mark, index) => {
    const from = marks[index - 1]?.ts ?? 0;
    const within = onThreadOf(mark).filter((task) => task.ts > from && task.ts < mark.ts && !references.includes(task));
    const around = [references[index - 1], references[index]].map((task) => (task === undefined ? 0 : cpu(task)));
    return {
      name: mark.name.slice(endOf.length),
      longest: Math.max(0, ...within.map(cpu)),
      reference: Math.max(1, ...around),
    };
  });
}
