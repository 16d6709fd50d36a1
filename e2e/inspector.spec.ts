import { expect } from '@playwright/test';
import { addressOf, Playground } from './page.ts';
import { further, test } from './test.ts';

const deployment = (replicas: string) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n${replicas}  selector:\n    matchLabels:\n      app: web\n  template:\n    metadata:\n      labels:\n        app: web\n    spec:\n      containers:\n      - name: web\n        image: nginx:1.27\n`;

async function pickLine(playground: Playground, line: string): Promise<void> {
  const found = playground.line(line).first();
  await found.scrollIntoViewIfNeeded();
  await found
    .getByText(line.split(':')[0] ?? '')
    .first()
    .click();
}

test('a field’s history names each step that set it, took it, gave it up or failed, and leads there', async ({
  page,
}) => {
  const playground = new Playground(page);
  await playground.open('#x/hpa-handover@6');
  await pickLine(playground, 'replicas: 7');
  const events = playground.field.getByRole('listitem');
  await expect(events).toHaveText(
    [
      'Step 1 kubectl set it to 3.',
      'Step 2 handover-to-hpa applied the same value and shares it.',
      'Step 3 kubectl no longer lists it; handover-to-hpa keeps it as it is.',
      'Step 4 kube-controller-manager changed it from 3 to 7 and took it from handover-to-hpa.',
      'Step 6 kubectl wanted 3 and met a conflict with kube-controller-manager.',
    ].map((text) => new RegExp(text.replaceAll('.', '\\.'))),
  );
  await playground.field.getByRole('button', { name: 'Step 2' }).click();
  await expect(playground.step.getByRole('heading', { name: /^Step 2 / })).toBeVisible();
});

test(
  'who will put a field back is said of each owner, and of none that nothing is known of',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open('#x/hpa-handover@4');
    await pickLine(playground, 'replicas: 7');
    await playground.field.getByText('Who will put it back').click();
    await expect(playground.field).toContainText(
      'The horizontal autoscaler writes it again as soon as it computes another value. The change is then overwritten, and nobody is told.',
    );
    await playground.selectStep(1);
    await pickLine(playground, 'replicas: 3');
    await expect(playground.field).toContainText('kubectl apply --server-side writes it again when somebody runs it');
    await expect(playground.field).toContainText('That ends in a conflict, unless it forces.');
  },
);

test('a value that nobody lists any more gives way to the default, and says so', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open(
    addressOf([
      { kind: 'apply', manager: 'kubectl', text: deployment('  replicas: 3\n') },
      { kind: 'apply', manager: 'kubectl', text: deployment('') },
    ]),
  );
  await playground.selectStep(2);
  await pickLine(playground, 'replicas: 1');
  await expect(playground.field).toContainText('nobody: default');
  await expect(playground.field).toContainText(
    'kubectl, its last owner, no longer lists it: the default 1 took the place of 3.',
  );
  await expect(playground.field).toContainText('1, set by the server’s own code');
});

test(
  'the panel of a field is resized by keys and closes, and says what would happen to it',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open('#x/hpa-handover@1');

    await test.step('the panel is resized by keys, and closes', async () => {
      await pickLine(playground, 'replicas: 3');
      const handle = playground.field.getByRole('separator', { name: 'Height of the field panel' });
      const before = (await playground.field.boundingBox())?.height ?? 0;
      await handle.focus();
      await page.keyboard.press('ArrowUp');
      await expect.poll(async () => (await playground.field.boundingBox())?.height ?? 0).toBeGreaterThan(before);
      await playground.field.getByRole('button', { name: 'Close' }).click();
      await expect(playground.field).toContainText('Point at a field');
    });

    await test.step('what if: each owner drops it, somebody applies, forces or updates another value', async () => {
      await pickLine(playground, 'replicas: 3');
      await playground.field.getByText('What if').click();
      const cases = playground.field.getByRole('listitem').filter({ hasText: /somebody else|without it/ });
      await expect(cases.nth(0)).toContainText('kubectl applies without it');
      await expect(cases.nth(0)).toContainText('It changes from 3 to 1; nobody owns it.');
      await expect(cases.nth(1)).toContainText('It stays 3, owned by');
      await expect(cases.nth(2)).toContainText('Apply failed with 1 conflict: conflict with "kubectl": .spec.replicas');
      await expect(cases.nth(3)).toContainText('owned by somebody else.');
      await playground.field.getByRole('textbox', { name: 'the other value, as YAML' }).fill('-1');
      await expect(cases.nth(3)).toContainText('422');
      await expect(cases.nth(3)).toContainText('must be greater than or equal to 0');
    });
  },
);

const states: readonly (readonly [line: string, state: string])[] = [
  ['kind: Deployment', 'nobody: identity'],
  ['uid:', 'nobody: system'],
  ['revisionHistoryLimit: 10', 'nobody: default'],
  ['replicas: 3', 'one owner'],
  ['image: nginx:1.27', 'shared'],
  ['app: web', 'through an atomic whole'],
];

test('the states of fields are told apart in words', further, async ({ page }) => {
  const playground = new Playground(page);
  const image =
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  template:\n    spec:\n      containers:\n      - name: web\n        image: nginx:1.27\n';
  await playground.open(
    addressOf([
      { kind: 'apply', manager: 'kubectl', text: deployment('  replicas: 3\n') },
      { kind: 'apply', manager: 'other', text: image },
    ]),
  );
  await playground.selectStep(2);
  for (const [line, state] of states) {
    await pickLine(playground, line);
    await expect(playground.field).toContainText(state);
  }
  await expect(playground.line('revisionHistoryLimit').first()).toHaveAccessibleName(/nobody: default$/);
  await playground.result.getByText('Key', { exact: true }).click();
  await expect(playground.result).toContainText('an atomic whole: a box, owned and replaced as one');
});

test('what is owned but absent is named after the line that it would be in', further, async ({ page }) => {
  const playground = new Playground(page);
  const entry =
    '{manager: a, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:k": {}, "f:gone": {}}}}';
  await playground.open(
    addressOf([
      {
        kind: 'live',
        text: `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, managedFields: [${entry}]}\ndata: {k: v}\n`,
      },
    ]),
  );
  await expect(playground.line('data:').first()).toContainText('owned but absent: .gone (a)');
});

test('the schema, what cannot change, and what last-applied believes', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open(
    addressOf([
      {
        kind: 'kubectl',
        text: 'kubectl apply -f web.yaml',
        files: { 'web.yaml': deployment('  replicas: 3\n') },
      },
      { kind: 'scale', manager: 'hpa', text: '5' },
    ]),
  );
  await playground.selectStep(2);
  await pickLine(playground, 'replicas: 5');
  await expect(playground.field).toContainText('3, which is not what is here now');
  await pickLine(playground, 'selector:');
  await expect(playground.field).toContainText('field is immutable');
  await expect(playground.field).toContainText('x-kubernetes-map-type: atomic');
});
