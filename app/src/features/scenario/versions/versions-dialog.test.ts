import type { StepAnswer } from '@managed-fields/player';
import { describe, expect, it } from 'vitest';
import { differentLines, differentSteps } from './versions-dialog.tsx';

const answer = (change: Partial<StepAnswer>): StepAnswer => ({
  stepId: 's1',
  status: 'created',
  said: [],
  object: 'a: 1\n',
  ...change,
});

describe('steps that two versions answer differently', () => {
  it.each<[string, Partial<StepAnswer>, number]>([
    ['the same answer', {}, 0],
    ['another outcome', { status: 'error' }, 1],
    ['another message', { said: ['no'] }, 1],
    ['another object', { object: 'a: 2\n' }, 1],
  ])('%s', (_, change, count) => {
    expect(differentSteps([answer({})], [answer(change)])).toHaveLength(count);
  });
});

describe('lines of two texts', () => {
  const text = (changed: string) => `a\nb\nc\n${changed}d\ne\nf\ng\n`;

  it('are left out where they are the same', () => {
    expect(differentLines('a\n', 'a\n')).toEqual([]);
  });

  it('are shown around what differs, what was before what is', () => {
    const lines = differentLines(text('x: 1\n'), text('x: 2\n'));
    expect(lines.map((line) => (line.kind === 'gap' ? line.lines : line.sign + line.text))).toEqual([
      1,
      ' b',
      ' c',
      '-x: 1',
      '+x: 2',
      ' d',
      ' e',
      2,
    ]);
  });

  it('are all there where the other text is empty', () => {
    expect(differentLines('', 'a\nb\n')).toEqual([
      { kind: 'line', sign: '+', text: 'a' },
      { kind: 'line', sign: '+', text: 'b' },
    ]);
  });
});
