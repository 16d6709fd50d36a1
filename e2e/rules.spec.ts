import { definition as definitionOf } from '@managed-fields/player/sample-texts';
import { expect } from '@playwright/test';
import { Playground } from './page.ts';
import { further, test } from './test.ts';

const definition = definitionOf({
  kind: 'Pool',
  spec: `            type: object
            properties:
              min: {type: integer}
              max: {type: integer}
              class: {type: string, x-kubernetes-validations: [{rule: self == oldSelf, message: class cannot change}]}
            x-kubernetes-validations:
            - rule: self.min <= self.max
              messageExpression: "self.max > 9 ? 'min is above max' : 'min is above max, which is small'"
              reason: FieldValueForbidden
              fieldPath: .min`,
});

const pool = (min: number) =>
  `apiVersion: example.com/v1\nkind: Pool\nmetadata: {name: one}\nspec: {min: ${min}, max: 3, class: a}\n`;

test('a rule in CEL refuses in the words of the server, until what it asks for is there', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.addStep('CRD');
  await playground.paste(definition);
  await expect(playground.stepButton(2)).toContainText('installed');
  await playground.addStep('Server-side apply');
  await playground.paste(pool(5));
  await expect(playground.stepButton(3)).toContainText('error');
  await expect(playground.step).toContainText(
    'Pool.example.com "one" is invalid: spec.min: Forbidden: min is above max, which is small',
  );
  await playground.paste(pool(2));
  await expect(playground.stepButton(3)).toContainText('created');
  await expect(playground.line('min: 2')).toBeVisible();

  await playground.addStep('Merge patch');
  await playground.paste('spec: {class: b}\n');
  await expect(playground.stepButton(4)).toContainText('error');
  await expect(playground.step).toContainText('spec.class: Invalid value: "b": class cannot change');
  await playground.paste('spec: {min: 1}\n');
  await expect(playground.line('min: 1')).toBeVisible();
});

test('a rule that does not compile is refused with its definition', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.addStep('CRD');
  await playground.paste(definition.replace('self.min <= self.max', 'self.least <= self.max'));
  await expect(playground.stepButton(2)).toContainText('error');
  await expect(playground.step).toContainText("undefined field 'least'");
});
