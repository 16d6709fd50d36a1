import { readFileSync } from 'node:fs';
import { readRuleFile, rules } from '@managed-fields/survey';
import { expect, test } from 'vitest';
import { findingsPage } from './findings-page.ts';

const page = readFileSync('docs/findings.md', 'utf8');

test('the page about findings is what the rules and their words come to', () => {
  expect(page).toBe(findingsPage());
});

test('it has every rule, and an example of the gallery for each', () => {
  const gallery = readFileSync('public/gallery.yaml', 'utf8');
  expect([...page.matchAll(/^### (.+)$/gm)].map(([, id]) => id)).toEqual(rules.map(({ id }) => id));
  for (const { example } of rules) expect(gallery).toContain(`- name: ${example}\n`);
});

test('the file that it shows switches rules off', () => {
  const [, file = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const { off, notSeenDays, problems } = readRuleFile(file);
  expect(problems).toEqual([]);
  expect([...off]).toEqual(['manual-change', 'large-managed-fields']);
  expect(notSeenDays).toBe(180);
});
