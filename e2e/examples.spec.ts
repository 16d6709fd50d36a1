import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readScenario } from '@managed-fields/scenario';
import { expect, test } from '@playwright/test';
import { Playground, withoutMonaco } from './page.ts';

const folder = fileURLToPath(new URL('../public/examples', import.meta.url));

for (const file of readdirSync(folder).filter((name) => name.endsWith('.yaml'))) {
  const read = readScenario(readFileSync(`${folder}/${file}`, 'utf8'));
  if (read.kind !== 'scenario') throw new Error(`${file}: ${JSON.stringify(read)}`);
  const { scenario, expected } = read;

  test(`the example ${file} plays to its end as its file says`, async ({ page }) => {
    await withoutMonaco(page);
    const playground = new Playground(page);
    await playground.open(`#x/${file.replace(/\.yaml$/, '')}`);
    for (const [index, step] of scenario.steps.entries()) {
      await playground.selectStep(index + 1);
      if (step.note !== undefined) await expect(playground.walk).toContainText(step.note);
      const outcome = expected[index];
      if (outcome !== undefined) await expect(playground.stepButton(index + 1)).toContainText(outcome);
    }
  });
}
