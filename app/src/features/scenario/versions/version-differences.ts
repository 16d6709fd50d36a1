import { alignLines, type StepAnswer } from '@managed-fields/player';

/** A step that two versions answer differently: what each says, and the lines in which the objects differ. */
export interface DifferentStep {
  readonly stepId: string;
  readonly here: StepAnswer;
  readonly there: StepAnswer;
  /** The lines of both objects around what differs; empty where they are the same. */
  readonly lines: readonly ObjectLine[];
}

/** A line of either object. A gap stands for lines that are the same and were left out. */
export type ObjectLine =
  | { readonly kind: 'line'; readonly sign: ' ' | '-' | '+'; readonly text: string }
  | { readonly kind: 'gap'; readonly lines: number };

/** Lines shown around what differs. */
const context = 2;

/** The steps that two versions answer differently. Both lists are of the same scenario, in the order of its steps. */
export function differentSteps(here: readonly StepAnswer[], there: readonly StepAnswer[]): readonly DifferentStep[] {
  return here.flatMap((answer, index) => {
    const other = there[index];
    if (other === undefined || JSON.stringify(answer) === JSON.stringify(other)) return [];
    return [{ stepId: answer.stepId, here: answer, there: other, lines: differentLines(answer.object, other.object) }];
  });
}

/** The lines of two texts around what differs, those of the first before those of the second. */
export function differentLines(before: string, after: string): readonly ObjectLine[] {
  if (before === after) return [];
  const [old, next] = [linesOf(before), linesOf(after)];
  const named = (lines: readonly string[]) => lines.map((text) => ({ key: text, name: '' }));
  const lines = alignLines(named(old), named(next)).flatMap(({ before: a, after: b, same }): ObjectLine[] => {
    if (same && a !== undefined) return [{ kind: 'line', sign: ' ', text: old[a] ?? '' }];
    return [
      ...(a === undefined ? [] : [{ kind: 'line', sign: '-', text: old[a] ?? '' } as const]),
      ...(b === undefined ? [] : [{ kind: 'line', sign: '+', text: next[b] ?? '' } as const]),
    ];
  });
  return withGaps(lines);
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.trimEnd().split('\n');
}

function withGaps(lines: readonly ObjectLine[]): readonly ObjectLine[] {
  const differs = lines.map((line) => line.kind === 'line' && line.sign !== ' ');
  const near = lines.map((_, index) => differs.slice(Math.max(0, index - context), index + context + 1).includes(true));
  const shown: ObjectLine[] = [];
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1);
    if (near[index]) shown.push(line);
    else if (last?.kind === 'gap') shown[shown.length - 1] = { kind: 'gap', lines: last.lines + 1 };
    else shown.push({ kind: 'gap', lines: 1 });
  }
  return shown;
}
