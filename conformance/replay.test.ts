import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareAnswers } from './replay/compare.ts';
import type { Exchange } from './replay/trace.ts';
import { uidNames } from './replay/uid-names.ts';
import { replay } from './replay.ts';

const traces = join(import.meta.dirname, 'traces/v1.36/reference');
const original = readFileSync(join(traces, 'crd-markers.json'), 'utf8');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'replay-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function replayed(text: string): Promise<{ readonly same: boolean; readonly lines: readonly string[] }> {
  const file = join(folder, 'crd-markers.json');
  writeFileSync(file, text);
  const lines: string[] = [];
  const same = await replay([file], (line) => lines.push(line));
  return { same, lines };
}

/** Part of the recorded text, what it is changed to, and the lines that replay then prints before its last. */
const changes: readonly (readonly [name: string, from: RegExp, to: string, lines: readonly string[]])[] = [
  [
    'a value',
    /("response":\s*\{\s*"code":\s*201,.*?"resourceVersion":\s*)"1"/s,
    '$1"7"',
    ['crd-markers step 1 body.metadata.resourceVersion: expected "7", got "1"'],
  ],
  [
    'a code',
    /"response":\s*\{\s*"code":\s*201/,
    '"response": {"code": 200',
    ['crd-markers step 1 code: expected 200, got 201'],
  ],
  [
    'a key',
    /("response":\s*\{\s*"code":\s*201,.*?)"generation":\s*1/s,
    '$1"generation2": 1',
    [
      'crd-markers step 1 body.metadata.generation2: expected 1, got (absent)',
      'crd-markers step 1 body.metadata.generation: expected (absent), got 1',
    ],
  ],
  [
    'an integer to a float',
    /("response":\s*\{\s*"code":\s*201,.*?)"generation":\s*1/s,
    '$1"generation": 1.5',
    ['crd-markers step 1 body.metadata.generation: expected 1.5, got 1'],
  ],
];

describe('replay', () => {
  it('finds a trace as it was recorded identical', async () => {
    const { same, lines } = await replayed(original);
    expect(lines).toEqual([expect.stringMatching(/^(\d+) of \1 steps identical$/)]);
    expect(same).toBe(true);
  });

  it.each(changes)('reports a change of %s, and nothing else', async (_name, from, to, expected) => {
    const { lines: before } = await replayed(original);
    const total = Number(/of (\d+)/.exec(before[0] ?? '')?.[1]);
    const { same, lines } = await replayed(original.replace(from, to));
    expect(lines).toEqual([...expected, `${total - 1} of ${total} steps identical`]);
    expect(same).toBe(false);
  });
});

const exchange = (body: ValueMap, warnings: readonly string[] = []): Exchange => ({
  request: { method: 'GET', path: '', query: new Map(), contentType: undefined, userAgent: undefined, body: undefined },
  response: { code: 200, body, warnings },
  codeOnly: false,
});
const map = (pairs: Record<string, Value>) => new Map(Object.entries(pairs));
const made = '11111111-1111-1111-1111-111111111111';
const rewritten = '00000000-0000-0000-0000-000000000002';

/** The recorded body, ours, and the places that differ. */
const bodies: readonly (readonly [name: string, expected: ValueMap, got: ValueMap, paths: readonly string[]])[] = [
  ['the order of keys does not count', map({ a: 1n, b: 2n }), map({ b: 2n, a: 1n }), []],
  ['the order of lists counts', map({ a: [1n, 2n] }), map({ a: [2n, 1n] }), ['body.a[0]', 'body.a[1]']],
  ['a list that is shorter', map({ a: [1n, 2n] }), map({ a: [1n] }), ['body.a[1]']],
  ['1 is not 1.0', map({ a: 1n }), map({ a: 1 }), ['body.a']],
  [
    'the causes of a conflict are a set',
    map({ details: map({ causes: [map({ field: 'a' }), map({ field: 'b' })] }) }),
    map({ details: map({ causes: [map({ field: 'b' }), map({ field: 'a' })] }) }),
    [],
  ],
  [
    'each as often as recorded',
    map({ details: map({ causes: [map({ field: 'a' }), map({ field: 'b' })] }) }),
    map({ details: map({ causes: [map({ field: 'a' }), map({ field: 'a' })] }) }),
    ['body.details.causes[1].field'],
  ],
  ['a made-up uid in a key', map({ [`k:{"uid":"${made}"}`]: 1n }), map({ [`k:{"uid":"${rewritten}"}`]: 1n }), []],
  ['a uid that the server gave', map({ a: rewritten }), map({ a: made }), ['body.a']],
  [
    'a made-up uid stands for one',
    map({ a: made, b: made }),
    map({ a: rewritten, b: rewritten.replace('2', '3') }),
    ['body.b'],
  ],
];

describe('compareAnswers', () => {
  it.each(bodies)('%s', (_name, expected, got, paths) => {
    const differences = compareAnswers(exchange(expected), { code: 200, body: got, warnings: [] }, uidNames());
    expect(differences.map(({ path }) => path)).toEqual(paths);
  });

  it('compares warnings in their order', () => {
    const differences = compareAnswers(
      exchange(map({}), ['a', 'b']),
      { code: 200, body: map({}), warnings: ['b', 'a'] },
      uidNames(),
    );
    expect(differences.map(({ path }) => path)).toEqual(['warnings[0]', 'warnings[1]']);
  });

  it('looks at the code only where the trace says so', () => {
    const recorded = { ...exchange(map({ a: 1n })), codeOnly: true };
    expect(compareAnswers(recorded, { code: 200, body: map({}), warnings: [] }, uidNames())).toEqual([]);
    expect(compareAnswers(recorded, { code: 400, body: map({}), warnings: [] }, uidNames())).toHaveLength(1);
  });
});
