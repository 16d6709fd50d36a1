import { definition as definitionOf } from '@managed-fields/player/sample-texts';
import { expect } from '@playwright/test';
import { Playground } from './page.ts';
import { further, test, withMonaco } from './test.ts';

const definition = definitionOf({
  ofDefinition: `  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1]
      clientConfig: {url: "https://example.com/convert"}
`,
  spec: `            type: object
            properties:
              size: {type: integer}`,
});

test('what a kind has and is not modelled is said wherever the kind is used', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.addStep('CRD');
  await playground.paste(definition);
  await playground.addStep('Create');
  await playground.paste('apiVersion: example.com/v1\nkind: Foo\nmetadata:\n  name: one\nspec:\n  size: 3\n');
  await expect(playground.line('size: 3')).toBeVisible();
  await expect(playground.result).toContainText('Foo converts between its versions by a webhook');
});

test('what is odd about a pasted object is said', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();

  await test.step('a custom resource without a definition says that its schema is deduced', async () => {
    await playground.paste('apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: one\nspec:\n  size: 3\n');
    await expect(playground.result).toContainText('The definition of Widget is missing');
  });

  await test.step('of several documents only the first counts, which is said', async () => {
    await playground.paste(
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n---\napiVersion: v1\nkind: Secret\n',
    );
    await expect(playground.result).toContainText('This text holds 2 documents; only the first counts.');
  });
});

const older = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  managedFields:
  - manager: ancient
    operation: Update
    apiVersion: v1
    time: "2019-11-03T10:00:00+02:00"
    fields:
      f:data:
        f:colour: {}
data:
  colour: green
`;

test.describe('with Monaco', () => {
  test.use(withMonaco);

  test('managedFields in the form of Kubernetes 1.16 are read, drawn and marked as old', further, async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    await playground.paste(older);
    await expect(playground.result).toContainText('managedFields of ancient is in the form of Kubernetes 1.16');
    await expect(playground.line('colour: ')).toHaveAccessibleName(/owned by ancient \(Update\)$/);
    await expect(playground.step.locator('.mf-bar-letter.l-a')).toBeVisible();
    await playground.line('colour: ').getByText('colour').first().hover();
    await expect(page.getByRole('tooltip')).toContainText('2019-11-03 08:00:00 UTC');
  });
});
