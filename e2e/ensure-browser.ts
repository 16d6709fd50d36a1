import { readArguments } from '../tools/arguments.ts';
import { ensureBrowser } from './browser.ts';

readArguments({
  name: 'npx tsx e2e/ensure-browser.ts',
  about:
    'Installs Debian’s Chromium where no browser is found, or says in one sentence what to do. pnpm e2e runs it first.',
});
console.log(`Browser: ${ensureBrowser()}`);
