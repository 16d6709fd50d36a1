import { newScenario } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { type Draft, draftStorage } from './drafts.ts';

/** A storage in memory that holds at most so many characters. */
function memory(capacity = Number.POSITIVE_INFINITY): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > capacity) throw new DOMException('full', 'QuotaExceededError');
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
  const drafts = draftStorage(memory());
  expect(drafts.write(draft('a', 'one'))).toEqual({ kind: 'stored' });
  expect(drafts.read('a')).toEqual(draft('a', 'one'));
  expect(drafts.read('b')).toBeUndefined();
});

test('drafts are listed, the newest first, and can be removed', () => {
  const drafts = draftStorage(memory());
  drafts.write(draft('a', 'one', '2026-01-01T00:00:00Z'));
  drafts.write(draft('b', 'two', '2026-01-02T00:00:00Z'));
  expect(drafts.list().map(({ id, title, steps }) => [id, title, steps])).toEqual([
    ['b', 'two', 2],
    ['a', 'one', 2],
  ]);
  drafts.remove('b');
  expect(drafts.list().map(({ id }) => id)).toEqual(['a']);
});

test('the current draft is remembered beside the drafts', () => {
  const drafts = draftStorage(memory());
  expect(drafts.current()).toBeUndefined();
  drafts.makeCurrent('a');
  expect(drafts.current()).toBe('a');
  expect(drafts.list()).toEqual([]);
});

describe('storage that does not work is told, never thrown', () => {
  test('none at all', () => {
    const drafts = draftStorage(undefined);
    expect(drafts.write(draft('a'))).toEqual({ kind: 'failed', reason: 'blocked' });
    expect(drafts.list()).toEqual([]);
    expect(drafts.current()).toBeUndefined();
  });
  test('full', () => {
    expect(draftStorage(memory(10)).write(draft('a'))).toEqual({ kind: 'failed', reason: 'full' });
  });
  test('one that throws at everything', () => {
    const throws = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const storage = { length: 3, key: throws, getItem: throws, setItem: throws, removeItem: throws, clear: throws };
    const drafts = draftStorage(storage);
    expect(drafts.write(draft('a'))).toEqual({ kind: 'failed', reason: 'blocked' });
    expect(drafts.read('a')).toBeUndefined();
    expect(drafts.list()).toEqual([]);
    expect(() => drafts.remove('a')).not.toThrow();
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
  const drafts = draftStorage(storage);
  expect(drafts.read('x')).toBeUndefined();
  expect(drafts.list()).toEqual([]);
  expect(storage.getItem('managed-fields.draft.x')).toBe(text);
});
