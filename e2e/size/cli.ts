import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { lineOf, staleLines, type Weight, withWeights } from '../../conformance/figures/weights.ts';
import { linkSizes } from '../../conformance/links/size.ts';
import { readArguments, stop } from '../../tools/arguments.ts';
import { browserArguments, ensureBrowser } from '../browser.ts';
import { serveBuilt } from '../serve-built.ts';
import { type Budget, facts, firstViews, loaders, monaco, shareLink, styles } from './budgets.ts';
import { type Arrival, arrivalOf, type Fetched, gzipped } from './measure.ts';

const { values: asked } = readArguments({
  name: 'pnpm size',
  about: `Measures what the built page costs, a line each, "NAME X KB of Y KB". Ends with 1 where a limit is passed, or where
docs/performance.md says something else by more than 1 KB. DIST names another folder than dist.`,
  options: {
    files: { type: 'boolean', about: 'names the files that each line counts' },
    write: { type: 'boolean', about: 'writes the lines there' },
  },
});

const dist = process.env['DIST'] ?? fileURLToPath(new URL('../../dist/', import.meta.url));
const pageFile = new URL('../../docs/performance.md', import.meta.url);
const weights: Weight[] = [];
if (!existsSync(dist)) stop(`There is no built page in ${dist}; pnpm build makes it.`);
let over = false;

const executablePath = ensureBrowser();
const server = await serveBuilt(dist);
const browser = await chromium.launch({ args: browserArguments, executablePath });
try {
  let page: Arrival | undefined;
  for (const way of firstViews) {
    const arrival = await arrivalOf(browser, server.address, way);
    print(way, arrival.scripts);
    if (way.name === 'app, a link') page = arrival;
  }
  print(styles, page?.styles ?? []);
  print(facts, page?.facts ?? []);
} finally {
  await browser.close();
  await server.close();
}
print(monaco, built(/^(monaco|editor\.api)-.*\.js$/));
for (const loader of loaders) print(loader, [{ file: loader.file, bytes: sizeOf(loader.file) }]);
if (reachable('embed.html').some((file) => /^page-/.test(file))) {
  over = true;
  console.log('the embed imports what draws the page');
}
print(
  shareLink,
  (await linkSizes()).slice(0, 1).map(({ entryPoint, gzipped }) => ({ file: entryPoint, bytes: gzipped })),
);
const said = readFileSync(pageFile, 'utf8');
if (asked.write) writeFileSync(pageFile, withWeights(said, weights));
else {
  for (const line of staleLines(said, weights)) {
    over = true;
    console.log(`no longer so, \`size --write\` writes it anew: ${line}`);
  }
}
process.exitCode = over ? 1 : 0;

function print({ name, limit }: Budget, files: readonly Fetched[]): void {
  const size = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
  if (size > limit || files.length === 0) over = true;
  weights.push({ name, size, limit });
  console.log(`${lineOf({ name, size, limit })}${size > limit ? ' – over' : ''}`);
  if (!asked.files) return;
  for (const { file, bytes } of [...files].sort((a, b) => b.bytes - a.bytes)) {
    console.log(`  ${(bytes / 1024).toFixed(1).padStart(6)} ${file}`);
  }
}

/** Every chunk that a page of the build may ever import, by what its files name. */
function reachable(page: string): readonly string[] {
  const chunks = readdirSync(`${dist}assets`).filter((file) => file.endsWith('.js'));
  const found = new Set<string>();
  const follow = (text: string) => {
    for (const file of chunks.filter((each) => !found.has(each) && text.includes(each))) {
      found.add(file);
      follow(readFileSync(`${dist}assets/${file}`, 'utf8'));
    }
  };
  follow(readFileSync(`${dist}${page}`, 'utf8'));
  return [...found];
}

function built(name: RegExp): readonly Fetched[] {
  const files = readdirSync(`${dist}assets`).filter((file) => name.test(file));
  return files.map((file) => ({ file, bytes: sizeOf(`assets/${file}`) }));
}

function sizeOf(file: string): number {
  return gzipped(readFileSync(`${dist}${file}`));
}
