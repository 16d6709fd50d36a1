import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { addressOf, Playground, pasteOnPage } from './page.ts';
import { further, test } from './test.ts';

const deployment = (image: string, replicas: number, policy: string) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: ${replicas}
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
      - name: web
        image: ${image}
        imagePullPolicy: ${policy}
`;
const declared = deployment('registry.example.com/team/web:1.5.0', 3, 'Always');
const three = addressOf([
  { kind: 'apply', manager: 'helm', text: deployment('registry.example.com/team/web:1.4.2', 2, 'IfNotPresent') },
  {
    kind: 'apply',
    manager: 'autoscaler',
    force: true,
    text: 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 5\n',
  },
  { kind: 'apply', manager: 'pipeline', text: declared },
]);

/** What overflows inside of an element and scrolls there, by its class. */
const scrollsIn = (element: Locator) =>
  element.evaluate((outer) =>
    [...outer.querySelectorAll('*')]
      .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight)
      .map(({ className }) => className),
  );

const boxOf = async (element: Locator) => {
  const { y, height } = (await element.boundingBox()) ?? { y: 0, height: 0 };
  return { y, height };
};

const axe = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
};

async function openThree(page: Page): Promise<Playground> {
  const playground = new Playground(page);
  await playground.open(three);
  await playground.selectStep(3);
  await expect(playground.conflict.getByRole('group', { name: 'Ways out' })).toContainText('.spec.replicas: 5 → 3');
  return playground;
}

test.describe('three fields in conflict at 1440 × 900', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('are all on screen with their ways out, and nothing scrolls inside of the panel', further, async ({ page }) => {
    const { conflict, step } = await openThree(page);
    expect(await scrollsIn(conflict)).toEqual([]);
    expect(await conflict.evaluate((panel) => panel.scrollHeight - panel.clientHeight)).toBeLessThanOrEqual(0);
    for (const shown of [conflict.getByRole('row').last(), conflict.getByRole('button', { name: /^Share it/ })]) {
      await expect(shown).toBeInViewport({ ratio: 1 });
    }
    expect((await boxOf(step.locator('.editor').first())).height).toBeGreaterThan(140);
    await conflict.getByRole('button', { name: 'Preview: Overwrite' }).click();
    await expect(conflict.getByRole('heading', { name: 'Preview: Overwrite' })).toBeInViewport({ ratio: 1 });
    expect(await scrollsIn(conflict)).toEqual([]);
    await axe(page);
  });

  test('keep their place and size while the text does not parse', further, async ({ page }) => {
    const playground = await openThree(page);
    const { conflict, step, result } = playground;
    const places = () => Promise.all([conflict, step.locator('.editor').first()].map(boxOf));
    const ways = conflict.getByRole('group', { name: 'Ways out' });
    const summary = await ways.textContent();
    const editor = playground.editor();
    const before = await places();
    await playground.write(`${declared}      sidecar`);
    await expect(conflict).toContainText('The text cannot be read.');
    await expect(conflict).toContainText("could not find expected ':'");
    expect(await places()).toEqual(before);
    await expect(ways).toHaveText(summary ?? '');
    await expect(conflict.getByRole('button', { name: /^Overwrite/ })).toBeDisabled();
    await expect(result).toContainText('Refused: the object is unchanged.');
    await axe(page);
    await editor.fill(declared);
    await expect(conflict).not.toContainText('The text cannot be read.');
    await expect(conflict.getByRole('button', { name: /^Overwrite/ })).toBeEnabled();
    expect(await places()).toEqual(before);
  });

  test('decided field by field, the result scrolls to what changed', further, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 500 });
    const playground = await openThree(page);
    const { conflict } = playground;
    await conflict.getByRole('button', { name: 'Field by field' }).click();
    await conflict.getByRole('combobox', { name: 'Way out for all fields' }).selectOption('Give it up');
    await conflict
      .getByRole('combobox', { name: 'Way out for .spec.template.spec.containers[name="web"].imagePullPolicy' })
      .selectOption('Overwrite');
    await expect(conflict).toContainText('IfNotPresent → Always');
    await conflict.getByRole('button', { name: 'Change the step' }).click();
    await expect(playground.stepButton(3)).toContainText('changed');
    await expect(playground.line('imagePullPolicy: Always')).toBeInViewport();
  });

  test('every view says that the step was refused, and leads to why', further, async ({ page }) => {
    const { conflict, result } = await openThree(page);
    for (const view of ['Object', 'Changes', 'managedFields', 'Table']) {
      await result.getByRole('tab', { name: view }).click();
      await expect(result).toContainText('Refused: the object is unchanged.');
    }
    await result.getByRole('button', { name: 'Show why' }).click();
    await expect(conflict).toBeFocused();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a conflict is on screen after steps were taken, and the result leads to it', further, async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    await pasteOnPage(
      page,
      'error: Apply failed with 1 conflict: conflict with "helm" using apps/v1: .spec.replicas\n' +
        'Please review the fields above--they currently have other managers. Here\nare the ways you can resolve this warning:\n',
    );
    await page.getByRole('button', { name: 'Open as 2 steps' }).tap();
    await expect(playground.conflict).toBeInViewport({ ratio: 0.2 });
    await playground.showResult();
    await page.getByRole('button', { name: 'Show why' }).tap();
    await expect(playground.conflict).toBeInViewport({ ratio: 0.2 });
    await expect(playground.conflict).toBeFocused();
  });
});
