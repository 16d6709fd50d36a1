import { writeFileSync } from 'node:fs';
import { thirdParty } from '../../conformance/third-party/notices.ts';
import { readArguments } from '../arguments.ts';

readArguments({
  name: 'pnpm third-party',
  about: 'Writes THIRD_PARTY.md anew, after a dependency came, went or changed its version.',
});
writeFileSync(new URL('../../THIRD_PARTY.md', import.meta.url), thirdParty());
