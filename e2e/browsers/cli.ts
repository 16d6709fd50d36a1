import { mkdirSync, writeFileSync } from 'node:fs';
import { readArguments, stop } from '../../tools/arguments.ts';
import { serveHostPages } from '../host/server.ts';
import { serveBuilt } from '../serve-built.ts';
import { clusterPromises } from './cluster-promises.ts';
import type { Driven } from './driven.ts';
import { startFirefox } from './firefox.ts';
import { promises } from './promises.ts';
import { startWebKit } from './webkit.ts';

const all = [...promises, ...clusterPromises];
let [tried, broken] = [0, 0];
const known = { firefox: startFirefox, webkit: startWebKit };
const { words: asked } = readArguments({
  name: 'pnpm browsers',
  about: `Tries what the built page promises in the browsers of this machine that are no Chromium: Firefox by WebDriver BiDi, WebKitGTK
by WebKitWebDriver. A line a promise, "BROWSER: N of N promises hold" at the end; ends with 1 where one is broken or where
no browser was found.`,
  words: { name: 'BROWSER…', about: 'firefox or webkit, by default both' },
});
const unknown = asked.filter((name) => !Object.hasOwn(known, name));
if (unknown.length > 0) stop(`There is no ${unknown.join(', ')} here, but firefox and webkit.`);
for (const [name, start] of Object.entries(known)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const browser = await start();
  if ('missing' in browser) {
    console.log(`left out: ${browser.missing}`);
    continue;
  }
  tried++;
  broken += await tryPromises(browser);
}
if (tried === 0) console.log('no browser was found: install firefox-esr, or webkit2gtk-driver and xvfb');
process.exit(tried === 0 || broken > 0 ? 1 : 0);

/** Prints which promises hold in a browser, and returns how many do not. */
async function tryPromises(browser: Driven): Promise<number> {
  const { address, close } = await serveBuilt();
  const host = await serveHostPages(address);
  let held = 0;
  for (const { name, hold } of all) {
    try {
      await hold({ browser, address, host });
      held++;
      console.log(`${browser.name}: ${name}`);
    } catch (error) {
      console.log(`${browser.name}: BROKEN ${name}: ${error instanceof Error ? error.message : error}`);
      const file = `test-results/browsers/${browser.name} ${name.split(':')[0]}.png`;
      mkdirSync('test-results/browsers', { recursive: true });
      writeFileSync(file, await browser.screenshot());
      console.log(`  ${file}`);
    }
  }
  await host.close();
  await close();
  await browser.close();
  console.log(`${browser.name}: ${held} of ${all.length} promises hold`);
  return all.length - held;
}
