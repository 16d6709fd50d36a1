import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readScenario } from '@managed-fields/scenario';
import { expect } from '@playwright/test';
import { Playground } from './page.ts';
import { further, test } from './test.ts';

const folder = fileURLToPath(new URL('../public', import.meta.url));

/** The first example of each group of the gallery, by the lines of its file. */
const firsts = readFileSync(`${folder}/gallery.yaml`, 'utf8')
  .split(/^- id: /m)
  .slice(1)
  .map((group) => /^ {2}- name: (\S+)$/m.exec(group)?.[1] ?? '');

// That each example ends as its file says is shown by conformance/gallery; here, that the page plays them.
test('an example of each group plays to its end as its file says', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  expect(firsts.length).toBeGreaterThan(10);
  for (const name of firsts) await test.step(name, () => playExample(playground, name));
});

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
