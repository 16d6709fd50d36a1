import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { Playground, withoutMonaco } from './page.ts';
import { showView, type View, views } from './views.ts';

/** Rules that are switched off for the whole page, and why. */
const off: Readonly<Record<string, string>> = {};

/** What is looked at apart because it is not ours: the DOM that Monaco makes inside its own element. */
const monaco = '.monaco-editor';

/** Rules that Monaco breaks in its own DOM, and why that harms nobody here. */
const monacoOff: Readonly<Record<string, string>> = {
  'color-contrast':
    'Monaco paints text and ground as layers that axe cannot put together; theme.test.ts holds the colours.',
};

/**
 * How the page can look; all but the first are looked at for their colours only, since nothing else changes. High
 * contrast on a dark ground has the same rules with other colours, which theme.test.ts holds.
 */
const looks = [
  { name: 'light', colorScheme: 'light', contrast: 'no-preference', rules: undefined },
  { name: 'dark', colorScheme: 'dark', contrast: 'no-preference', rules: ['color-contrast'] },
  { name: 'high contrast', colorScheme: 'light', contrast: 'more', rules: ['color-contrast-enhanced'] },
] as const;

const screens = [
  { name: 'wide, Monaco', width: 1440, height: 860, editor: 'monaco' },
  { name: 'wide, static', width: 1440, height: 860, editor: 'static' },
  { name: 'phone', width: 390, height: 844, editor: 'plain' },
] as const;

// Three looks at a whole page take their time on a busy machine.
test.describe.configure({ timeout: 240_000 });

for (const screen of screens) {
  for (const view of views.filter(({ writes, covers }) => screen.editor !== 'static' || !(writes || covers))) {
    test(`axe finds nothing: ${view.name}, ${screen.name}`, async ({ page }) => {
      await page.setViewportSize({ width: screen.width, height: screen.height });
      if (screen.editor === 'static') await withoutMonaco(page);
      await open(page, view, screen.editor);
      for (const look of looks) {
        await page.emulateMedia({ colorScheme: look.colorScheme, contrast: look.contrast });
        expect.soft(await complaints(page, look.rules), look.name).toEqual([]);
      }
    });
  }
}

test('axe finds nothing in what Monaco makes, but for the rules that are listed', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/conflict-three-ways@3');
  await expect(page.locator(monaco).first()).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include(monaco).disableRules(Object.keys(monacoOff)).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

async function open(page: Page, view: View, editor: (typeof screens)[number]['editor']): Promise<void> {
  await showView(page, new Playground(page), view);
  const step = page.getByRole('region', { name: 'Selected step', exact: true });
  if (editor === 'monaco' && (await step.isVisible()) && (await step.locator('.editor').count()) > 0) {
    await expect(step.locator(monaco).first()).toBeVisible();
  }
}

/** What axe finds, a line each: the rule, the place, and what is wrong there. */
async function complaints(page: Page, rules: readonly string[] | undefined): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).exclude(monaco).options({ resultTypes: ['violations'] });
  const builder = rules === undefined ? axe.disableRules(Object.keys(off)) : axe.withRules([...rules]);
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
    ),
  );
}
