import { beforeEach, expect, test } from 'vitest';
import { forgetProgress, noteDone, parseProgress, useProgress } from './progress.ts';

beforeEach(forgetProgress);

test('keeps the fewest requests', () => {
  noteDone('one', { requests: 3 });
  noteDone('one', { requests: 2 });
  noteDone('one', { requests: 5 });
  noteDone('one', {});
  noteDone('two', {});
  expect(useProgress.getState().done).toEqual({ one: { requests: 2 }, two: {} });
});

test('a solution that was shown does not hide what comes after it', () => {
  noteDone('one', {});
  noteDone('one', { requests: 4 });
  expect(useProgress.getState().done).toEqual({ one: { requests: 4 } });
});

test.each([
  ['nothing', null, {}],
  ['no JSON', '{', {}],
  ['a list', '[1]', {}],
  ['a number', '7', {}],
  ['progress', '{"one":{"requests":2},"two":{}}', { one: { requests: 2 }, two: {} }],
  ['what is no progress', '{"one":{"requests":-1},"A b":{},"two":7,"three":{"requests":"2"}}', { one: {}, three: {} }],
])('reads %s', (_, text, read) => {
  expect(parseProgress(text)).toEqual(read);
});

test('takes no key for more than a name', () => {
  expect(Object.keys(parseProgress('{"__proto__":{"requests":2}}'))).toEqual([]);
});
