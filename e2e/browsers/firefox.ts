import { launch } from 'puppeteer-core';
import { findProgram } from '../browser.ts';
import type { Started } from './driven.ts';

/** Starts the system's Firefox by WebDriver BiDi, which it speaks itself. */
export async function startFirefox(): Promise<Started> {
  const executablePath = findProgram(['firefox', 'firefox-esr', '/Applications/Firefox.app/Contents/MacOS/firefox']);
  if (executablePath === undefined) return { missing: 'firefox and firefox-esr were not found' };
  const browser = await launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 860 });
  return {
    name: (await browser.version()).replace('firefox/', 'Firefox '),
    async goto(address) {
      await page.goto(address);
    },
    run: async (inside, ...given) =>
      (await page.evaluate(inside as (...all: unknown[]) => ReturnType<typeof inside>, ...given)) as ReturnType<
        typeof inside
      >,
    async runInFrame(inside) {
      const frame = page.frames()[1];
      if (frame === undefined) throw new Error('there is no frame');
      return (await frame.evaluate(inside)) as ReturnType<typeof inside>;
    },
    async press(...keys) {
      const held = keys.slice(0, -1);
      for (const key of held) await page.keyboard.down(key as 'Control');
      await page.keyboard.press(keys.at(-1) as 'Enter');
      for (const key of held.toReversed()) await page.keyboard.up(key as 'Control');
    },
    type: (text) => page.keyboard.type(text),
    click: (x, y) => page.mouse.click(x, y),
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}
