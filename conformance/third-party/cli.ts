import { writeFileSync } from 'node:fs';
import { thirdParty } from './notices.ts';

/** `pnpm third-party` writes THIRD_PARTY.md anew, after a dependency came, went or changed its version. */
writeFileSync(new URL('../../THIRD_PARTY.md', import.meta.url), thirdParty());
