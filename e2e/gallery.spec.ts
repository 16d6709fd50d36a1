import { expect, type Page } from '@playwright/test';
import { expectCopied, Playground } from './page.ts';
import { further, test } from './test.ts';

const found = (page: Page) => page.getByRole('listbox', { name: 'Search the examples' }).getByRole('option');

const searches: readonly (readonly [query: string, title: RegExp])[] = [
  ['k/k#94585', /autoscaler owns replicas/],
  ['configmap first', /A first ConfigMap/],
  ['Apply failed with 2 conflicts', /A conflict and its three ways out/],
  ['KEDA', /autoscaler owns replicas/],
  ['the pipeline becomes the only owner', /A conflict and its three ways out/],
  ['Too long', /262144 bytes/],
  ['metadata.annotations: Too long: may not be more than 262144 bytes', /262144 bytes/],
  ['metadata.annotations: Too long: must have at most 262144 bytes', /262144 bytes/],
  ['Helm 4', /Helm 4 upgrades a release of Helm 3/],
  ['managedFields too big', /What managedFields cost/],
  ['caBundle', /cert-manager fills it in/],
  ['cert-manager', /cert-manager fills it in/],
  ['sidecar', /An injected sidecar belongs to nobody/],
  ['istio', /An injected sidecar belongs to nobody/],
  ['finalizers', /Finalizers of several controllers/],
  ['ownerReferences', /ownerReferences of several controllers/],
  ['list-type set', /Finalizers of several controllers/],
  ['taints', /Labels of a Node can be shared/],
  ['kubernetes#99003', /left over from before the migration/],
  ['optimistic lock', /resourceVersion in an apply, as a lock/],
  ['resourceVersion lock', /resourceVersion in an apply, as a lock/],
  ['Crossplane', /Crossplane moves an object/],
  ['Flux', /Flux undoes what kubectl did/],
  ['ClientSideApplyMigration', /Argo CD moves to server-side apply/],
  ['omitempty', /Zero values and empty structs/],
  ['ExtractDeployment', /Extract, modify, apply/],
  ['kubectl get another version', /read at another version/],
];

test.describe('the gallery', () => {
  test.beforeEach(async ({ page }) => {
    await new Playground(page).open();
    await page.getByRole('button', { name: 'Examples', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Examples' })).toBeVisible();
  });

  test('finds examples, or shows one group, and closes', further, async ({ page }) => {
    const search = page.getByRole('combobox', { name: 'Search the examples' });
    const button = page.getByRole('button', { name: 'Examples', exact: true });
    await test.step('by issues, words of their titles, error texts, tools and sentences of their steps', async () => {
      for (const [query, title] of searches) {
        await search.fill(query);
        await expect.soft(found(page).first(), query).toContainText(title);
      }
    });

    await test.step('says so where nothing is found', async () => {
      await search.fill('quarkxyz');
      await expect(found(page)).toHaveCount(0);
      await expect(page.getByText('No example is about that')).toBeVisible();
    });

    await test.step('shows one group when it is asked to', async () => {
      await search.fill('');
      await expect(page.getByRole('group', { name: 'Conflicts and force' })).toHaveCount(1);
      const all = await found(page).count();
      await page.getByRole('combobox', { name: 'Group' }).selectOption('First steps');
      await expect(page.getByRole('group', { name: 'First steps' })).toBeVisible();
      await expect(page.getByRole('group', { name: 'Conflicts and force' })).toHaveCount(0);
      await expect.poll(() => found(page).count()).toBeLessThan(all);
    });

    await test.step('Escape closes it and the focus is back on its button', async () => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(button).toBeFocused();
    });

    await test.step('a click outside closes it', async () => {
      await button.click();
      await expect(page.getByRole('dialog', { name: 'Examples' })).toBeVisible();
      await page.mouse.click(8, 300);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  });

  test('is used by keys alone, and gives the focus to what leads on', further, async ({ page }) => {
    const playground = new Playground(page);
    await expect(page.getByRole('combobox', { name: 'Search the examples' })).toBeFocused();
    await page.keyboard.type('three ways out');
    await expect(found(page).first()).toContainText('three ways out');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(playground.walk.getByRole('button', { name: 'Next', exact: true })).toBeFocused();
    await expect(page).toHaveURL(/#x\/conflict-three-ways$/);
  });

  test('gives the link of an example and of each of its steps', further, async ({ page }) => {
    await page.getByRole('combobox', { name: 'Search the examples' }).fill('three ways out');
    await found(page).first().click();
    const chosen = page.getByRole('region', { name: 'Chosen example' });
    await chosen.getByRole('button', { name: 'Copy link', exact: true }).click();
    await expectCopied(page, /\/#x\/conflict-three-ways$/);
    await chosen.getByRole('button', { name: 'Copy the link to step 3' }).click();
    const link = await expectCopied(page, /\/#x\/conflict-three-ways@3$/);
    await page.goto('about:blank');
    await page.goto(link);
    const playground = new Playground(page);
    await expect(playground.walk).toContainText('Step 3 of 6');
    await expect(playground.conflict).toBeVisible();
  });

  test('an example is a start of one’s own, as a draft', further, async ({ page }) => {
    await page.getByRole('combobox', { name: 'Search the examples' }).fill('three ways out');
    await found(page).first().click();
    await page.getByRole('button', { name: 'Start from this example' }).click();
    const playground = new Playground(page);
    await expect(playground.stepButton(6)).toBeVisible();
    await expect(playground.walk).toHaveCount(0);
    await expect(page).toHaveURL(/#d\//);
  });
});

test('the empty page leads to a first example and to all of them', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await page.getByRole('button', { name: /^All \d+ examples$/ }).click();
  await expect(page.getByRole('dialog', { name: 'Examples' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^A first ConfigMap/ }).click();
  await expect(playground.walk).toContainText('Step 1 of 4');
});

test('one is led through an example by its buttons and by keys', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/first-configmap');
  const note = playground.walk.locator('.walk-note');
  const first = await note.textContent();
  await playground.walk.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(playground.walk).toContainText('Step 2 of 4');
  await expect(note).not.toHaveText(first ?? '');
  await expect(page).toHaveURL(/@2$/);
  await page.keyboard.press('ArrowRight');
  await expect(playground.walk).toContainText('Step 3 of 4');
  await page.keyboard.press('End');
  await expect(playground.walk).toContainText('Step 4 of 4');
  await expect(playground.walk.getByRole('button', { name: 'Next example' })).toBeVisible();
  await page.keyboard.press('PageUp');
  await expect(playground.walk).toContainText('Step 3 of 4');
  await page.keyboard.press('Home');
  await expect(note).toHaveText(first ?? '');
  await expect(playground.step.getByText(first ?? '')).toHaveCount(0);
  // After the last step comes the next example.
  await page.keyboard.press('End');
  await playground.walk.getByRole('button', { name: 'Next example' }).click();
  await expect(playground.walk).toContainText('Step 1 of');
  await expect(page).not.toHaveURL(/first-configmap/);
  await expect(playground.walk.getByRole('button', { name: 'Next', exact: true })).toBeFocused();
});

test('an own copy keeps the sentences, in the step', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/first-configmap');
  const note = await playground.walk.locator('.walk-note').textContent();
  await playground.walk.getByRole('button', { name: 'Edit a copy' }).click();
  await expect(playground.walk).toHaveCount(0);
  await expect(playground.step).toContainText(note ?? '');
});
