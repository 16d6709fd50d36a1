import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

/** A line for each function, and one for all: what share of its blocks was reached, and the lines of the others. */
export function printReach(all: readonly Reach[]): string {
  const rows = all.map(({ name, file, blocks, reached, missed }) => {
    const share = `${((100 * reached) / blocks).toFixed(1)} %`.padStart(8);
    return `${share}  ${reached} of ${blocks}  ${name}${missed.length === 0 ? '' : `  ${file}: ${missed.join(', ')}`}`;
  });
  const [blocks, reached] = [sum(all.map((each) => each.blocks)), sum(all.map((each) => each.reached))];
  return [...rows, `${reached} of ${blocks} blocks in ${all.length} functions`].join('\n');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
