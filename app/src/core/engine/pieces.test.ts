import fc from 'fast-check';
import { expect, test } from 'vitest';
import { receivePieces, sendInPieces, type Travelling } from './pieces.ts';

interface Message {
  readonly kind: 'played';
  readonly value: unknown;
}

/** What arrives of a message, cloned part by part as a worker posts it, and how many values the largest part has. */
function travel(message: Message): { readonly arrived: readonly Message[]; readonly parts: readonly number[] } {
  const arrived: Message[] = [];
  const parts: number[] = [];
  const receive = receivePieces<Message>((whole) => arrived.push(whole));
  sendInPieces(message, (part: Travelling<Message>) => {
    parts.push(count(part));
    receive(structuredClone(part));
  });
  return { arrived, parts };
}

function count(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, child) => sum + count(child), 1);
}

const field = (number: number) => ({ path: `.data.k${number}`, range: { from: number, to: number }, owners: [0, 1] });
const fields = (length: number) => Array.from({ length }, (_, number) => field(number));

test('a small message travels in one', () => {
  const message: Message = { kind: 'played', value: { fields: fields(10) } };
  expect(travel(message)).toEqual({ arrived: [message], parts: [count(message) + 2] });
});

test.each<[string, unknown]>([
  ['one long list', { fields: fields(20_000), text: 'a' }],
  ['long lists side by side', { own: { fields: fields(9000) }, result: { fields: fields(5000), managers: [] } }],
  ['long lists in a list', [{ nodes: fields(9000) }, { nodes: [] }, { nodes: fields(9000) }]],
  ['a list of lists', Array.from({ length: 300 }, () => fields(30))],
])('%s: no part is large, and all of it arrives', (_, value) => {
  const message: Message = { kind: 'played', value };
  const { arrived, parts } = travel(message);
  expect(arrived).toEqual([message]);
  expect(parts.length).toBeGreaterThan(2);
  expect(Math.max(...parts)).toBeLessThan(16_000);
});

test('one message after another arrives whole, whatever they hold', () => {
  const part = fc.oneof(
    fc.nat(4000).map(fields),
    fc.nat(4000).map((length) => Array.from({ length }, (_, number) => number)),
  );
  fc.assert(
    fc.property(fc.array(fc.record({ a: part, b: fc.array(part, { maxLength: 3 }) }), { maxLength: 3 }), (values) => {
      const arrived: Message[] = [];
      const receive = receivePieces<Message>((whole) => arrived.push(whole));
      const messages = values.map((value): Message => ({ kind: 'played', value }));
      for (const message of messages) sendInPieces(message, (each) => receive(structuredClone(each)));
      expect(arrived).toEqual(messages);
    }),
    { numRuns: 20 },
  );
});
