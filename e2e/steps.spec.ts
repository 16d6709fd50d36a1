import { definition as definitionOf } from '@managed-fields/player/sample-texts';
import { expect } from '@playwright/test';
import { addressOf, Playground } from './page.ts';
import { further, test } from './test.ts';

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n  namespace: shop\ndata:\n  a: "1"\n';

test('a new step is about the object of the step before, and says so', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(configMap);
  await expect(playground.stepButton(1)).toContainText('read');
  await playground.addStep('Merge patch');
  await expect(playground.step).toContainText('v1 ConfigMap shop/settings');
  await expect(playground.stepButton(2)).toContainText('changed');
  await playground.addStep('Server-side apply');
  await expect(playground.line('example: ')).toHaveAccessibleName(/owned by before-first-apply \(Update\)$/);
  await expect(playground.step).toContainText('namespace: shop');
});

test('a step about another object than the one before says so, and is made the same', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(configMap);
  await playground.addStep('Server-side apply');
  await playground.paste(configMap.replace('settings', 'setings').replace('"1"', '"2"'));
  await expect(playground.result).toContainText('This step made another object');
  await playground.result.getByRole('button', { name: 'Make it the same' }).click();
  await expect(playground.step).toContainText(/name:\ssettings/);
  await expect(playground.result).not.toContainText('This step made another object');
  // Two values of one field now.
  await expect(playground.stepButton(2)).toContainText('conflict');
});

test(
  'after a definition an apply is of its kind, and a status is written by who writes it',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    await playground.addStep('CRD');
    await playground.paste(definitionOf({ spec: '            type: object\n' }));
    await playground.addStep('Server-side apply');
    await expect(playground.step).toContainText(/kind:\sFoo/);
    await expect(playground.stepButton(3)).toContainText('created');
    await playground.open('#x/conflict-three-ways@2');
    await playground.addStep('Status');
    await expect(playground.step.getByRole('combobox', { name: 'Manager' })).toHaveValue('kube-controller-manager');
  },
);

for (const kind of ['merge-patch', 'status'] as const) {
  test(`a ${kind} says which object it is about, and lets it be named`, further, async ({ page }) => {
    const playground = new Playground(page);
    await playground.open(
      addressOf([
        { kind: 'apply', manager: 'ops', text: configMap },
        { kind, manager: 'ops', text: 'metadata: {labels: {a: b}}\n' },
      ]),
    );
    await playground.selectStep(2);
    const object = playground.step.locator('.setting-object');
    await expect(object).toContainText('v1 ConfigMap shop/settings');
    await object.getByRole('button', { name: 'Name an object' }).click();
    await expect(playground.step.getByRole('textbox', { name: 'namespace' })).toHaveValue('shop');
  });
}

