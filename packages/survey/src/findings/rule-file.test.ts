import { expect, test } from 'vitest';
import { readRuleFile } from './rule-file.ts';

test('rules are switched off in YAML and in JSON', () => {
  const yaml = readRuleFile('# ours\nrules:\n  manual-change: off\n  large-annotations: on\nnotSeenDays: 180\n');
  expect([...yaml.off]).toEqual(['manual-change']);
  expect(yaml.notSeenDays).toBe(180);
  expect(yaml.problems).toEqual([]);
  const json = readRuleFile('{"rules": {"manual-change": "off", "duplicate-keys": false}}');
  expect([...json.off]).toEqual(['manual-change', 'duplicate-keys']);
  expect(readRuleFile('')).toEqual({ off: new Set(), notSeenDays: undefined, problems: [] });
});

test('what cannot be read is named at its place, and the rest counts', () => {
  const text =
    'rules:\n  manual-change: off\n  no-such-rule: off\n  duplicate-keys: maybe\n  __proto__: off\nnotSeenDays: soon\nlevel: 3\n';
  const { off, problems } = readRuleFile(text);
  expect([...off]).toEqual(['manual-change']);
  expect(problems.map(({ code, name, line, column }) => [code, name, line, column])).toEqual([
    ['unknown-rule', 'no-such-rule', 3, 3],
    ['form', 'duplicate-keys', 4, 3],
    ['unknown-rule', '__proto__', 5, 3],
    ['form', 'notSeenDays', 6, 1],
    ['unknown-member', 'level', 7, 1],
  ]);
});

test('what is no file of rules says so', () => {
  for (const text of ['[]', 'rules', 'rules: [a]', 'rules:', '{"rules": 1}']) {
    expect(readRuleFile(text).problems.map(({ code }) => code)).toEqual(['form']);
  }
  expect(readRuleFile('rules: {a').problems[0]?.code).toBe('syntax');
  expect(readRuleFile('rules: {}\n---\nrules: {}\n').problems.map(({ code, line }) => [code, line])).toEqual([
    ['several-documents', 3],
  ]);
});
