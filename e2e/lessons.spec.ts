import { expect, type Page } from '@playwright/test';
import { Playground } from './page.ts';
import { further, furtherAfterFirst, test } from './test.ts';

const lesson = (page: Page) => page.getByRole('region', { name: 'Lesson' });
const list = (page: Page) => page.getByRole('dialog', { name: 'Lessons' });

test('a lesson is found on the first page, done by a way out, and left by Back', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await page.locator('.welcome').getByRole('button', { name: 'A lesson' }).click();
  await list(page).getByRole('button', { name: 'Give a field up' }).click();
  await expect(page).toHaveURL(/#l\/give-up-a-field$/);
  await expect(lesson(page)).toContainText('3 of 4 goals met');
  await expect(page.getByRole('button', { name: 'Give a field up' })).toBeFocused();

  await test.step('hints come one by one', async () => {
    await lesson(page).getByRole('button', { name: 'Hint' }).click();
    await expect(lesson(page).getByRole('listitem').filter({ hasText: 'names the field and its owner' })).toBeVisible();
    await expect(lesson(page)).not.toContainText('does not take the value away');
    await lesson(page).getByRole('button', { name: 'Another hint' }).click();
    await expect(lesson(page)).toContainText('does not take the value away');
  });

  await test.step('a way that takes too much does not do', async () => {
    await playground.conflict.getByRole('button', { name: /^Overwrite/ }).click();
    await expect(lesson(page)).toContainText('1 of 4 goals met');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(lesson(page)).toContainText('3 of 4 goals met');
  });

  await test.step('the way out that it asks for does', async () => {
    await playground.conflict.getByRole('button', { name: /^Give it up/ }).click();
    await expect(lesson(page)).toContainText('4 of 4 goals met');
    await expect(lesson(page)).toContainText('Done with 1 request');
  });

  await test.step('what was done is kept, and can be forgotten', async () => {
    await page.reload();
    await expect(lesson(page)).toContainText('4 of 4 goals met');
    await lesson(page).getByRole('button', { name: 'All lessons' }).click();
    await expect(list(page).getByRole('button', { name: 'Give a field up' })).toContainText('Done with 1 request');
    await list(page).getByRole('button', { name: 'Forget my progress' }).click();
    await expect(list(page)).not.toContainText('Done');
    await page.keyboard.press('Escape');
  });

  await test.step('Back leads to where one came from', async () => {
    await lesson(page).getByRole('button', { name: 'Next lesson' }).click();
    await expect(page).toHaveURL(/#l\/take-it-over$/);
    await page.goBack();
    await expect(lesson(page)).toContainText('Give a field up');
    await expect(lesson(page)).toContainText('4 of 4 goals met');
  });
});

test('the fewest requests stay told after another way that takes more', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#l/give-up-a-field');
  await expect(lesson(page)).toContainText('3 of 4 goals met');
  await playground.conflict.getByRole('button', { name: /^Give it up/ }).click();
  await expect(lesson(page)).toContainText('Done with 1 request · Fewest so far: 1 request.');
  await lesson(page).getByRole('button', { name: 'Start over' }).click();
  await expect(lesson(page)).toContainText('3 of 4 goals met');
  // A label that nobody asked for, and then the file without replicas.
  await playground.addStep('Merge patch');
  await playground.paste('metadata:\n  labels:\n    app: web\n');
  await playground.selectStep(3);
  await playground.conflict.getByRole('button', { name: /^Give it up/ }).click();
  await expect(lesson(page)).toContainText('Done with 2 requests · Fewest so far: 1 request.');
  await lesson(page).getByRole('button', { name: 'All lessons' }).click();
  await expect(list(page).getByRole('button', { name: 'Give a field up' })).toContainText('Done with 1 request');
});

test('the palette finds a lesson by its title', further, async ({ page }) => {
  await new Playground(page).open();
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox', { name: 'Commands' }).fill('hand replicas over');
  const found = page.getByRole('option').filter({ hasText: 'Controllers, autoscalers and subresources · A task' });
  await found.filter({ hasText: 'Hand replicas over' }).click();
  await expect(page).toHaveURL(/#l\/hand-over-replicas$/);
  await expect(lesson(page)).toContainText('goals met');
});

test('what had happened stays as it was', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#l/give-up-a-field');
  await expect(lesson(page)).toContainText('3 of 4 goals met');
  await playground.stepButton(1).click();
  await page
    .getByRole('textbox', { name: 'Manager' })
    .or(page.getByRole('combobox', { name: 'Manager' }))
    .fill('other');
  await expect(lesson(page)).toContainText('put it back');
});

