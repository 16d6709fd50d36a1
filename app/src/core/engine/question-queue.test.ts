import { newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { questionQueue } from './question-queue.ts';

const scenario = newScenario('', []);
const question = { kind: 'other-way', stepId: 's1' } as const;

function bench() {
  const log: string[] = [];
  const queue = questionQueue({
    send: (request) => log.push(request.kind === 'ask' ? `send ${request.number}` : request.kind),
    forget: (number) => log.push(`forget ${number}`),
  });
  const ask = (name: string) => queue.ask(scenario, question, (ended) => log.push(`${name} ${ended.kind}`));
  return { queue, log, ask };
}

test('questions are held back until they are released, and sent at once after it', () => {
  const { queue, log, ask } = bench();
  ask('a');
  ask('b');
  expect(log).toEqual([]);
  queue.release();
  ask('c');
  queue.release();
  expect(log).toEqual(['send 1', 'send 2', 'send 3']);
});

test('a reply goes to who asked, once', () => {
  const { queue, log, ask } = bench();
  queue.release();
  ask('a');
  ask('b');
  queue.receive({ kind: 'answered', number: 2, answer: undefined });
  queue.receive({ kind: 'unanswered', number: 1, message: 'late' });
  queue.receive({ kind: 'answered', number: 2, answer: undefined });
  expect(log.slice(2)).toEqual(['b answered', 'a unanswered']);
});

test('a question that was taken back is neither sent nor answered', () => {
  const { queue, log, ask } = bench();
  const takeBack = ask('a');
  takeBack();
  queue.release();
  queue.receive({ kind: 'answered', number: 1, answer: undefined });
  expect(log).toEqual(['forget 1']);
});

test('it says when it was released', async () => {
  const { queue } = bench();
  let released = false;
  void queue.released.then(() => {
    released = true;
  });
  await Promise.resolve();
  expect(released).toBe(false);
  queue.release();
  await queue.released;
  expect(released).toBe(true);
});
