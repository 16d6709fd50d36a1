import { readFileSync } from 'node:fs';
import { compilePattern } from '@managed-fields/api-server/pattern';
import { expect, test } from 'vitest';
import { secretCases } from '../../e2e/hostile/secrets.ts';
import { corpora } from './corpus.ts';
import { countIn } from './count.ts';
import { type ImportedRule, ruleCases } from './rule-cases.ts';

const { rules }: { readonly rules: readonly ImportedRule[] } = JSON.parse(
  readFileSync(new URL('../../packages/redact/src/data/gitleaks.json', import.meta.url), 'utf8'),
);

test('each rule compiles', () => {
  const expressions = rules.flatMap(({ regex, not = [] }) => [regex, ...not]);
  expect(expressions.filter((each) => compilePattern(each).kind === 'error')).toEqual([]);
  expect(rules.length).toBeGreaterThan(200);
});

test('the forms of rules are those that the rules give', () => {
  const made: readonly { readonly name: string }[] = ruleCases(rules);
  expect(secretCases.filter(({ group }) => group === 'rule')).toEqual(made);
});

/** In percent; `pnpm bench secrets` prints what they are. */
const mostWithoutReason = 0.5;

test.each(corpora().map((corpus) => [corpus.name, corpus] as const))(
  '%s: hardly anything is asked about',
  (_, corpus) => {
    // Of the traces every tenth one, the others whole; the bench takes all.
    const every = corpus.name === 'traces' ? 10 : 1;
    const scenarios = corpus.scenarios.filter((_each, index) => index % every === 0);
    const { strings, withoutReason } = countIn({ ...corpus, scenarios });
    expect((100 * withoutReason.length) / strings, withoutReason.join('\n')).toBeLessThanOrEqual(mostWithoutReason);
  },
);