test('steps are moved, switched off, duplicated and removed, and each can be undone', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/first-configmap');
  await expect(playground.stepButton(1)).toContainText('created');
  const items = playground.steps.getByRole('listitem');
  const count = await items.count();
  const act = async (number: number, action: string) => {
    await playground.steps.getByRole('button', { name: `Actions for step ${number}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await act(1, 'Switch off');
  await expect(playground.stepButton(1)).toContainText('off');
  await playground.steps.getByRole('button', { name: 'Undo' }).click();
  await expect(playground.stepButton(1)).toContainText('created');
  await act(1, 'Duplicate');
  await expect(items).toHaveCount(count + 1);
  await expect(playground.stepButton(2)).toContainText('unchanged');
  await act(2, 'Remove');
  await expect(items).toHaveCount(count);
  const [first, second] = [await playground.stepButton(1).textContent(), await playground.stepButton(2).textContent()];
  await act(1, 'Move down');
  await expect(playground.stepButton(2)).toContainText(managerOf(first));
  await expect(playground.stepButton(1)).toContainText(managerOf(second));
});

test('the address names the draft, and a reload brings it back', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(configMap);
  await expect(page).toHaveURL(/#d\/[a-z0-9]+$/);
  const before = page.url();
  await playground.addStep('Scale');
  await expect(playground.steps.getByRole('listitem')).toHaveCount(2);
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage).includes('scale'))).toBe(true);
  expect(page.url()).toBe(before);
  await page.reload();
  await expect(playground.steps.getByRole('listitem')).toHaveCount(2);
});

test('the first change of a link is there after a reload, however soon that comes', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open(addressOf([{ kind: 'live', text: configMap }]));
  await playground.steps.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('menuitem', { name: /^Scale/ }).evaluate((item: HTMLElement) => {
    item.click();
    location.reload();
  });
  await expect(playground.step.getByRole('heading', { name: /^Step 2 / })).toBeVisible();
  await expect(page).toHaveURL(/#d\/[a-z0-9]+$/);
});

test('a link keeps its address, whatever is stored while it is decoded', further, async ({ page }) => {
  const playground = new Playground(page);
  const link = addressOf([{ kind: 'live', text: configMap }]);
  await playground.open();
  await playground.follow('#x/restarted-at');
  await page.evaluate(
    (hash) =>
      new Promise<void>((done) => {
        // The code that decodes it is only being fetched by now.
        const store = () => done(void dispatchEvent(new Event('pagehide')));
        addEventListener('hashchange', store, { once: true });
        location.hash = hash;
      }),
    link,
  );
  await expect(playground.stepButton(1)).toContainText('ConfigMap');
  expect(new URL(page.url()).hash).toBe(link);
});

test('an example that comes late does not take the place of what was opened after it', further, async ({ page }) => {
  const playground = new Playground(page);
  const link = addressOf([{ kind: 'live', text: configMap }]);
  await playground.open();
  let send = () => {};
  const maySend = new Promise<void>((done) => {
    send = done;
  });
  await page.route('**/examples/restarted-at.json', async (route) => {
    await maySend;
    await route.continue();
  });
  const asked = page.waitForRequest('**/examples/restarted-at.json');
  await page.evaluate(() => {
    location.hash = '#x/restarted-at';
  });
  const request = await asked;
  await playground.follow(link);
  await expect(playground.stepButton(1)).toContainText('ConfigMap');
  send();
  await (await request.response())?.finished();
  await page.evaluate(() => fetch('./examples/restarted-at.json').then((response) => response.text()));
  await playground.answered();
  await expect(playground.stepButton(1)).toContainText('ConfigMap');
  expect(new URL(page.url()).hash).toBe(link);
});

test('undo, redo and the selected step outlive a reload', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(configMap);
  await playground.addStep('Scale');
  await playground.addStep('Server-side apply');
  const undo = playground.steps.getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect(playground.steps.getByRole('listitem')).toHaveCount(2);
  await playground.selectStep(1);
  await page.reload();
  await expect(playground.step.getByRole('heading', { name: /^Step 1 / })).toBeVisible();
  await playground.steps.getByRole('button', { name: 'Redo' }).click();
  await expect(playground.steps.getByRole('listitem')).toHaveCount(3);
  await undo.click();
  await undo.click();
  await expect(playground.steps.getByRole('listitem')).toHaveCount(1);
  await expect(playground.stepButton(1)).toContainText('ConfigMap');

  // What was only looked at keeps its step as well.
  await playground.follow('#x/restarted-at');
  const link = addressOf([
    { kind: 'live', text: configMap },
    { kind: 'live', text: configMap },
  ]);
  await playground.follow(link);
  await playground.selectStep(2);
  await page.reload();
  await expect(playground.step.getByRole('heading', { name: /^Step 2 / })).toBeVisible();
});

function managerOf(text: string | null): string {
  return /^Step \d+: ([a-z-]+?)(?:Server|Update|Merge|Create)/.exec(text ?? '')?.[1] ?? '';
}

test('going from command to command shows the settings of one step', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/restarted-at');
  for (const number of [2, 3, 2, 4]) await playground.selectStep(number);
  await expect(playground.step.getByRole('combobox', { name: 'Request' })).toHaveCount(1);
});

test('an update may leave its manager empty and give a User-Agent', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(configMap);
  await playground.addStep('Update');
  await playground.step.getByRole('combobox', { name: 'Manager' }).fill('');
  await playground.step.getByRole('textbox', { name: 'User-Agent' }).fill('okhttp/4.9.3');
  await expect(playground.stepButton(2)).toContainText('okhttp');
});

test('a step is sent at another API version of its kind', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(
    'apiVersion: autoscaling/v2 # newest\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: web\nspec:\n  maxReplicas: 3\n  scaleTargetRef:\n    apiVersion: apps/v1\n    kind: Deployment\n    name: web\n',
  );
  await playground.step.getByRole('combobox', { name: 'Request' }).selectOption('Server-side apply');
  await playground.step.getByRole('combobox', { name: 'Manager' }).fill('me');
  await playground.step.getByRole('combobox', { name: 'API version' }).selectOption('autoscaling/v1');
  await expect(playground.step).toContainText('apiVersion: autoscaling/v1 # newest');
  await expect(playground.step).toContainText('PATCH /apis/autoscaling/v1/');
});

test(
  'of many steps the selected one is in view, after a reload and wherever it is moved',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    const many = Array.from({ length: 40 }, (_, number) => ({
      kind: 'apply' as const,
      manager: `a-manager-with-a-long-name-${number}`,
      text: configMap,
    }));
    await playground.open(addressOf(many));
    await playground.selectStep(20);
    await page.reload();
    await playground.answered();
    await expect(playground.stepButton(40)).toContainText(/changed|unchanged|conflict/);
    await expect(playground.stepButton(20)).toBeInViewport({ ratio: 1 });
    await playground.stepButton(20).focus();
    for (let place = 21; place <= 30; place++) {
      await page.keyboard.press('Alt+ArrowDown');
      await expect(playground.step.getByRole('heading', { name: new RegExp(`^Step ${place} `) })).toBeVisible();
    }
    await expect(playground.stepButton(30)).toBeInViewport({ ratio: 1 });
  },
);

test('steps are reordered by dragging and by keys', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/first-configmap');
  const items = playground.steps.getByRole('listitem');
  await expect(playground.stepButton(2)).toContainText('kube-controller-manager');
  await playground.stepButton(1).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(playground.stepButton(1)).toContainText('kube-controller-manager');
  await playground.steps.getByRole('button', { name: 'Undo' }).click();
  await expect(playground.stepButton(2)).toContainText('kube-controller-manager');
  await items.nth(1).dragTo(items.nth(3));
  await expect(playground.stepButton(4)).toContainText('kube-controller-manager');
  await playground.steps.getByRole('button', { name: 'Undo' }).click();
  await expect(playground.stepButton(2)).toContainText('kube-controller-manager');
});

test('with two columns a command leaves room for what its step is called', further, async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const playground = new Playground(page);
  await playground.open('#x/apply-force@3');
  for (const name of ['first apply', 'another selector', 'with --force']) {
    const shown = playground.steps.getByText(name, { exact: true });
    expect(await shown.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }
  const list = await playground.steps.getByRole('list').boundingBox();
  for (const badge of await playground.steps.locator('.badge').all()) {
    const box = await badge.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((list?.x ?? 0) + (list?.width ?? 0));
  }
});
