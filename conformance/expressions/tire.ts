import { type Part, parseExpression } from './parse.ts';

/**
 * A text that may tire a regular expression, at any length: something, then something else again and again, and an end.
 */
export interface Attack {
  readonly before: string;
  readonly again: string;
  readonly after: string;
}

/** The text of an attack, of about so many characters. */
export function textOf({ before, again, after }: Attack, length: number): string {
  return `${before}${again.repeat(Math.ceil(length / again.length))}${after}`;
}

/** Texts that may tire any expression. */
const always = [
  ' ',
  '\t',
  '\n',
  'a',
  '0',
  '_',
  '"',
  "'",
  '\\',
  ':',
  '.',
  ',',
  '{',
  '[',
  '(',
  '-',
  '=',
  '/',
  '<',
  'é',
  '\u202e',
  '😀',
];

/** Ends that most expressions do not allow. */
const ends = ['', '\u0000', '\n!', 'a'];

/**
 * Texts made of the parts of an expression: each of its runs again and again, after what it stands behind and without
 * it, runs with what comes before them again and again, two runs beside each other, and what tires all of them.
 */
export function attacksOn(source: string): readonly Attack[] {
  const root = parseExpression(source);
  const runs = runsIn(root, '');
  const pumps = new Set([...always, ...runs.flatMap(({ pumps }) => pumps), ...examplesOf(root)]);
  const found = new Map<string, Attack>();
  const add = (before: string, again: string) => {
    if (again === '') return;
    for (const after of ends) found.set(JSON.stringify([before, again, after]), { before, again, after });
  };
  for (const pump of pumps) add('', pump);
  for (const { before, pumps: own } of runs) {
    for (const pump of own) {
      add(before, pump);
      add('', before + pump);
      add(before, `${pump}${before}`);
      for (const other of own) add(before, pump + other);
    }
    for (const pump of [' ', '\n', '\\', 'a', '0']) add(before, pump);
    add('', `${before}\n`);
    add('', `\n${before}`);
  }
  return [...found.values()];
}

interface Run {
  /** The shortest text that is matched before the run. */
  readonly before: string;
  /** Texts of which the run may consist. */
  readonly pumps: readonly string[];
}

function runsIn(part: Part, before: string): readonly Run[] {
  switch (part.kind) {
    case 'run':
      return [{ before, pumps: examplesOf(part.of) }, ...runsIn(part.of, before)];
    case 'sequence': {
      let behind = before;
      return part.parts.flatMap((each) => {
        const found = runsIn(each, behind);
        behind += examplesOf(each)[0] ?? '';
        return found;
      });
    }
    case 'choice':
      return part.ways.flatMap((way) => runsIn(way, before));
    case 'text':
    case 'set':
    case 'nothing':
      return [];
  }
}

/** Some short texts that a part matches. */
function examplesOf(part: Part): readonly string[] {
  switch (part.kind) {
    case 'text':
      return [part.text];
    case 'set':
      return part.examples;
    case 'nothing':
      return [''];
    case 'run':
      return examplesOf(part.of);
    case 'choice':
      return part.ways.flatMap((way) => examplesOf(way)).slice(0, 8);
    case 'sequence': {
      const each = part.parts.map(examplesOf);
      const variants = Math.min(3, Math.max(1, ...each.map(({ length }) => length)));
      return Array.from({ length: variants }, (_, variant) =>
        each.map((texts) => texts[Math.min(variant, texts.length - 1)] ?? '').join(''),
      );
    }
  }
}

/** Lengths at which an expression is tried, ever longer, so that one that never ends is found before it does not. */
const lengths = [16, 22, 25, 28, 200, 2000, 12_000, 32_000];
/**
 * Milliseconds of the processor: at 12,000 characters and more, work that grows with the length is far below, with its
 * square above.
 */
const tired = 80;

/** How often an attack must tire an expression: whatever else a process does meanwhile seldom does it as often. */
const tries = 4;

/** The attack that an expression does not bear, and what it took of which length; undefined where it bears them all. */
export function slowestOf(
  source: string,
  flags: string,
): { readonly attack: Attack; readonly length: number; readonly took: number } | undefined {
  const expression = new RegExp(source, flags);
  let slowest: { attack: Attack; took: number } | undefined;
  for (const attack of attacksOn(source)) {
    for (const length of lengths) {
      const took = time(expression, textOf(attack, length), tired);
      if (took > tired) return { attack, length, took };
      if (length === lengths.at(-1) && took > (slowest?.took ?? -1)) slowest = { attack, took };
    }
  }
  if (slowest === undefined) return undefined;
  // The worst of all once more, at a megabyte: 32 times as long, and as many times as slow.
  const took = time(expression, textOf(slowest.attack, 1_000_000), 40 * tired);
  return took > 40 * tired ? { attack: slowest.attack, length: 1_000_000, took } : undefined;
}

/**
 * Milliseconds of the processor to find all that an expression finds, or the first where it asks for no more: the least
 * of some tries, or of one that was below `most`. Other processes do not count.
 */
function time(expression: RegExp, text: string, most: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let left = tries; left > 0 && least > most; left--) {
    expression.lastIndex = 0;
    const before = process.cpuUsage();
    if (expression.global) text.replace(expression, '');
    else expression.test(text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
