import { crd as definitionOf } from '@managed-fields/player/sample-texts';
import { expect, type Locator, type Page } from '@playwright/test';
import { Playground } from './page.ts';
import { further, test } from './test.ts';

const crd = definitionOf(`            type: object
            properties:
              plain: {type: array, items: {type: string}}
              tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}
              whole:
                type: object
                x-kubernetes-map-type: atomic
                properties:
                  inner: {type: array, x-kubernetes-list-type: set, items: {type: string}}`);

/** A field of the tree by its name. */
function field(page: Page, name: string): Locator {
  return page.getByRole('treeitem', { name: new RegExp(`^\\W*${name.replaceAll(/[.[\]]/g, '\\$&')} `) });
}

function lens(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Schema' });
}

test('the lens opens on the kind of the step, and says what merges by which key', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/conflict-three-ways@3');
  await expect(playground.stepButton(3)).toContainText('conflict');
  await playground.step.getByRole('button', { name: 'Schema', exact: true }).click();
  await expect(lens(page).getByRole('combobox', { name: 'Kind' })).toHaveValue('apps/v1 Deployment');
  const tree = page.getByRole('tree', { name: 'Fields of Deployment' });
  // By keys alone: to the container's ports and back.
  await tree.focus();
  await page.keyboard.press('Home');
  const down = async (name: string) => {
    for (let press = 0; press < 60; press++) {
      if ((await field(page, name).last().getAttribute('aria-selected')) === 'true') return;
      await page.keyboard.press('ArrowDown');
      // What the key selects is drawn with the next frame.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    }
    throw new Error(`the arrow keys do not reach ${name}`);
  };
  for (const [depth, name] of ['spec', 'template', 'spec', 'containers', 'each item'].entries()) {
    await down(name);
    await page.keyboard.press('ArrowRight');
    await expect(field(page, name).last()).toHaveAttribute('aria-expanded', 'true');
    // Its own fields come with an answer of the engine.
    await expect(tree.locator(`[role=treeitem][aria-level="${depth + 2}"]`).first()).toBeVisible();
  }
  await down('ports');
  const facts = lens(page);
  await expect(facts).toContainText('.spec.template.spec.containers[].ports');
  await expect(facts).toContainText('x-kubernetes-list-map-keys: [containerPort, protocol]');
  await expect(facts).toContainText('//+listMapKey=containerPort');
  await expect(facts).toContainText('Merged by containerPort alone');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(field(page, 'each item')).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Escape');
  await expect(lens(page)).toBeHidden();
});

test('the inspector leads to its field in the schema', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/conflict-three-ways@2');
  await playground.line('image:').getByText('image').first().click();
  await playground.field.getByRole('button', { name: 'In the schema of Deployment' }).click();
  await expect(field(page, 'image')).toHaveAttribute('aria-selected', 'true');
  await expect(lens(page)).toContainText('.spec.template.spec.containers[].image');
});

test('a search finds fields by their markers', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/conflict-three-ways@3');
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('crd openapi');
  await page.keyboard.press('Enter');
  await lens(page).getByRole('searchbox').fill('listMapKey=topologyKey');
  await field(page, '.spec.template.spec.topologySpreadConstraints').click();
  await expect(lens(page)).toContainText('//+listMapKey=whenUnsatisfiable');
  await lens(page).getByRole('combobox', { name: 'Kind' }).selectOption('v1 Service');
  await expect(lens(page).getByRole('tree', { name: 'Fields of Service' })).toBeVisible();
});

test(
  'a pasted definition is looked into, and its markers inside an atomic whole do nothing',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    await playground.step.getByRole('button', { name: 'Schema', exact: true }).click();
    await lens(page).getByRole('button', { name: 'Paste a CRD' }).click();
    const box = lens(page).getByRole('textbox', { name: /CustomResourceDefinition/ });
    await box.fill(crd.replace('plural: foos', 'plural: Foos'));
    await lens(page).getByRole('button', { name: 'Look into it' }).click();
    await expect(lens(page).getByRole('alert')).toContainText('spec.names.plural');
    await lens(page).getByRole('button', { name: 'Paste a CRD' }).click();
    await box.fill(crd);
    await lens(page).getByRole('button', { name: 'Look into it' }).click();
    await expect(lens(page).getByRole('combobox', { name: 'Kind' })).toHaveValue('example.com/v1 Foo');
    await field(page, 'spec').locator('.lens-arrow').click();
    await expect(field(page, 'plain')).toContainText('replaced whole');
    await expect(field(page, 'tags')).toContainText('merges by value');
    await field(page, 'whole').locator('.lens-arrow').click();
    await field(page, 'inner').click();
    await expect(lens(page)).toContainText('It does nothing here');
    await expect(lens(page)).toContainText('//+listType=set');
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the lens covers the screen and scrolls no way but down', further, async ({ page }) => {
    await new Playground(page).open('#x/conflict-three-ways@3');
    await page.getByRole('tab', { name: 'Step', exact: true }).click();
    await page.getByRole('button', { name: 'Schema', exact: true }).click();
    await field(page, 'spec').locator('.lens-arrow').click();
    await field(page, 'selector').click();
    await expect(lens(page)).toContainText('replaced whole by whoever applies it');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    expect(wide).toBe(false);
    const tree = page.getByRole('tree');
    expect(await tree.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(false);
  });
});
