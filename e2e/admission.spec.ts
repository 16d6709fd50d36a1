import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { addressOf, Playground } from './page.ts';
import { further, test } from './test.ts';

const axe = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
};

test('what a policy wrote is marked, told of, and listed by the plugin', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/replicas-by-policy@3');

  await test.step('a value of somebody that is not what was sent', async () => {
    const value = playground.line('replicas: 5').first();
    await expect(value.locator('.mf-admitted.mf-tint')).toHaveCount(1);
    await value.click();
    await expect(playground.field).toContainText('by the policy hold-replicas.');
    await expect(playground.field).toContainText(
      'alice set it to 3. The admission policy hold-replicas set it to 5 in place of 3.',
    );
  });

  await test.step('one that belongs to nobody', async () => {
    await playground.selectStep(5);
    await expect(playground.line('replicas: 5').locator('.mf-admitted.mf-unowned')).toHaveCount(1);
    await expect(playground.field).toContainText('nobody: admission');
    await expect(playground.field).toContainText(
      'alice no longer lists it. The admission policy hold-replicas set it to 5 in place of 1.',
    );
    await page.getByText('Key', { exact: true }).click();
    await expect(playground.result.getByText('grey with dashes below was written by admission')).toBeVisible();
    await page.getByText('Key', { exact: true }).click();
  });

  await test.step('the tab, which keys reach and which scrolls by itself', async () => {
    await page.getByRole('tab', { name: 'Object', exact: true }).focus();
    await page.keyboard.press('End');
    await expect(page.getByRole('tab', { name: 'Admission' })).toHaveAttribute('aria-selected', 'true');
    const tab = playground.result.getByRole('region', { name: 'Admission' });
    await expect(tab.getByRole('listitem').filter({ hasText: 'by the policy hold-replicas changed' })).toContainText(
      '.spec.replicas 1 → 5',
    );
    await expect(tab).toContainText('Validated, and stored');
    await page.keyboard.press('Tab');
    await expect(tab).toBeFocused();
    const [above, field] = [await tab.boundingBox(), await playground.field.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((field?.y ?? 0) + 1);
    await axe(page);
  });
});

test('a conflict over what a policy wrote says who sent what, and what ends it', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/same-file-conflicts@4');
  await expect(playground.conflict).toContainText(
    'alice sent nginx:1.27 for .spec.template.spec.containers[name="web"].image, as bob does now. ' +
      'The admission policy own-registry made it registry.local/nginx:1.27 afterwards',
  );
  await axe(page);
  await playground.conflict.getByRole('button', { name: /^Share it/ }).focus();
  await page.keyboard.press('Enter');
  await playground.answered();
  await expect(playground.stepButton(4)).toContainText('changed');
});

test(
  'a plain API server writes nothing into a Pod, and the menu of the version chooses it',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open('#x/pod-tolerations-priority@1');
    await expect(page.locator('.status-bar')).toContainText('Cluster as installed');
    await expect(playground.line('priority: 0').locator('.mf-admitted')).toHaveCount(1);
    await page.getByRole('button', { name: 'Kubernetes version' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemradio', { name: 'Plain API server' }).press('Enter');
    await playground.answered();
    await expect(page.locator('.status-bar')).toContainText('Plain API server');
    await expect(playground.line('priority: 0')).toHaveCount(0);
    await expect(page.getByRole('tab', { name: 'Admission' })).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Z');
    await playground.answered();
    await expect(page.getByRole('tab', { name: 'Admission' })).toHaveCount(1);
  },
);

test('a user is named among the settings of a step, and roles refuse what he may not do', async ({ page }) => {
  const role = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader, namespace: default}
rules: [{apiGroups: [""], resources: [configmaps], verbs: [get]}]`;
  const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cm, namespace: default}\ndata: {a: "1"}';
  const playground = new Playground(page);
  await playground.open(
    addressOf([
      { kind: 'create', text: role },
      { kind: 'apply', manager: 'jane', text: map },
    ]),
  );
  await playground.selectStep(2);
  await expect(playground.stepButton(2)).toContainText('created');
  const user = page.getByRole('textbox', { name: 'User', exact: true });

  await test.step('refused with the words of the server', async () => {
    await user.fill('jane, dev');
    await expect(playground.stepButton(2)).toContainText('error');
    await expect(page.getByText('User "jane" cannot patch resource "configmaps"').first()).toBeVisible();
    await expect(user).toHaveValue('jane, dev');
  });

  await test.step('what is typed stays as it is while it means the same', async () => {
    await user.fill('jane,dev, ');
    await expect(user).toHaveValue('jane,dev, ');
    await playground.selectStep(1);
    await playground.selectStep(2);
    await expect(user).toHaveValue('jane, dev');
  });

  await test.step('nobody is an administrator', async () => {
    await user.fill('');
    await expect(playground.stepButton(2)).toContainText('created');
  });
});
