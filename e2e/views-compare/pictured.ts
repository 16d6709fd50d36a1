import { expect, type Page } from '@playwright/test';
import { Playground } from '../page.ts';
import { showView, views } from '../views.ts';
import { clusterViews } from './cluster-views.ts';
import type { Pictured } from './picture.ts';

/** Waits until an embed has drawn what its address names, and returns it. */
async function openEmbed(page: Page, address: string): Promise<void> {
  await page.goto(`/embed.html${address}`);
  await expect(page.locator('.embed')).toHaveAttribute('aria-busy', 'false');
}

/** An embed, with what is done in it. */
const embed = (name: string, address: string, act?: (page: Page) => Promise<void>): Pictured => ({
  name: `embed: ${name}`,
  open: async (page) => {
    await openEmbed(page, address);
    await act?.(page);
  },
});

/** A step in Monaco. */
const editor = (name: string, address: string): Pictured => ({
  name: `editor: ${name}`,
  monaco: true,
  open: async (page) => {
    const playground = new Playground(page);
    await playground.open(address);
    const tab = page.getByRole('tab', { name: 'Step', exact: true });
    if (await tab.isVisible()) await tab.click();
    // A phone has the static view and the plain editor, whatever may be loaded.
    const isPhone = await tab.isVisible();
    // The editor comes once somebody goes to it; of a page that has none of this nothing is asked.
    const views = playground.step.locator('.editor-static [role=listbox]');
    if (!isPhone && (await views.count()) > 0) await views.first().focus();
    const first = playground.step.locator(isPhone ? '.code' : '.monaco-editor .view-line').first();
    await expect(first).toBeVisible({ timeout: 30_000 });
  },
});

/** All views of the page, of its editor, of the embed and beside a cluster. */
export const pictured: readonly Pictured[] = [
  ...views.map((view) => ({
    name: view.name,
    open: (page: Page) => showView(page, new Playground(page), view),
  })),
  {
    name: 'paper',
    open: async (page) => {
      const playground = new Playground(page);
      await playground.open('#x/conflict-three-ways@4');
      await playground.showResult();
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('article')).toBeVisible();
    },
  },
  editor('a live object', '#x/conflict-three-ways@1'),
  editor('a conflict', '#x/conflict-three-ways@3'),
  editor('eleven managers', '#x/eleven-updaters@12'),
  embed('a conflict', '#x/conflict-three-ways@3'),
  embed('a field', '#x/conflict-three-ways@2', async (page) => {
    await page.getByRole('option').filter({ hasText: 'replicas: 4' }).click();
    await expect(page.getByRole('region', { name: 'Field', exact: true })).toBeVisible();
  }),
  embed('changes', '#x/conflict-three-ways@2', async (page) => {
    await page.getByRole('button', { name: 'Changes', exact: true }).click();
  }),
  embed('kubectl', '#x/restarted-at@2'),
  ...clusterViews,
];
