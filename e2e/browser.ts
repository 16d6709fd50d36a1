import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { chromium } from '@playwright/test';

/** The environment variable that names a browser by its path; it wins over everything found. */
export const browserVariable = 'BROWSER_PATH';

const commands = ['google-chrome', 'google-chrome-stable', 'chrome', 'chromium', 'chromium-browser'];

const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The browser that the end-to-end tests drive: the one that the environment names, else Chrome or Chromium of the
 * system, else Playwright's own; undefined where there is none.
 */
export function findBrowser(): string | undefined {
  const named = process.env[browserVariable];
  if (named !== undefined && named !== '') return named;
  return findProgram([...commands, ...applications, chromium.executablePath()]);
}

/** The path of the first of some programs that is there, each a name to look for on the PATH, or a path. */
export function findProgram(programs: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return programs
    .filter((program) => program !== '')
    .flatMap((program) => (isAbsolute(program) ? program : folders.map((folder) => join(folder, program))))
    .find((path) => existsSync(path));
}

/**
 * Installs Debian's Chromium where no browser is found and apt can do so; returns the browser. Where there is still none
 * it ends the program with a sentence about what to do.
 */
export function ensureBrowser(): string {
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
  if (found !== undefined && existsSync(found)) return found;
  const missing = found === undefined ? 'No browser was found' : `There is no browser at ${found}`;
  console.error(
    `${missing}: install Chrome or Chromium, or name one by its path in the environment variable ${browserVariable}.`,
  );
  process.exit(1);
}

/** Whether apt can install Debian's Chromium here: as root on Debian or one of its kin. */
function canInstallBrowser(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return false;
  return /^ID(_LIKE)?=.*\bdebian\b/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/**
 * Features that the browser goes without. The last such switch counts, so those that Playwright switches off stand here
 * as well. The others are two pages of the browser's own for its address bar, which nobody sees and which it loads for
 * every window: half as much work as a page of ours.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Switches for a quiet headless browser that looks nothing up by itself. */
export const browserArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${withoutFeatures.join()}`,
  // Chromium's sandbox refuses to run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
