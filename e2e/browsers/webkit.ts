import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Builder, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { findProgram } from '../browser.ts';
import type { Started } from './driven.ts';

/** The keys of WebDriver by their names in DOM events. */
const keyOf: ReadonlyMap<string, string> = new Map([
  ['Control', Key.CONTROL],
  ['Alt', Key.ALT],
  ['Shift', Key.SHIFT],
  ['Escape', Key.ESCAPE],
  ['Enter', Key.ENTER],
  ['Tab', Key.TAB],
  ['ArrowDown', Key.ARROW_DOWN],
  ['End', Key.END],
]);

/** Starts WebKitGTK's own browser by WebKitWebDriver, on a screen of its own where the machine has none. */
export async function startWebKit(): Promise<Started> {
  const program = findProgram(['WebKitWebDriver']);
  if (program === undefined) return { missing: 'WebKitWebDriver was not found' };
  const screen = process.env['DISPLAY'] === undefined ? findProgram(['xvfb-run']) : undefined;
  if (process.env['DISPLAY'] === undefined && screen === undefined) {
    return { missing: 'WebKitWebDriver needs a screen: xvfb-run was not found' };
  }
  const port = await freePort();
  const driver = [program, `--port=${port}`];
  const [command = '', ...args] =
    screen === undefined ? driver : [screen, '-a', '-s', '-screen 0 1600x1000x24', ...driver];
  const server = spawn(command, args, { detached: true, stdio: 'ignore' });
  try {
    const session = await sessionOf(port);
    await session.manage().window().setRect({ x: 0, y: 0, width: 1440, height: 960 });
    const version = (await session.getCapabilities()).get('browserVersion');
    const mouse = (x: number, y: number) => session.actions().move({ x: Math.round(x), y: Math.round(y), duration: 0 });
    return {
      name: `WebKitGTK ${version}`,
      goto: (address) => session.get(address),
      run: (inside, ...given) => session.executeScript(inside, ...given),
      async runInFrame(inside) {
        // The frame stands in the shadow tree of its element.
        const frame = await session.executeScript<WebElement>(() =>
          [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
            .map((root) => root.querySelector('iframe'))
            .find((found) => found !== null),
        );
        await session.switchTo().frame(frame);
        try {
          return await session.executeScript<ReturnType<typeof inside>>(inside);
        } finally {
          await session.switchTo().defaultContent();
        }
      },
      async press(...keys) {
        const pressed = keys.map((key) => keyOf.get(key) ?? key);
        let actions = session.actions();
        for (const key of pressed) actions = actions.keyDown(key);
        for (const key of pressed.toReversed()) actions = actions.keyUp(key);
        await actions.perform();
      },
      type: (text) => session.actions().sendKeys(text.replaceAll('\n', Key.ENTER)).perform(),
      click: (x, y) => mouse(x, y).click().perform(),
      screenshot: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
      async close() {
        await session.quit();
        end(server);
      },
    };
  } catch (error) {
    end(server);
    throw error;
  }
}

/** Asks the driver for a browser, again as long as it does not listen yet. */
async function sessionOf(port: number, tries = 50): Promise<WebDriver> {
  try {
    const capabilities = new Capabilities({ browserName: 'MiniBrowser' });
    return await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
  } catch (error) {
    if (tries === 0 || !String(error).includes('ECONNREFUSED')) throw error;
    await setTimeout(200);
    return sessionOf(port, tries - 1);
  }
}

/** Ends a process and those that it started. */
function end({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
