import { assertNever } from '@managed-fields/merge-engine';
import { type CharClass, classHas, isWordCharacter } from './class.ts';
import type { Assertion, PatternNode } from './parse.ts';

/** An instruction of a matcher; numbers are indexes of instructions. A split tries its targets in order. */
type Instruction =
  | { readonly op: 'char'; readonly charClass: CharClass; readonly next: number }
  | { readonly op: 'assert'; readonly assertion: Assertion; readonly next: number }
  | { readonly op: 'split'; readonly next: readonly number[] }
  | { readonly op: 'match' };

/** A compiled expression; `start` is the index of its first instruction. */
export interface Program {
  readonly instructions: readonly Instruction[];
  readonly start: number;
}

/**
 * Compiles an expression for a matcher that follows all alternatives at once, as in Go, so that a test takes time
 * linear in the length of the text.
 */
export function compileProgram(node: PatternNode): Program {
  const instructions: Instruction[] = [{ op: 'match' }];
  const start = compile(node, 0, instructions);
  return { instructions, start };
}

/** Adds the instructions of a node that continues at `next`, and returns the index of the first. */
function compile(node: PatternNode, next: number, out: Instruction[]): number {
  switch (node.kind) {
    case 'class':
      return out.push({ op: 'char', charClass: node.charClass, next }) - 1;
    case 'assert':
      return out.push({ op: 'assert', assertion: node.assertion, next }) - 1;
    case 'concat':
      return node.nodes.reduceRight((after, each) => compile(each, after, out), next);
    case 'alternate':
      return split(
        node.nodes.map((each) => compile(each, next, out)),
        out,
      );
    case 'repeat':
      return compileRepeat(node, next, out);
    default:
      return assertNever(node);
  }
}

function compileRepeat(
  { node, min, max, lazy }: Extract<PatternNode, { kind: 'repeat' }>,
  next: number,
  out: Instruction[],
): number {
  const choose = (again: number): readonly number[] => (lazy ? [next, again] : [again, next]);
  let place = next;
  if (max === undefined) {
    const loop = out.push({ op: 'split', next: [] }) - 1;
    out[loop] = { op: 'split', next: choose(compile(node, loop, out)) };
    place = loop;
  } else {
    for (let i = min; i < max; i++) place = split(choose(compile(node, place, out)), out);
  }
  for (let i = 0; i < min; i++) place = compile(node, place, out);
  return place;
}

function split(next: readonly number[], out: Instruction[]): number {
  return out.push({ op: 'split', next }) - 1;
}

/** Whether any part of a text matches. */
export function matchesText(program: Program, text: string): boolean {
  const codes = Array.from(text, (char) => char.codePointAt(0) ?? 0);
  const run: Run = { program, codes, seen: new Int32Array(program.instructions.length).fill(-1), matched: false };
  let places: number[] = [];
  for (let position = 0; position <= codes.length; position++) {
    const reached: number[] = [];
    for (const place of places) follow(run, place, position, reached);
    // A match may begin at any position.
    follow(run, program.start, position, reached);
    if (run.matched) return true;
    const code = codes[position];
    if (code === undefined) break;
    places = [];
    for (const place of reached) {
      const instruction = program.instructions[place];
      if (instruction?.op === 'char' && classHas(instruction.charClass, code)) places.push(instruction.next);
    }
  }
  return false;
}

interface Run {
  readonly program: Program;
  readonly codes: readonly number[];
  /** The last position at which each instruction was reached. */
  readonly seen: Int32Array;
  matched: boolean;
}

/** Follows the instructions that consume no character, and collects those that wait for one. */
function follow(run: Run, first: number, position: number, reached: number[]): void {
  const waiting = [first];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (run.seen[place] === position) continue;
    run.seen[place] = position;
    const instruction = run.program.instructions[place];
    if (instruction === undefined) continue;
    if (instruction.op === 'char') reached.push(place);
    else if (instruction.op === 'match') run.matched = true;
    else if (instruction.op === 'split') waiting.push(...instruction.next);
    else if (holds(instruction.assertion, run.codes, position)) waiting.push(instruction.next);
  }
}

function holds(assertion: Assertion, codes: readonly number[], position: number): boolean {
  const before = codes[position - 1];
  const after = codes[position];
  switch (assertion) {
    case 'begin-text':
      return position === 0;
    case 'end-text':
      return position === codes.length;
    case 'begin-line':
      return before === undefined || before === 10;
    case 'end-line':
      return after === undefined || after === 10;
    case 'word-boundary':
    case 'no-word-boundary': {
      const boundary =
        (before !== undefined && isWordCharacter(before)) !== (after !== undefined && isWordCharacter(after));
      return boundary === (assertion === 'word-boundary');
    }
    default:
      return assertNever(assertion);
  }
}

/**
 * Returns the begin and end of the first match at or after a position; undefined where there is none. Of several that
 * begin at the same position, the one that is tried first wins.
 */
export function findMatch(
  program: Program,
  codes: readonly number[],
  from: number,
): readonly [number, number] | undefined {
  let best: readonly [number, number] | undefined;
  let threads: Thread[] = [];
  for (let position = from; position <= codes.length; position++) {
    const seen = new Set<number>();
    const reached: Thread[] = [];
    if (best === undefined) threads.push({ place: program.start, begin: position });
    for (const { place, begin } of threads) {
      if (!advance(program, codes, position, { place, begin }, seen, reached)) continue;
      // Alternatives that are tried later lose to this match.
      best = [begin, position];
      break;
    }
    const code = codes[position];
    if (code === undefined) break;
    threads = reached.flatMap(({ place, begin }) => {
      const instruction = program.instructions[place];
      const goesOn = instruction?.op === 'char' && classHas(instruction.charClass, code);
      return goesOn ? [{ place: instruction.next, begin }] : [];
    });
    if (threads.length === 0 && best !== undefined) break;
  }
  return best;
}

/** An alternative that is followed, with the begin of its match. */
interface Thread {
  readonly place: number;
  readonly begin: number;
}

/**
 * Follows an alternative up to the instructions that wait for a character, best first; true where it reaches a match.
 */
function advance(
  program: Program,
  codes: readonly number[],
  position: number,
  { place: first, begin }: Thread,
  seen: Set<number>,
  reached: Thread[],
): boolean {
  const waiting = [first];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (seen.has(place)) continue;
    seen.add(place);
    const instruction = program.instructions[place];
    if (instruction === undefined) continue;
    if (instruction.op === 'match') return true;
    if (instruction.op === 'char') reached.push({ place, begin });
    else if (instruction.op === 'split') waiting.push(...[...instruction.next].reverse());
    else if (holds(instruction.assertion, codes, position)) waiting.push(instruction.next);
  }
  return false;
}
