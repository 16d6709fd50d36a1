import { expect, test } from 'vitest';
import { all, attempt, NotLoaded } from './not-loaded.ts';
import * as code from './rare.ts';
import { hasRareRequests, provideRareRequests, rareRequests } from './rare-requests.ts';

const lacks = (...modules: ConstructorParameters<typeof NotLoaded>[0]) => {
  throw new NotLoaded(modules);
};

test('an attempt has its value, or the modules that it lacks, each once', () => {
  expect(attempt(() => 1)).toEqual({ kind: 'done', value: 1 });
  const modules = ['known/a', 'custom-resources', 'known/a'] as const;
  expect(attempt(() => lacks(...modules))).toEqual({ kind: 'not-loaded', modules: ['known/a', 'custom-resources'] });
});

test('a bug stays a bug', () => {
  const broken = () => {
    throw new TypeError('broken');
  };
  expect(() => attempt(broken)).toThrow('broken');
  expect(() => all([broken, () => lacks('kubectl')])).toThrow('broken');
});

test('several computations have all their values, undefined ones too, or ask for all that any lacks', () => {
  expect(all([() => 1, () => undefined, () => 3])).toEqual([1, undefined, 3]);
  const several = () => all([() => lacks('kubectl'), () => 2, () => lacks('known/a', 'kubectl')]);
  expect(attempt(several)).toEqual({ kind: 'not-loaded', modules: ['kubectl', 'known/a'] });
});

test('what few requests need is lacking until somebody provides it', () => {
  provideRareRequests(undefined);
  const lacked = { kind: 'not-loaded', modules: ['rare-requests'] };
  expect([hasRareRequests(), attempt(rareRequests)]).toEqual([false, lacked]);
  provideRareRequests(code);
  expect([hasRareRequests(), attempt(rareRequests)]).toEqual([true, { kind: 'done', value: code }]);
});
