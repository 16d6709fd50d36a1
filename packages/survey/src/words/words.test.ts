import { expect, test } from 'vitest';
import { rules } from '../findings/rules.ts';
import { chinese } from './chinese.ts';
import { english } from './english.ts';
import { ukrainian } from './ukrainian.ts';

const languages = { english, ukrainian, chinese };
const ids = rules.map(({ id }) => id).sort();

/** What rules put into the facts of their findings; each is a text that no language has by itself. */
const facts = {
  manager: 'the-manager',
  managers: 'one-manager, two-manager',
  appliers: 'the-applier',
  alone: '3',
  shared: '4',
  field: '.spec.image',
  declared: '"was-declared"',
  live: '"is-live"',
  autoscaler: 'HorizontalPodAutoscaler/web',
  times: '77',
  how: 'back',
  seen: '2024-05-06',
  versions: 'example.com/v1alpha1',
  builtin: '',
  bytes: '1234',
  percent: '88',
  updaters: '9',
  cap: '11',
  ancient: '',
  subresource: 'yes',
  limit: '262144',
  name: 'example.com/large',
};

/** What a sentence has to name, whatever the language. */
const named: Readonly<Record<string, readonly string[]>> = {
  'leftover-client-side-apply': ['the-manager', 'the-applier', '21'],
  'last-applied-differs': ['.spec.image', '"was-declared"', '"is-live"', '20'],
  'before-first-apply': ['21'],
  'apply-and-update': ['the-manager', '21'],
  'replicas-under-autoscaler': ['HorizontalPodAutoscaler/web'],
  'rewritten-field': ['one-manager', 'two-manager', '.spec.image', '77'],
  'zero-values-owned': ['the-manager', '21'],
  'shared-atomic-field': ['one-manager', 'two-manager', '21'],
  'manual-change': ['one-manager', 'two-manager', '21'],
  'manager-not-seen': ['one-manager', '2024-05-06', '21'],
  'unserved-version': ['one-manager', 'example.com/v1alpha1'],
  'large-managed-fields': ['88', '9', '11'],
  'status-outside-subresource': ['one-manager', '21'],
  'finalizers-applied': ['one-manager', '21'],
  'large-annotations': ['example.com/large', '262'],
  'duplicate-keys': ['21'],
};

test.for(Object.entries(languages))('%s names the facts of every rule', ([, words]) => {
  expect(Object.keys(words.rules).sort()).toEqual(ids);
  for (const id of rules.map((rule) => rule.id)) {
    const sentence = words.rules[id].sentence({ facts, fieldCount: 21 });
    expect((named[id] ?? ['?']).filter((text) => !sentence.includes(text))).toEqual([]);
    // A finding without facts, as of another version of the page, is still said.
    expect(words.rules[id].sentence({ facts: {}, fieldCount: 1 })).not.toMatch(/undefined|NaN/);
  }
});

test('the other languages are translated', () => {
  const texts = (words: typeof english) =>
    Object.values(words.rules).flatMap(({ title, sentence, why, todo }) => [
      title,
      sentence({ facts, fieldCount: 21 }),
      why,
      todo,
    ]);
  for (const text of texts(ukrainian)) expect(text).toMatch(/[а-яіїєґ]{2}/i);
  for (const text of texts(chinese)) expect(text).toMatch(/[\u4e00-\u9fff]{2}/);
  for (const text of texts(english)) expect(text).not.toMatch(/[^\u0020-\u007e]/);
  expect(new Set([...texts(english), ...texts(ukrainian), ...texts(chinese)]).size).toBe(3 * 4 * ids.length);
});
