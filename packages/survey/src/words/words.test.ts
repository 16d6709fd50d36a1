import { languages } from '@managed-fields/words';
import { counting, findings } from '@managed-fields/words/messages/all';
import { expect, test } from 'vitest';
import { rules } from '../findings/rules.ts';
import { findingWords } from './words.ts';

const wordsIn = (code: (typeof languages)[number]['code']) =>
  findingWords({ counting: counting[code], findings: findings[code] });
const ids = rules.map(({ id }) => id).sort();

/** What rules put into the facts of their findings; each is a text that no language has by itself. */
const facts = {
  manager: 'the-manager',
  managers: 'one-manager, two-manager',
  appliers: 'the-applier',
  takenBack: 'the-controller',
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
  writers: 'MutatingAdmissionPolicy five, LimitRanger',
  written: 'as-written',
  sent: 'as-sent',
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
  'written-by-admission': ['.spec.image', 'MutatingAdmissionPolicy five', 'LimitRanger', '2'],
  'changed-by-admission': ['one-manager', '.spec.image', 'MutatingAdmissionPolicy five', 'as-written', 'as-sent', '20'],
};

test.each(languages)('in $name the facts of every rule are named', ({ code }) => {
  const words = wordsIn(code);
  expect(Object.keys(findings[code].rules).sort()).toEqual(ids);
  for (const { id } of rules) {
    const { sentence } = words.rule(id);
    const told = sentence({ facts, fieldCount: 21 });
    expect((named[id] ?? ['?']).filter((text) => !told.includes(text))).toEqual([]);
    // A finding without facts, as of another version of the page, is still said.
    expect(sentence({ facts: {}, fieldCount: 1 })).not.toMatch(/undefined|NaN/);
  }
});

test('each language says it in its own words', () => {
  const texts = languages.flatMap(({ code }) =>
    rules.flatMap(({ id }) => {
      const { title, sentence, why, todo } = wordsIn(code).rule(id);
      return [title, sentence({ facts, fieldCount: 21 }), why, todo];
    }),
  );
  expect(new Set(texts).size).toBe(languages.length * 4 * ids.length);
});

test.each([
  [{ fieldCount: 1 }, 'last-applied declares 3 for .spec.replicas, but the object has 5.'],
  [{ fieldCount: 2 }, 'last-applied declares 3 for .spec.replicas, but the object has 5, and 1 field more differ.'],
  [{ fieldCount: 1, live: '' }, 'last-applied declares 3 for .spec.replicas, which the object does not have.'],
  [{ fieldCount: 0, unreadable: 'yes' }, 'The last-applied annotation is not JSON that can be read.'],
])('what differs is said: %j', ({ fieldCount, ...more }, sentence) => {
  const found = { declared: '3', field: '.spec.replicas', live: '5', ...more };
  expect(wordsIn('en').rule('last-applied-differs').sentence({ facts: found, fieldCount })).toBe(sentence);
});
