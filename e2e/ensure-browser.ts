import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readArguments } from '../tools/arguments.ts';
import { browserVariable, canInstallBrowser, findBrowser } from './browser.ts';

readArguments({
  name: 'npx tsx e2e/ensure-browser.ts',
  about:
    'Installs Debian’s Chromium where no browser is found, or says in one sentence what to do. pnpm e2e runs it first.',
});
if (findBrowser() === undefined && canInstallBrowser()) {
  console.log('No Chrome or Chromium found: installing Debian’s chromium with apt.');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const call of [
    ['update', '-q'],
    ['install', '-q', '-y', '--no-install-recommends', 'chromium'],
  ]) {
    spawnSync('apt-get', call, { stdio: 'inherit', env: environment });
  }
}

const found = findBrowser();
if (found === undefined || !existsSync(found)) {
  const missing = found === undefined ? 'No browser was found' : `There is no browser at ${found}`;
  console.error(
    `${missing}: install Chrome or Chromium, or name one by its path in the environment variable ${browserVariable}.`,
  );
  process.exit(1);
}
console.log(`Browser: ${found}`);
