import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { Playground, pasteOnPage } from './page.ts';
import { further, furtherAfterFirst, test } from './test.ts';

const conflict = `$ kubectl apply --server-side --field-manager=ci -f web.yaml
error: Apply failed with 2 conflicts: conflicts with "helm":
- .spec.template.spec.containers[name="web"].image
conflicts with "kube-controller-manager" with subresource "scale" using apps/v1:
- .spec.replicas
Please review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply
  command with the \`--force-conflicts\` flag.
`;

test('of a text that a tool printed it is said what it means, and a scenario is made', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();

  await test.step('a conflict that a terminal printed is read, explained, and becomes a scenario that ends in it', async () => {
    await page.getByRole('button', { name: 'An error' }).click();
    const dialog = page.getByRole('dialog', { name: 'Error text' });
    await dialog.getByRole('textbox', { name: 'What was pasted' }).fill(conflict);
    await expect(
      dialog.getByRole('row', { name: /kube-controller-manager by an update through \/scale/ }),
    ).toContainText('.spec.replicas');
    await expect(dialog).toContainText('as the HorizontalPodAutoscaler does');
    await expect(dialog).toContainText('Played here, its last step ends in this very message.');
    await dialog.getByRole('button', { name: 'Open as 2 steps' }).click();
    await expect(playground.stepButton(2)).toContainText('ci');
    await expect(playground.stepButton(2)).toContainText('conflict');
    await expect(playground.conflict.first()).toContainText('Apply failed with 2 conflicts: conflicts with "helm":');
  });

  await test.step('a message that no request leads to is explained alone', async () => {
    await pasteOnPage(page, 'error: admission webhook "validate.acme.io" denied the request: replicas too high');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('The admission webhook validate.acme.io refused the request');
    await expect(dialog).toContainText('No request alone leads to this message');
    await expect(dialog.getByRole('button', { name: /^Open as \d+ step/ })).toHaveCount(0);
  });
});

for (const [text, title, end] of [
  [
    'Error from server: failed to create typed patch object (shop/web; apps/v1, Kind=Deployment): .spec.replica: field not declared in schema',
    'A field that the schema does not have',
    '.spec.replica: field not declared in schema',
  ],
  ['metadata.managedFields must be nil', 'managedFields in the configuration', 'metadata.managedFields must be nil'],
  [
    'Operation cannot be fulfilled on deployments.apps "web": the object has been modified; please apply your changes to the latest version and try again',
    'Somebody else was faster',
    'the object has been modified',
  ],
] as const) {
  test(`explains: ${title}`, further, async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    await pasteOnPage(page, text);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
    await dialog.getByRole('button', { name: /^Open as \d+ step/ }).click();
    await expect(playground.step.getByRole('region', { name: 'Refused.' })).toContainText(end);
  });
}

const refused = 'error: Apply failed with 1 conflict: conflict with "hpa": .spec.replicas\n';
const live = readFileSync(fileURLToPath(new URL('fixtures/deployment-of-hpa.yaml', import.meta.url)), 'utf8');

for (const [place, [order, texts]] of (
  [
    ['the object first', [live, refused]],
    ['the message first', [refused, live]],
    ['both in one text', [`${refused}${live}`]],
    ['both in one text, the object first', [`${live}${refused}`]],
  ] as const
).entries()) {
  test(
    `a message and the live object that it is about become one scenario: ${order}`,
    furtherAfterFirst(place),
    async ({ page }) => {
      const playground = new Playground(page);
      await playground.open();
      for (const text of texts) {
        await pasteOnPage(page, text);
        // An object alone needs no dialog on the blank page.
        if (text === live && text === texts[0]) await expect(playground.result).toContainText('After step 1');
        else
          await page
            .getByRole('dialog')
            .getByRole('button', { name: /^Open as \d+ step/ })
            .click();
        await playground.answered();
      }
      await expect(playground.steps.getByRole('listitem')).toHaveCount(2);
      await expect(playground.stepButton(1)).toContainText('web');
      await expect(playground.stepButton(2)).toContainText('conflict');
      await expect(playground.conflict.first()).toContainText('conflict with "hpa": .spec.replicas');
      await expect(playground.step).toContainText('shop');
      await expect(page.getByText('example', { exact: true })).toHaveCount(0);
    },
  );
}

test('of an object whose managers are others by now it is said what is missing', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await pasteOnPage(page, live);
  await expect(playground.result).toContainText('After step 1');
  await pasteOnPage(page, refused.replace('hpa', 'helm'));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('there is no conflict about .spec.replicas of helm');
  await dialog.getByRole('button', { name: 'Open as 1 step' }).click();
  await expect(playground.steps.getByRole('listitem')).toHaveCount(2);
});
