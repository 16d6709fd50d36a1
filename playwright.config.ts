import { existsSync } from 'node:fs';
import { defineConfig, firefox, webkit } from '@playwright/test';
import { browserArguments, findBrowser } from './e2e/browser.ts';

const executablePath = findBrowser();
/** `E2E_ADDRESS` names a page that is served already, to test that one. */
const served = process.env['E2E_ADDRESS'];
/** `E2E_PORT` is another port for the page of another clone that is tested at the same time. */
const port = process.env['E2E_PORT'] ?? '4174';
const address = served ?? `http://127.0.0.1:${port}`;

/** These measure by what only Chromium tells: its trace of the main thread and its garbage collection. */
const onlyInChromium = ['freeze.spec.ts', 'heartbeat.spec.ts', 'large-object.spec.ts', 'custom-resources.spec.ts'];

/** Playwright's own Firefox and WebKit, where `playwright install firefox webkit` has brought them. */
const others = [firefox, webkit].filter((browser) => existsSync(browser.executablePath()));

/**
 * End-to-end tests run against the built page, as any static server would serve it: in the system's Chrome or Chromium,
 * and in the other browsers that are installed.
 */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  // Who tries twice learns of half the faults half as often. What fails on a busy machine waits for the wrong thing.
  retries: 0,
  // For what never ends; a machine that is shared by many may be ten times slower than a quiet one.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL: address,
    viewport: { width: 1440, height: 860 },
    // A recording costs a fifth of the time; who wants one adds `--trace on`.
    trace: 'off',
    // Each test starts without anything kept; nothing is to be kept for it either.
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'chromium',
      use: {
        permissions: ['clipboard-read', 'clipboard-write'],
        launchOptions: { args: browserArguments, ...(executablePath === undefined ? {} : { executablePath }) },
      },
    },
    ...others.map((browser) => ({
      name: browser.name(),
      testIgnore: onlyInChromium,
      use: {
        browserName: browser.name() as 'firefox' | 'webkit',
        // Firefox asks people before a page reads the clipboard.
        launchOptions: { firefoxUserPrefs: { 'dom.events.testing.asyncClipboard': true } },
      },
    })),
  ],
  ...(served === undefined
    ? {
        webServer: {
          command: `vite preview --host 127.0.0.1 --port ${port} --strictPort`,
          url: address,
          // Whatever else answers there may be another page.
          reuseExistingServer: false,
        },
      }
    : {}),
});
