import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findingsPage } from '../../conformance/survey/findings-page.ts';
import { readArguments } from '../arguments.ts';

readArguments({
  name: 'npx tsx tools/survey/write-findings-page.ts',
  about: 'Writes docs/findings.md of the rules of a survey and their words.',
});
writeFileSync(fileURLToPath(new URL('../../docs/findings.md', import.meta.url)), findingsPage());
