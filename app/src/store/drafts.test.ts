import { newScenario } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { type Draft, draftShelf } from './drafts.ts';

/** A storage in memory that holds at most so many characters. */
function memory(room = Number.POSITIVE_INFINITY): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

const draft = (id: string, title = '', saved = '2026-01-01T00:00:00Z'): Draft => ({
  id,
  scenario: newScenario(title, [
    { kind: 'live', text: `# ${title}\n` },
    { kind: 'apply', manager: 'x', text: '' },
  ]),
  selected: 's2',
  saved,
});

test('what was written is read again', () => {
  const shelf = draftShelf(memory());
  expect(shelf.write(draft('a', 'one'))).toEqual({ kind: 'stored' });
  expect(shelf.read('a')).toEqual(draft('a', 'one'));
  expect(shelf.read('b')).toBeUndefined();
});

test('drafts are listed, the newest first, and can be removed', () => {
  const shelf = draftShelf(memory());
  shelf.write(draft('a', 'one', '2026-01-01T00:00:00Z'));
  shelf.write(draft('b', 'two', '2026-01-02T00:00:00Z'));
  expect(shelf.list().map(({ id, title, steps }) => [id, title, steps])).toEqual([
    ['b', 'two', 2],
    ['a', 'one', 2],
  ]);
  shelf.remove('b');
  expect(shelf.list().map(({ id }) => id)).toEqual(['a']);
});

test('the current draft is remembered beside the drafts', () => {
  const shelf = draftShelf(memory());
  expect(shelf.current()).toBeUndefined();
  shelf.makeCurrent('a');
  expect(shelf.current()).toBe('a');
  expect(shelf.list()).toEqual([]);
});

describe('storage that does not work is told, never thrown', () => {
  test('none at all', () => {
    const shelf = draftShelf(undefined);
    expect(shelf.write(draft('a'))).toEqual({ kind: 'failed', reason: 'blocked' });
    expect(shelf.list()).toEqual([]);
    expect(shelf.current()).toBeUndefined();
  });
  test('full', () => {
    expect(draftShelf(memory(10)).write(draft('a'))).toEqual({ kind: 'failed', reason: 'full' });
  });
  test('one that throws at everything', () => {
    const throws = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const storage = { length: 3, key: throws, getItem: throws, setItem: throws, removeItem: throws, clear: throws };
    const shelf = draftShelf(storage);
    expect(shelf.write(draft('a'))).toEqual({ kind: 'failed', reason: 'blocked' });
    expect(shelf.read('a')).toBeUndefined();
    expect(shelf.list()).toEqual([]);
    expect(() => shelf.remove('a')).not.toThrow();
  });
});

test.each([
  ['no JSON', '{'],
  ['no draft', '{"steps":[]}'],
  ['of a newer version', '{"scenario":{"version":99,"steps":[]}}'],
  ['a list', '[]'],
])('what is no draft is left out and left alone: %s', (_, text) => {
  const storage = memory();
  storage.setItem('managed-fields.draft.x', text);
  const shelf = draftShelf(storage);
  expect(shelf.read('x')).toBeUndefined();
  expect(shelf.list()).toEqual([]);
  expect(storage.getItem('managed-fields.draft.x')).toBe(text);
});
