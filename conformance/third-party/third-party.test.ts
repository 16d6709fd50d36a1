import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { thirdParty } from './notices.ts';

test('THIRD_PARTY.md says what ships today; `pnpm third-party` writes it anew', () => {
  expect(readFileSync(new URL('../../THIRD_PARTY.md', import.meta.url), 'utf8')).toBe(thirdParty());
});
