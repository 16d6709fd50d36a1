import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { readArguments } from '../tools/arguments.ts';
import { browserArguments, findBrowser } from './browser.ts';
import { Playground, replaceText } from './page.ts';

readArguments({
  name: 'npx tsx e2e/screenshots.ts',
  about: 'Takes the screenshots of the README from the built page (pnpm build makes it).',
});

const port = 4180;
const address = `http://127.0.0.1:${port}/`;
const largest = 300_000;

/** A screenshot: its file in `docs/`, the theme, and what is on the page. */
interface Screenshot {
  readonly file: string;
  readonly theme: 'light' | 'dark';
  /** The size in CSS pixels; a wide screen by default. */
  readonly size?: { readonly width: number; readonly height: number };
  readonly show: (page: Page, playground: Playground) => Promise<void>;
}

const phone = { width: 390, height: 844 };

const screenshots: readonly Screenshot[] = [
  {
    file: 'conflict-light.png',
    theme: 'light',
    show: async (page, playground) => {
      await page.goto(`${address}#x/conflict-three-ways@3`);
      await expect(playground.conflict).toBeVisible();
      await expect(playground.step.locator('.monaco-editor').first()).toBeVisible();
      await playground.line('replicas: 4').getByText('replicas').first().click();
      await expect(playground.field).toContainText('.spec.replicas = 4');
      await expect(playground.field).toContainText('Step 3 pipeline wanted 2');
    },
  },
  {
    file: 'live-object-dark.png',
    theme: 'dark',
    show: async (page, playground) => {
      await page.goto(address);
      const file = fileURLToPath(new URL('fixtures/deployment-four-managers.yaml', import.meta.url));
      await expect(playground.step.locator('.monaco-editor').first()).toBeVisible();
      await replaceText(playground.editor(), readFileSync(file, 'utf8'));
      await expect(playground.stepButton(1)).toContainText('read');
      const replicas = playground.line('replicas: 5').first();
      await replicas.getByText('replicas').first().click();
      await expect(playground.field).toContainText('.spec.replicas = 5');
      await expect(playground.field.getByText('What if')).toBeVisible();
      const line = playground.line('image: registry.example.com/shop/checkout:2.7.1').first();
      await line.scrollIntoViewIfNeeded();
      await line.getByText('image').first().hover();
      await expect(page.getByRole('tooltip')).toContainText('mesh-operator');
    },
  },
  {
    file: 'changes-phone-light.png',
    theme: 'light',
    size: phone,
    show: async (page, playground) => {
      await page.goto(`${address}#x/hpa-handover@4`);
      await playground.showResult();
      await page.getByRole('tab', { name: 'Changes' }).click();
      await expect(playground.result).toContainText('Changed owners');
    },
  },
  {
    file: 'conflict-phone-dark.png',
    theme: 'dark',
    size: phone,
    show: async (page, playground) => {
      await page.goto(`${address}#x/conflict-three-ways@3`);
      await expect(playground.conflict).toBeVisible();
      await playground.conflict.evaluate((panel) => panel.scrollIntoView());
    },
  },
  {
    file: 'gallery-phone-light.png',
    theme: 'light',
    size: phone,
    show: async (page) => {
      await page.goto(address);
      await page.getByRole('button', { name: /all \d+ examples/i }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];

const server = spawn('npx', ['vite', 'preview', '--host', '127.0.0.1', '--port', String(port), '--strictPort'], {
  stdio: 'ignore',
  detached: true,
});
try {
  await untilServed();
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    args: browserArguments,
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  for (const screenshot of screenshots) await take(browser, screenshot);
  await browser.close();
} finally {
  if (server.pid !== undefined) process.kill(-server.pid);
}

async function take(browser: Browser, { file, theme, size, show }: Screenshot): Promise<void> {
  const context = await browser.newContext({
    viewport: size ?? { width: 1440, height: 900 },
    colorScheme: theme,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await show(page, new Playground(page));
  const path = fileURLToPath(new URL(`../docs/${file}`, import.meta.url));
  // The caret would blink, and the hover card fades in.
  await page.screenshot({ path, caret: 'hide', animations: 'disabled' });
  await context.close();
  const { size: bytes } = statSync(path);
  console.log(`docs/${file}: ${Math.round(bytes / 1000)} KB`);
  if (bytes > largest) throw new Error(`docs/${file} weighs ${bytes} bytes, more than ${largest}`);
}

async function untilServed(): Promise<void> {
  await expect
    .poll(
      () =>
        fetch(address).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
}
