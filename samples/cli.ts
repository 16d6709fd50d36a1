import { execSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { stagePackages } from '../conformance/packages/stage.ts';
import { browserArguments, ensureBrowser } from '../e2e/browser.ts';
import { serveBuilt } from '../e2e/serve-built.ts';
import { readArguments, stop } from '../tools/arguments.ts';
import { look } from './look.ts';
import { serve } from './serve.ts';
import { type Site, sites } from './sites.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folderOf = ({ name }: Site) => `${root}samples/${name}`;
const names = sites.map(({ name }) => name).join(', ');
const { words: wanted } = readArguments({
  name: 'pnpm samples',
  about: `Installs, builds and opens each sample in a browser, with a playground and the packages as they are here, and prints what
holds of it. Ends with 1 where anything does not. E2E_ADDRESS names a playground that is served already; SAMPLES_SHOTS a
folder for screenshots.`,
  words: { name: 'NAME…', about: `${names}; by default all` },
});
const unknown = wanted.filter((name) => !sites.some((site) => site.name === name));
if (unknown.length > 0) stop(`There is no sample ${unknown.join(', ')}, but ${names}.`);
const executablePath = ensureBrowser();

await stagePackages((folder) => `${root}packages/${folder}/dist`);
const served = process.env['E2E_ADDRESS'];
const playground = served === undefined ? await servePlayground() : { address: served, close: async () => {} };
const base = playground.address.replace(/\/?$/, '/');
await drawViews();

const browser = await chromium.launch({ args: browserArguments, executablePath });
const counts = { passed: 0, failed: 0, skipped: 0 };
for (const site of sites.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) await open(site);
await browser.close();
await playground.close();
console.log(`samples: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed > 0 ? 1 : 0);

/** Builds the page and serves it. */
async function servePlayground() {
  await build({ logLevel: 'error' });
  return serveBuilt();
}

/** Draws the static view of all samples, as `docs/embedding.md` says, and lays it and its style where they take it from. */
async function drawViews(): Promise<void> {
  const { renderStatic }: typeof import('@managed-fields/embed/static') = await import(
    `${root}packages/embed/dist/static.js`
  );
  const view = await renderStatic(readFileSync(`${root}samples/scenario.yaml`, 'utf8'), { base });
  if (view.kind === 'failure') throw new Error(view.problems.map(({ message }) => message).join('\n'));
  for (const site of sites) {
    writeFileSync(`${folderOf(site)}/view.html`, view.html);
    writeFileSync(`${folderOf(site)}/view.json`, JSON.stringify(view));
    if (site.style) copyFileSync(`${root}packages/embed/dist/static.css`, `${folderOf(site)}/${site.style}`);
  }
}

/** Makes a site, opens its pages and prints what holds. */
async function open(site: Site): Promise<void> {
  console.log(`${site.name}:`);
  if (site.program !== undefined && run(site, site.program.command) !== undefined) {
    console.log(`  skipped: it needs ${site.program.from}, which is not here`);
    counts.skipped++;
    return;
  }
  for (const command of site.commands) {
    const failure = run(site, command);
    if (failure === undefined) continue;
    counts.failed++;
    console.log(`  failed: ${command}\n${failure}`);
    return;
  }
  const { address, close } = await serve(`${folderOf(site)}/dist`);
  for (const { what, problem } of await look(browser, site, address)) {
    counts[problem === undefined ? 'passed' : 'failed']++;
    console.log(
      `  ${problem === undefined ? 'holds' : 'fails'}: ${what}${problem === undefined ? '' : `\n    ${problem}`}`,
    );
  }
  await close();
}

/** Runs a command in a site's folder; what it printed where it failed. */
function run(site: Site, command: string): string | undefined {
  const env = {
    ...process.env,
    PLAYGROUND: base,
    HUGO_PLAYGROUND: base,
    EMBED_JS: `${base}embed.js`,
    NO_MKDOCS_2_WARNING: '1',
  };
  try {
    execSync(command, { cwd: folderOf(site), env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    return undefined;
  } catch (reason) {
    const { stdout = '', stderr = '' } = reason as { readonly stdout?: string; readonly stderr?: string };
    return `${stdout}${stderr}`.trim() || String(reason);
  }
}
