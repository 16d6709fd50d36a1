import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { median } from '../../conformance/median.ts';
import { browserArguments, findBrowser } from '../../e2e/browser.ts';
import { type FirstView, firstViews } from '../../e2e/size/budgets.ts';
import { placeOf } from '../../e2e/size/measure.ts';
import { TaskWatch } from '../../e2e/tasks.ts';
import { type Change, type Network, type SlowServer, slowServer } from './slow-server.ts';

const dist = process.env['DIST'] ?? fileURLToPath(new URL('../../dist/', import.meta.url));
const turns = Number(process.env['TURNS'] ?? 3);
const only = process.env['ONLY'] ?? '';

/** How long a start is watched, in milliseconds. */
const watchedMs = 10_000;

/** The machines that a page is started on: how many times slower than this one, and behind which network. */
const machines: readonly { readonly name: string; readonly slower: number; readonly network: Network }[] = [
  { name: 'this machine', slower: 1, network: { latencyMs: 0, perSecond: Number.POSITIVE_INFINITY } },
  { name: 'CPU slowed 4 times', slower: 4, network: { latencyMs: 0, perSecond: Number.POSITIVE_INFINITY } },
  { name: 'CPU slowed 4 times, 1.6 Mbit/s, 150 ms', slower: 4, network: { latencyMs: 150, perSecond: 200_000 } },
];

/** What is left out of the page to see what it is worth. */
const variants: readonly Variant[] = [
  { name: '', isOf: () => true },
  {
    name: ', all checks before the first view',
    isOf: ({ scenario }) => scenario !== undefined,
    change: withChecksFirst,
  },
  { name: ', without stored views', isOf: ({ scenario }) => scenario === undefined, change: withoutStoredViews },
];

/** The page as it is, or without something that only one kind of first view has. */
interface Variant {
  readonly name: string;
  readonly isOf: (way: FirstView) => boolean;
  readonly change?: Change;
}

interface Measured {
  readonly variant: Variant;
  readonly starts: Start[];
}

function nameOf({ name }: FirstView, machine: (typeof machines)[number], variant: Variant): string {
  return `start, ${name}, ${machine.name}${variant.name}`;
}

/** What the page noted of its own start. */
interface Seen {
  readonly origin: number;
  readonly now: number;
  readonly firstOwner: number | undefined;
}

/** One start of the page by somebody new, watched for ten seconds without anything done. */
interface Start {
  readonly requestsBefore: number;
  readonly requests: number;
  readonly bytes: number;
  readonly firstOwnerMs: number;
  /** In time of the CPU, which other programs of the machine do not make longer. */
  readonly longestTaskMs: number;
}

/**
 * Prints what a start of the built page takes, for each first view and machine: `start, NAME, MACHINE: N requests before
 * the first owner after X s, M in all, Y KB, longest task Z ms`. Nobody does anything meanwhile. Times are medians of
 * three; `DIST` names another build, `TURNS` another number, `ONLY` a part of the lines' names.
 */
export async function timeStarts(): Promise<void> {
  const server = await slowServer(dist);
  const executablePath = findBrowser();
  const browser = await chromium.launch({ args: browserArguments, ...(executablePath ? { executablePath } : {}) });
  try {
    for (const way of firstViews) {
      for (const machine of machines) {
        const measured = variants.filter((each) => each.name === '' || (machine.slower > 1 && each.isOf(way)));
        const starts = measured.map((variant): Measured => ({ variant, starts: [] }));
        const isAsked = ({ variant }: Measured) => nameOf(way, machine, variant).includes(only);
        // One after the other, so that a machine that is busy for a while is so for each.
        for (let turn = 0; turn < turns; turn++) {
          for (const each of starts.filter(isAsked)) {
            server.become(machine.network, each.variant.change);
            each.starts.push(await start(browser, server, way, machine.slower));
          }
        }
        for (const each of starts.filter(isAsked)) {
          console.log(`${nameOf(way, machine, each.variant)}: ${figuresOf(each.starts)}`);
        }
      }
    }
  } finally {
    await browser.close();
    server.close();
  }
}

function figuresOf(starts: readonly Start[]): string {
  const middle = (figure: keyof Start) => median(starts.map((each) => each[figure]));
  return [
    `${middle('requestsBefore')} requests before the first owner after ${(middle('firstOwnerMs') / 1000).toFixed(2)} s`,
    `${middle('requests')} in all`,
    `${(middle('bytes') / 1024).toFixed(0)} KB`,
    `longest task ${middle('longestTaskMs').toFixed(0)} ms`,
  ].join(', ');
}

async function start(browser: Browser, server: SlowServer, way: FirstView, slower: number): Promise<Start> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 860 }, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const requests: { readonly at: number; readonly bytes: number }[] = [];
    context.on('response', (response) =>
      requests.push({ at: Date.now(), bytes: Number(response.headers()['content-length'] ?? 0) }),
    );
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    const tasks = await TaskWatch.start(page, true);
    await page.addInitScript({ content: watch(way.overlay) });
    await page.goto(`${server.address}/${placeOf(way)}`, { waitUntil: 'commit' });
    let seen: Seen;
    do {
      await new Promise((later) => setTimeout(later, 1000));
      seen = await page.evaluate<Seen>('({ ...watched, origin: performance.timeOrigin, now: performance.now() })');
    } while (seen.now < watchedMs || seen.firstOwner === undefined);
    const { origin, firstOwner } = seen;
    await tasks.endPhase('start');
    const [phase] = await tasks.stop();
    return {
      requestsBefore: requests.filter(({ at }) => at < origin + firstOwner).length,
      requests: requests.length,
      bytes: requests.reduce((sum, { bytes }) => sum + bytes, 0),
      firstOwnerMs: firstOwner,
      longestTaskMs: phase?.longest ?? Number.NaN,
    };
  } finally {
    await context.close();
  }
}

/** A script for the page that notes when the first owner is painted. */
function watch(selector: string): string {
  return `globalThis.watched = { firstOwner: undefined };
  const observer = new MutationObserver(() => {
    if (document.querySelector(${JSON.stringify(selector)}) === null) return;
    observer.disconnect();
    requestAnimationFrame(() => { watched.firstOwner = performance.now(); });
  });
  observer.observe(document, { childList: true, subtree: true });`;
}

/** The page as it would be if its worker never played without the checks of kinds. */
function withChecksFirst(path: string, text: string): string {
  return /assets\/worker-/.test(path) ? text.replaceAll('withoutChecks', 'isOfNoMeaning') : text;
}

/** The page as it would be if no view of an example were stored. */
function withoutStoredViews(path: string, text: string): string | undefined {
  return path.startsWith('views/') ? undefined : text;
}

/**
 * Measures how long the main thread of the built page is kept from answering, whatever is brought to it, by the
 * end-to-end tests with the tag `@tasks`: one after the other, on a machine that does nothing else. Throws where one of
 * them takes longer than it may.
 */
export function timePage(): void {
  const ran = spawnSync('npx', ['playwright', 'test', '--grep', '@tasks', '--workers', '1', '--project', 'chromium'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, E2E_TASKS: '1' },
    stdio: 'inherit',
  });
  if (ran.status !== 0) throw new Error('the page was kept busy for longer than it may be');
}
