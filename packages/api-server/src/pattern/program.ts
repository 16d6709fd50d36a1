import { assertNever } from '@managed-fields/merge-engine';
import { type CharClass, classHas, isWordCharacter } from './class.ts';
import type { Assertion, PatternNode } from './parse.ts';

/** An instruction of a matcher; numbers are indexes of instructions. A split tries its targets in order. */
type Instruction =
  | { readonly op: 'char'; readonly has: (code: number) => boolean; readonly next: number }
  | { readonly op: 'assert'; readonly assertion: Assertion; readonly next: number }
  | { readonly op: 'split'; readonly next: readonly number[] }
  /** Notes the position as a begin (even) or end (odd) of a group: those of group n are 2n - 2 and 2n - 1. */
  | { readonly op: 'save'; readonly slot: number; readonly next: number }
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
      return out.push({ op: 'char', has: memberTest(node.charClass), next }) - 1;
    case 'capture': {
      const { group } = node;
      const end = out.push({ op: 'save', slot: 2 * group - 1, next }) - 1;
      return out.push({ op: 'save', slot: 2 * group - 2, next: compile(node.node, end, out) }) - 1;
    }
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

const memberTests = new WeakMap<CharClass, (code: number) => boolean>();

/** Returns a quick test for the characters of a class, the same for each copy that a repetition makes of it. */
function memberTest(charClass: CharClass): (code: number) => boolean {
  const known = memberTests.get(charClass);
  if (known !== undefined) return known;
  const ascii = Uint8Array.from({ length: 128 }, (_, code) => (classHas(charClass, code) ? 1 : 0));
  const has = (code: number) => (code < 128 ? ascii[code] === 1 : classHas(charClass, code));
  memberTests.set(charClass, has);
  return has;
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
      if (instruction?.op === 'char' && instruction.has(code)) places.push(instruction.next);
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
    else if (instruction.op === 'save') waiting.push(instruction.next);
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

/** A match: its begin and end, and those of each group, which are undefined for a group that took no part. */
export interface FoundMatch {
  readonly begin: number;
  readonly end: number;
  /** The begin and end of group n at 2n - 2 and 2n - 1. */
  readonly saved: readonly (number | undefined)[];
}

/**
 * Returns the first match at or after a position; undefined where there is none. Of several that begin at the same
 * position, the one that is tried first wins, or, as POSIX has it, the longest.
 */
export function findMatch(
  program: Program,
  codes: readonly number[],
  from: number,
  longest = false,
): FoundMatch | undefined {
  const search: Search = { program, codes, seen: new Int32Array(program.instructions.length).fill(-1), longest };
  let best: FoundMatch | undefined;
  let threads: Thread[] = [];
  for (let position = from; position <= codes.length; position++) {
    const reached: Thread[] = [];
    if (best === undefined) threads.push({ place: program.start, begin: position, saved: [] });
    for (const thread of threads) {
      if (longest && best !== undefined && thread.begin > best.begin) break;
      const matched = advance(search, position, thread, reached);
      if (matched === undefined) continue;
      best = matched;
      // Alternatives that are tried later lose to this match.
      if (!longest) break;
    }
    const code = codes[position];
    if (code === undefined) break;
    threads = [];
    for (const { place, begin, saved } of reached) {
      const instruction = program.instructions[place];
      if (instruction?.op === 'char' && instruction.has(code)) threads.push({ place: instruction.next, begin, saved });
    }
    if (threads.length === 0 && best !== undefined) break;
  }
  return best;
}

interface Search {
  readonly program: Program;
  readonly codes: readonly number[];
  /** The last position at which each instruction was reached. */
  readonly seen: Int32Array;
  /** Whether alternatives behind a match are followed too. */
  readonly longest: boolean;
}

/** An alternative that is followed, with the begin of its match and what its groups noted so far. */
interface Thread {
  readonly place: number;
  readonly begin: number;
  readonly saved: FoundMatch['saved'];
}

/**
 * Follows an alternative up to the instructions that wait for a character, best first. Returns the match that it
 * reaches, if it reaches one.
 */
function advance(
  { program, codes, seen, longest }: Search,
  position: number,
  first: Thread,
  reached: Thread[],
): FoundMatch | undefined {
  const { begin } = first;
  const waiting = [first];
  let match: FoundMatch | undefined;
  for (let thread = waiting.pop(); thread !== undefined; thread = waiting.pop()) {
    const { place, saved } = thread;
    if (seen[place] === position) continue;
    seen[place] = position;
    const instruction = program.instructions[place];
    if (instruction === undefined) continue;
    if (instruction.op === 'match') {
      match = { begin, end: position, saved };
      if (!longest) break;
    } else if (instruction.op === 'char') reached.push(thread);
    else if (instruction.op === 'save') {
      const noted = [...saved];
      noted[instruction.slot] = position;
      waiting.push({ place: instruction.next, begin, saved: noted });
    } else if (instruction.op === 'split') {
      for (const next of [...instruction.next].reverse()) waiting.push({ place: next, begin, saved });
    } else if (holds(instruction.assertion, codes, position)) waiting.push({ place: instruction.next, begin, saved });
  }
  return match;
}
