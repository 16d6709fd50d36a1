import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type Batch, countBatch } from '@managed-fields/survey';
import { expect, test } from 'vitest';
import { fakeIo } from '../fake-io.ts';
import type { Workers } from '../io.ts';
import { run } from '../run.ts';
import { counters } from './counters.ts';

/** So many objects, of which some have findings, some stand there twice, and one is none. */
const objects = (count: number, padding: string) =>
  Array.from({ length: count }, (_, at) => ({
    ...(at === 7 ? {} : { apiVersion: 'v1' }),
    kind: 'ConfigMap',
    metadata: {
      ...{ name: `c${at}`, namespace: `n${at % 5}`, uid: `u${at % 40}` },
      managedFields: [
        {
          manager: 'helm',
          operation: 'Apply',
          apiVersion: 'v1',
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:data': { 'f:a': {} } },
        },
        {
          ...{ manager: at % 3 === 0 ? 'kubectl-edit' : 'controller', operation: 'Update', apiVersion: 'v1' },
          time: `2026-11-${String((at % 28) + 1).padStart(2, '0')}T10:00:00Z`,
          ...{ fieldsType: 'FieldsV1', fieldsV1: { 'f:data': { 'f:b': {} } } },
        },
      ],
    },
    data: { a: padding, b: '1' },
  }));

/** Threads that run here, each answering when the next is asked. */
function playedWorkers(asked: Batch[]): Workers {
  return {
    count: 3,
    worthFrom: 3_000_000,
    start: () => ({
      ask: async (message, buffers) => {
        const batch = structuredClone(message as Batch, { transfer: [...buffers] });
        asked.push(batch);
        await new Promise((done) => setImmediate(done));
        return structuredClone(countBatch(batch, { catalog: await loadKubernetesTypes() }));
      },
      end: () => {},
    }),
  };
}

test('a survey counted in workers is that counted here', async () => {
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects(120, 'x'.repeat(60_000)) }, null, 1);
  const asked: Batch[] = [];
  for (const args of [[], ['-o', 'json'], ['-o', 'csv'], ['--filter', 'manager:kubectl-edit', '-o', 'markdown']]) {
    const [alone, spread] = [fakeIo({ stdin: list }), fakeIo({ stdin: list, workers: playedWorkers(asked) })];
    const codes = [await run(['survey', ...args], alone), await run(['survey', ...args], spread)];
    expect(codes[1]).toBe(codes[0]);
    expect(spread.out.join('')).toBe(alone.out.join(''));
    expect(spread.err).toEqual(alone.err);
  }
  expect(asked.length).toBeGreaterThan(4);
});

test('a little is counted without workers, and one that ends is an error', async () => {
  const workers: Workers = {
    count: 1,
    worthFrom: 24_000_000,
    start: () => ({ ask: () => Promise.reject(new Error('gone')), end: () => {} }),
  };
  const few = counters({}, { kubernetes: 'v1.36' }, { workers });
  const batch = { file: 'f', parts: [] };
  expect(await few.count(batch, 1)).toHaveLength(1);
  expect(await few.count(batch, 30_000_000)).toEqual([]);
  await expect(few.rest()).rejects.toThrow('gone');
});
