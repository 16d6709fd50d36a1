import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markdownTable } from '../../conformance/code-blocks.ts';

/** What was reached of a function of upstream's: of its blocks, statements that run one after the other without a branch. */
export interface Reach {
  /** As Go prints it, with its package and receiver: `typed.*mergingWalker.doList`. */
  readonly name: string;
  readonly file: string;
  readonly blocks: number;
  readonly reached: number;
  /** The lines of the blocks that were not reached: `151` or `151–153`. */
  readonly missed: readonly string[];
}

interface Block {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly wasReached: boolean;
}

/** Reads what a program counted into a folder, as `go build -cover` makes it, by function in the order of their sources. */
export function reachIn(folder: string): readonly Reach[] {
  const blocks = blocksIn(folder);
  const functions = covdata('func', `-i=${folder}`).split('\n').flatMap(functionOf);
  return functions.flatMap(({ file, line, name }) => {
    const next = functions.filter((each) => each.file === file && each.line > line).map((each) => each.line);
    const end = Math.min(...next, Number.POSITIVE_INFINITY);
    const own = blocks.filter((block) => block.file === file && block.from >= line && block.from < end);
    if (own.length === 0) return [];
    const missed = own.filter(({ wasReached }) => !wasReached);
    return [{ name, file, blocks: own.length, reached: own.length - missed.length, missed: missed.map(lines) }];
  });
}

function lines({ from, to }: Block): string {
  return from === to ? String(from) : `${from}–${to}`;
}

const modules = /^(sigs\.k8s\.io\/structured-merge-diff\/v\d+|k8s\.io\/apimachinery\/pkg\/util)\//;

function functionOf(row: string): readonly { readonly file: string; readonly line: number; readonly name: string }[] {
  const [, file = '', line = '', name = ''] = /^(\S+):(\d+):\s+(\S+)\s+[\d.]+%$/.exec(row) ?? [];
  if (!modules.test(file)) return [];
  const folder = file.split('/').at(-2) ?? '';
  return [{ file: file.replace(modules, ''), line: Number(line), name: `${folder}.${name}` }];
}

function blocksIn(folder: string): readonly Block[] {
  const text = join(mkdtempSync(join(tmpdir(), 'reached-')), 'blocks');
  covdata('textfmt', `-i=${folder}`, `-o=${text}`);
  return readFileSync(text, 'utf8')
    .split('\n')
    .flatMap((row) => {
      const [, file = '', from, to, count] = /^(\S+):(\d+)\.\d+,(\d+)\.\d+ \d+ (\d+)$/.exec(row) ?? [];
      if (!modules.test(file)) return [];
      return [{ file: file.replace(modules, ''), from: Number(from), to: Number(to), wasReached: count !== '0' }];
    });
}

function covdata(...options: readonly string[]): string {
  const ran = spawnSync('go', ['tool', 'covdata', ...options], { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (ran.status !== 0) throw new Error(`go tool covdata failed: ${ran.stderr}`);
  return ran.stdout;
}

/** Why blocks cannot be reached: by the reason, the functions with their lines. */
export type Unreachable = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The blocks of a function that can be reached, and those that no reason is given for. */
interface Judged extends Reach {
  readonly reachable: number;
  readonly open: readonly string[];
}

function judge(all: readonly Reach[], unreachable: Unreachable): readonly Judged[] {
  return all.map((each) => {
    const named = new Set(Object.values(unreachable).flatMap((functions) => functions[each.name] ?? []));
    const open = each.missed.filter((place) => !named.has(place));
    return { ...each, reachable: each.reached + open.length, open };
  });
}

const wanted = 0.95;

/** A line for each function of which less than 95 % of what can be reached was, and one for all. */
export function printReach(all: readonly Reach[], unreachable: Unreachable): string {
  const judged = judge(all, unreachable);
  const low = judged.filter(({ reached, reachable }) => reached < wanted * reachable);
  const rows = low.map((each) => `${each.name}: ${share(each)}, not ${each.file} ${each.open.join(', ')}`);
  const wrong = Object.values(unreachable).flatMap((functions) =>
    Object.entries(functions).flatMap(([name, places]) => {
      const missed = all.filter((each) => each.name === name).flatMap((each) => each.missed);
      return places
        .filter((place) => !missed.includes(place))
        .map((place) => `${name} ${place}: reached, though named as out of reach`);
    }),
  );
  return [...rows, ...wrong, `${total(judged)}; ${low.length} below 95 %`].join('\n');
}

function share({ reached, reachable }: Judged): string {
  return `${reached} of ${reachable}`;
}

function total(judged: readonly Judged[]): string {
  const [reached, reachable, blocks] = [
    sum(judged.map((each) => each.reached)),
    sum(judged.map((each) => each.reachable)),
    sum(judged.map((each) => each.blocks)),
  ];
  const percent = ((100 * reached) / reachable).toFixed(1);
  return `${reached} of ${reachable} blocks that can be reached (${percent} %), of ${blocks} in ${judged.length} functions`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

/** The page of what was reached, in Markdown. `run` names the operations and seeds. */
export function reachPage(all: readonly Reach[], unreachable: Unreachable, run: string): string {
  const judged = judge(all, unreachable);
  const open = judged.filter(({ open }) => open.length > 0);
  const rows = open.map((each) => [`\`${each.name}\``, share(each), each.open.join(', ')]);
  const reasons = Object.entries(unreachable).map(([reason, functions]) => {
    const names = Object.entries(functions).map(([name, places]) => {
      const whole = all.some((each) => each.name === name && each.blocks === places.length);
      return `\`${name}\`${whole ? '' : ` (${places.join(', ')})`}`;
    });
    return `- ${reason}\n  ${names.join(', ')}`;
  });
  return `${pageHead}
${total(judged)}, by ${run}.

## Not reached by this run

What can be reached, and was not by chance, with its lines. Of each other function all that can be reached was.

${markdownTable([['function', 'blocks', 'lines'], ...rows])}

## What cannot be reached, and why

Functions without lines are whole.

${reasons.join('\n')}
`;
}

const pageHead = `# What fuzz reaches of upstream

\`npx tsx tools/fuzz/cli.ts --cover --page\` plays random operations with structured-merge-diff and the \`managedfields\` packages of
apimachinery built to count what they reach, and writes this page. What is counted are blocks: statements that run one after the
other without a branch between them. What cannot be reached is named in
\`tools/fuzz/unreachable.json\`, with the reason that reading upstream’s code gives; what is reached all the same, \`--cover\` prints.
`;
