import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { addressOf, Playground } from './page.ts';
import { further, test, withMonaco } from './test.ts';

const axe = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
};

const policy = (expression: string) => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: few}
spec:
  failurePolicy: Fail
  matchConstraints:
    resourceRules:
    - {apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}
  validations:
  - expression: ${expression}`;

/** The list of completions. */
function suggestions(page: Page): Locator {
  return page.locator('.suggest-widget.visible .monaco-list-row');
}

test.describe('in the editor', () => {
  test.use(withMonaco);

  test(
    'an expression of a policy is completed, explained, and marked where the server refuses it',
    further,
    async ({ page }) => {
      const playground = new Playground(page);
      await playground.open();
      await playground.addStep('Server-side apply');
      await expect(playground.step.locator('.monaco-editor').first()).toBeVisible();

      await test.step('fields of the kind that the policy matches, then functions', async () => {
        await playground.paste(policy('object.spec'));
        await page.keyboard.type('.');
        await expect(suggestions(page).filter({ hasText: 'replicas' })).toBeVisible();
        await page.keyboard.type('repl');
        await expect(suggestions(page)).toHaveCount(1);
        await page.keyboard.press('Enter');
        await page.keyboard.type(' <= 3 && object.metadata.name.startsW', { delay: 20 });
        await expect(suggestions(page).first()).toContainText('startsWith');
        await page.keyboard.press('Enter');
        await page.keyboard.type("'a')");
        await page.keyboard.press('Escape');
        await expect(playground.step.locator('.view-lines')).toContainText(
          "object.spec.replicas <= 3 && object.metadata.name.startsWith('a')",
        );
        await expect(playground.stepButton(2)).toContainText('created');
      });

      await test.step('what a name is', async () => {
        await playground.step.locator('.view-lines').getByText('startsWith', { exact: false }).last().hover();
        await expect(page.locator('.monaco-hover').filter({ hasText: '.' }).first()).toBeVisible();
      });

      await test.step('an error at its place', async () => {
        await playground.paste(policy('object.spec.replicas <= most'));
        await expect(playground.stepButton(2)).toContainText('error');
        const marked = playground.step.locator('.squiggly-error');
        await expect(marked).toHaveCount(1);
        const placed = async () => {
          const [mark, line] = [
            await marked.boundingBox(),
            await playground.step.locator('.view-line').last().boundingBox(),
          ];
          // As wide as `most`, at the end of the line. It is drawn anew once all checks were made.
          return mark !== null && line !== null && mark.width < 45 && mark.x > line.x + 200;
        };
        await expect.poll(placed).toBe(true);
      });
    },
  );

  test('an empty step offers skeletons in its completions', further, async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    await playground.addStep('Server-side apply');
    await expect(playground.step.locator('.monaco-editor').first()).toBeVisible();
    await playground.paste('Muta');
    await page.keyboard.press('ControlOrMeta+Space');
    await suggestions(page).filter({ hasText: 'MutatingAdmissionPolicy' }).first().click();
    await expect(playground.stepButton(2)).toContainText('created');
    await expect(playground.line('reinvocationPolicy: Never')).toBeVisible();
  });
});

test('a policy begins with a skeleton that works', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.steps.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('menuitem', { name: /^Policy or webhook/ }).click();
  const strip = playground.step.getByRole('note').filter({ hasText: 'Begin with a skeleton that works' });
  await expect(strip.getByRole('button')).toHaveCount(6);
  await axe(page);
  await strip.getByRole('button', { name: 'ValidatingAdmissionPolicy', exact: true }).click();
  await expect(playground.stepButton(2)).toContainText('created');
  await expect(strip).toHaveCount(0);
  await playground.paste('kind: ValidatingAdmissionPolicyBinding\n');
  await playground.step.getByRole('button', { name: 'Fill in a skeleton that works' }).click();
  await expect(playground.stepButton(2)).toContainText('created');
  await expect(playground.line('policyName: example')).toBeVisible();
});

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec: {containers: [{name: c, image: d}]}
`;
const webhook = `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata:
  name: mesh
webhooks:
- name: mesh.example.com
  admissionReviewVersions: [v1]
  sideEffects: None
  clientConfig: {url: "https://mesh.example.com/"}
  rules: [{apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments]}]
`;

test(
  'what a webhook does is deduced from an object as applied and as stored, and then played',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    const apply = (text: string) => ({ kind: 'apply', manager: 'm', text });
    await playground.open(addressOf([apply(webhook), apply(deployment)]));
    await playground.selectStep(1);
    await playground.step.getByRole('button', { name: 'Deduce it from a pair' }).click();
    const dialog = page.getByRole('dialog', { name: 'What a webhook does' });
    await expect(dialog.getByRole('combobox', { name: 'As applied' })).toContainText(
      'Step 2: apps/v1 Deployment default/web',
    );
    await expect(dialog).toContainText('Give both objects.');
    const stored = dialog.getByRole('textbox', { name: 'As stored' });

    await stored.fill(deployment.replace('kind: Deployment', 'kind: StatefulSet'));
    await expect(dialog).toContainText('These are two different objects');
    await stored.fill(deployment.replace('{name: web}', '{name: web, uid: abc, labels: {mesh: "on"}}'));
    await expect(dialog).toContainText('It merges this apply configuration into the object:');
    await expect(dialog).toContainText('Applied here with it, the object is just as it was stored.');
    await expect(dialog).toContainText('It is then your statement');
    await expect(dialog.getByRole('region')).toHaveText(/metadata:\s+labels:\s+mesh: "?on"?/);
    await axe(page);

    await dialog.getByRole('button', { name: 'Write it into the step' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(playground.line('playground.managedfields/effect.mesh.example.com').first()).toBeVisible();
    await playground.selectStep(2);
    await expect(playground.line('mesh:').first()).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Admission' })).toHaveCount(1);
    await page.keyboard.press('ControlOrMeta+Z');
    await playground.answered();
    await expect(playground.line('mesh:')).toHaveCount(0);
  },
);