test('what will happen is said before it is played', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#l/another-value');
  await lesson(page).getByRole('button', { name: '200, the object is changed' }).click();
  await expect(lesson(page)).toContainText('and has no force');
  await lesson(page).getByRole('button', { name: '409' }).click();
  await expect(lesson(page).getByRole('button', { name: 'Play the step' })).toHaveCount(0);
  await lesson(page).getByRole('button', { name: '"green"' }).click();
  await lesson(page).getByRole('button', { name: 'It will be absent' }).click();
  await lesson(page).getByRole('button', { name: 'Play the step' }).click();
  await expect(playground.stepButton(2)).toContainText('conflict');
});

for (const [place, [name, wrong, why, right]] of (
  [
    ['another-value', '200, the object is changed', 'and has no force', '409'],
    ['which-command', 'kubectl edit', 'writes as the manager kubectl-edit', 'kubectl set image'],
  ] as const
).entries()) {
  test(
    `a choice before the engine has its answer waits for it: ${name}`,
    furtherAfterFirst(place),
    async ({ page }) => {
      let answer = () => {};
      const asked = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/assets/questions-*.js', async (route) => {
        await asked;
        await route.continue();
      });
      await page.goto(`/#l/${name}`);
      const choice = (text: string) => lesson(page).getByRole('button', { name: text });
      await choice(right).click();
      await expect(choice(right)).toHaveAttribute('aria-pressed', 'true');
      await expect(lesson(page)).toContainText('The engine works the answers out');
      // Who thinks better of it chooses another.
      await choice(wrong).press('Enter');
      await expect(choice(right)).toHaveAttribute('aria-pressed', 'false');
      answer();
      await expect(lesson(page)).toContainText(why);
      await expect(choice(wrong).getByRole('img', { name: 'Not so' })).toBeVisible();
      await choice(right).click();
      await expect(choice(right).getByRole('img', { name: 'Right' })).toBeVisible();
    },
  );
}

test('what happened is found out, and played', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#l/which-command');
  await lesson(page).getByRole('button', { name: 'kubectl edit' }).click();
  await expect(lesson(page)).toContainText('writes as the manager kubectl-edit');
  await lesson(page).getByRole('button', { name: 'kubectl set image' }).click();
  await lesson(page).getByRole('button', { name: 'Play what happened' }).click();
  await expect(playground.stepButton(2)).toContainText('kubectl set image');
});

for (const [place, width] of [1440, 1024, 390].entries()) {
  const some = furtherAfterFirst(place);
  test(
    `two managers have a pane each, and each applies what stands in its own, ${width} pixels wide`,
    some,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      const playground = new Playground(page);
      await playground.open('#l/from-helm-to-argocd');
      const side = (name: string) => page.getByRole('region', { name: `The pane of ${name}` });
      const text = (name: string) => side(name).getByRole('textbox', { name: `The configuration of ${name}` });
      await expect(side('helm')).toContainText('owns 7 fields');
      await expect(side('argocd-controller')).toContainText('owns nothing');
      await expect(text('helm')).toHaveValue(/replicas: 3/);
      await expect(text('argocd-controller')).toHaveValue('');

      const boxes = await Promise.all([side('helm').boundingBox(), side('argocd-controller').boundingBox()]);
      const [left, right] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0 });
      if (width > 800) expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
      else expect(right?.y).toBeGreaterThan(left?.y ?? 0);

      await test.step('a button applies what the other has, and writing changes that', async () => {
        await side('argocd-controller').getByRole('button', { name: 'Apply as argocd-controller' }).click();
        await expect(side('argocd-controller')).toContainText('owns 7 fields');
        const whole = await text('argocd-controller').inputValue();
        await text('argocd-controller').fill(whole.replace('replicas: 3', 'replicas: 2'));
        await expect(side('argocd-controller')).toContainText('conflict');
        await side('argocd-controller').getByRole('checkbox', { name: 'Force' }).check();
        await expect(side('argocd-controller')).toContainText('changed');
        await expect(side('helm')).toContainText('owns 6 fields');
        await expect(lesson(page)).toContainText('1 request so far');
      });

      await test.step('who writes where something has happened applies anew', async () => {
        await text('helm').fill((await text('helm').inputValue()).replace('replicas: 3', 'replicas: 2'));
        await expect(text('helm')).toHaveValue(/replicas: 2/);
        await expect(lesson(page)).toContainText('2 requests so far');
        await expect(lesson(page)).not.toContainText('put it back');
        await expect(side('helm')).toContainText('owns 7 fields');
      });
    },
  );
}

