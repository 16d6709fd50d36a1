import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readScenario } from '@managed-fields/scenario';
import { expect } from '@playwright/test';
import { Playground, withoutMonaco } from './page.ts';
import { test } from './test.ts';

const folder = fileURLToPath(new URL('../public', import.meta.url));
const gallery = readFileSync(`${folder}/gallery.yaml`, 'utf8');
const files = readdirSync(`${folder}/examples`).filter((name) => name.endsWith('.yaml'));

/** The examples of each group of the gallery, by the lines of its file; those that no group names come last. */
const groups = gallery
  .split(/^- id: /m)
  .slice(1)
  .map((part) => ({
    id: part.split('\n', 1)[0] ?? '',
    names: [...part.matchAll(/^ {2}- name: (\S+)$/gm)].map(([, name]) => name ?? ''),
  }));
const named = new Set(groups.flatMap(({ names }) => names));
const rest = files.map((name) => name.replace(/\.yaml$/, '')).filter((name) => !named.has(name));

for (const { id, names } of [...groups, { id: 'no group', names: rest }].filter(({ names }) => names.length > 0)) {
  test(`the examples of the group ${id} play to their end as their files say`, async ({ page }) => {
    test.setTimeout(30_000 + 30_000 * names.length);
    await withoutMonaco(page);
    const playground = new Playground(page);
    await playground.open();
    for (const name of names) await test.step(name, () => playExample(playground, name));
  });
}

async function playExample(playground: Playground, name: string): Promise<void> {
  const read = readScenario(readFileSync(`${folder}/examples/${name}.yaml`, 'utf8'));
  if (read.kind !== 'scenario') throw new Error(`${name}: ${JSON.stringify(read)}`);
  const { scenario, expected } = read;
  const last = scenario.steps.length;
  await playground.follow(`#x/${name}`);
  await expect.soft(playground.walk, name).toContainText(scenario.steps[0]?.note ?? '');
  if (last > 1) await playground.selectStep(last);
  await expect.soft(playground.walk, name).toContainText(scenario.steps.at(-1)?.note ?? '');
  // The whole scenario was played, so each step says its outcome, whichever is selected.
  for (const [index, outcome] of expected.entries()) {
    const place = `${name}, step ${index + 1}`;
    await expect.soft(playground.stepButton(index + 1), place).toContainText(outcome ?? '');
  }
}
