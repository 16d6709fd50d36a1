import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findingsPage } from './findings-page.ts';

/** `npx tsx conformance/survey/write-findings-page.ts` writes docs/findings.md of the rules and their words. */
writeFileSync(fileURLToPath(new URL('../../docs/findings.md', import.meta.url)), findingsPage());