test('the panes are used by keys alone, in any order, and are there after a reload', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#l/from-helm-to-argocd');
  const side = (name: string) => page.getByRole('region', { name: `The pane of ${name}` });
  const text = side('argocd-controller').getByRole('textbox');
  const steps = playground.steps.getByRole('listitem');

  await test.step('what cannot be read, and what is emptied again, is no request that counts', async () => {
    await text.focus();
    await page.keyboard.type('a: [');
    await expect(side('argocd-controller')).toContainText('error');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await expect(lesson(page)).toContainText('No request yet');
    await expect(text).toBeFocused();
  });

  await test.step('whoever applies twice, and the other once more, has three requests', async () => {
    await lesson(page).getByRole('button', { name: 'Start over' }).press('Enter');
    await expect(steps).toHaveCount(1);
    for (const name of ['argocd-controller', 'argocd-controller', 'helm']) {
      await side(name)
        .getByRole('button', { name: `Apply as ${name}` })
        .press('Enter');
      await playground.answered();
    }
    await expect(lesson(page)).toContainText('3 requests so far');
    await expect(steps).toHaveCount(4);
  });

  await test.step('after a reload they are as they were', async () => {
    await page.reload();
    await expect(lesson(page)).toContainText('3 requests so far');
    await expect(side('argocd-controller')).toContainText('unchanged');
    await lesson(page).getByRole('button', { name: 'Start over' }).press('Enter');
    await expect(lesson(page)).toContainText('No request yet');
    await expect(steps).toHaveCount(1);
  });
});

for (const [locale, width, height] of [
  ['uk', 320, 640],
  ['zh-CN', 320, 640],
  // A screen of 1440 pixels at 200 %.
  ['en', 720, 430],
] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale, viewport: { width, height } });

    test(`both panes are reached, and all buttons of the page, ${width} × ${height}`, further, async ({ page }) => {
      await page.goto('/#l/two-teams');
      const sides = page.locator('.task-side');
      await expect(sides).toHaveCount(2);
      for (const button of await page.locator('.header').getByRole('button').all())
        await expect(button).toBeInViewport({ ratio: 1 });
      for (const part of [sides.first(), sides.last()]) {
        const box = part.getByRole('textbox');
        await box.scrollIntoViewIfNeeded();
        await expect(box).toBeInViewport();
        const force = part.getByRole('button').first();
        await force.scrollIntoViewIfNeeded();
        // The edge of the scrolled box may lie within a pixel.
        await expect(force).toBeInViewport({ ratio: 0.9 });
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  });
}

test('a task of one’s own goes by a link, and is checked where it is opened', async ({ page, context }) => {
  const playground = new Playground(page);
  await playground.open('#x/first-configmap');
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox', { name: 'Commands' }).fill('Make it a task');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'A task of your own' });
  await dialog.getByRole('textbox', { name: 'What is to be done' }).fill('Add size.');
  await dialog.getByRole('textbox', { name: 'Field' }).fill('data.size');
  await dialog.getByRole('button', { name: 'Add the goal' }).click();
  await expect(dialog.getByRole('alert')).toContainText('begins with a dot');
  await dialog.getByRole('textbox', { name: 'Field' }).fill('.data.size');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('large');
  await dialog.getByRole('button', { name: 'Add the goal' }).click();
  await expect(dialog).toContainText('.data.size is "large"');
  await dialog.getByRole('button', { name: 'Share the task' }).click();
  const share = page.getByRole('dialog').filter({ hasText: 'Share' });
  const link = share.getByText(/#s\/1d\./).first();
  const address = ((await link.textContent()) ?? (await link.inputValue())).trim();

  const other = await context.newPage();
  await other.goto(address);
  const task = other.getByRole('region', { name: 'A task' });
  await expect(task).toContainText('Add size.');
  await expect(task).toContainText('0 of 1 goals met');
});

test('a phone shows a lesson, folds it, and leaves room for the panes', further, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const playground = new Playground(page);
  await playground.open('#l/hand-over-replicas');
  await expect(lesson(page)).toContainText('goals met');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const height = await lesson(page).evaluate((element) => element.getBoundingClientRect().height);
  expect(height).toBeLessThanOrEqual(844 * 0.5);
  await lesson(page).getByRole('button', { name: 'Hand replicas over' }).click();
  await expect(lesson(page)).not.toContainText('goals met', { useInnerText: true });
});

for (const [place, name] of [
  '__proto__',
  'constructor',
  '..%2f..%2fexamples%2fprune',
  '%E0%A4%A',
  'give-up-a-field@99',
  '<b>x</b>',
  '',
].entries()) {
  test(`a link to a lesson that is rubbish opens nothing: ${name}`, furtherAfterFirst(place), async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(`/#l/${name}`);
    await expect(page.locator('.status-bar')).toHaveAttribute('data-engine', 'ready');
    await expect(page.getByRole('region', { name: 'Lesson' })).toHaveCount(0);
    await expect(page.getByRole('alert').or(page.locator('.banners')).first()).toContainText(/\S/);
    expect(errors).toEqual([]);
  });
}

test('a lesson whose file is something else says so', further, async ({ page }) => {
  await page.route('**/lessons/give-up-a-field.json', (route) => route.fulfill({ json: null }));
  await page.goto('/#l/give-up-a-field');
  await expect(page.locator('.banners')).toContainText('give-up-a-field');
});

test('a lesson that is not there says so', further, async ({ page }) => {
  await new Playground(page).open('#l/no-such-lesson');
  await expect(page.getByText('There is no lesson called “no-such-lesson”.')).toBeVisible();
});
