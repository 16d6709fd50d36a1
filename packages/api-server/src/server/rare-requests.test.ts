import { afterEach, beforeEach, expect, it } from 'vitest';
import { unservedKinds } from './not-loaded.ts';
import * as code from './rare.ts';
import { hasRareRequests, provideRareRequests, type RareRequests, rareRequests } from './rare-requests.ts';

// Whoever ran before may have provided it, and whoever runs after may want it.
let before: RareRequests | undefined;
beforeEach(() => {
  before = hasRareRequests() ? rareRequests() : undefined;
  provideRareRequests(undefined);
});
afterEach(() => provideRareRequests(before));

it('says that nobody provided it, and gives what was provided', () => {
  expect(hasRareRequests()).toBe(false);
  expect(rareRequests).toThrow('not loaded: rare-requests');
  expect(unservedKinds).toThrow('not loaded: rare-requests');
  provideRareRequests(code);
  expect(hasRareRequests()).toBe(true);
  expect(rareRequests()).toBe(code);
  expect(unservedKinds()).toBe(code);
});
