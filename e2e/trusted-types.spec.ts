import { expect, type Page } from '@playwright/test';
import { serveHostPages } from './host/server.ts';
import { Playground } from './page.ts';
import { further, test, withMonaco } from './test.ts';

/** The names of the policies that a page makes, as it makes them. */
async function recordPolicies(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const { TrustedTypePolicyFactory } = window as unknown as {
      TrustedTypePolicyFactory: { prototype: { createPolicy(name: string, rules: object): object } };
    };
    const made: string[] = [];
    const { createPolicy } = TrustedTypePolicyFactory.prototype;
    TrustedTypePolicyFactory.prototype.createPolicy = function (name, rules) {
      made.push(name);
      return createPolicy.call(this, name, rules);
    };
    Object.assign(window, { made });
  });
  return () => page.evaluate(() => Reflect.get(window, 'made'));
}

/** Tries to use texts as markup and as addresses of scripts, and returns the error that each try ends in. */
function misuse(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const outcome = (act: () => unknown) => {
      try {
        act();
        return 'allowed';
      } catch (error) {
        return error instanceof Error ? error.name : String(error);
      }
    };
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): object };
    };
    return [
      outcome(() => {
        document.body.innerHTML = '<b>';
      }),
      outcome(() => new Worker('./assets/any.js')),
      outcome(() => document.createElement('script').setAttribute('src', './theme.js')),
      outcome(() => trustedTypes.createPolicy('default', { createHTML: (text: string) => text })),
      outcome(() => trustedTypes.createPolicy('own-script', { createScriptURL: (text: string) => text })),
    ];
  });
}

test('an embed makes one policy, and no text becomes markup or a script', async ({ page, breaches }) => {
  const policies = await recordPolicies(page);
  await page.goto('/embed.html#x/conflict-three-ways@3');
  await expect(page.locator('.embed')).toHaveAttribute('aria-busy', 'false');
  expect(await policies()).toEqual(['own-script']);
  expect(breaches).toEqual([]);
  expect(await misuse(page)).toEqual(Array(5).fill('TypeError'));
  expect(breaches.splice(0)).not.toEqual([]);
});

test('a host that allows no policy at all can have the element', further, async ({ page, baseURL }) => {
  const host = await serveHostPages(baseURL ?? '');
  for (const script of ['src="PLAYGROUND/embed.js"', 'type="module" src="PLAYGROUND/embed.mjs"']) {
    host.show(
      'trusting.html',
      `<!doctype html><meta http-equiv="Content-Security-Policy"
        content="require-trusted-types-for 'script'; trusted-types 'none'"><title>A host</title>
      <script ${script}></script>
      <managed-fields-playground loading="click" title="One manager">
        <script type="application/yaml" data-manager="me">{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}</script>
      </managed-fields-playground>`,
    );
    await page.goto(host.address('trusting.html'));
    await page.getByRole('button', { name: 'One manager' }).click();
    const element = page.locator('managed-fields-playground');
    await expect(element.locator('iframe')).not.toHaveAttribute('inert');
    await expect(element.frameLocator('iframe').getByText('kind: ConfigMap').first()).toBeVisible();
  }
  await host.close();
});

test.describe('with Monaco', () => {
  test.use(withMonaco);

  test('the page makes its three policies, and no text becomes markup or a script', async ({ page, breaches }) => {
    const policies = await recordPolicies(page);
    const playground = new Playground(page);
    await playground.open('#x/conflict-three-ways@3');
    await playground.step.locator('.view-line').getByText('apiVersion').hover();
    await expect(page.locator('.monaco-hover').getByText('apiVersion').first()).toBeVisible();
    expect(await policies()).toEqual(['own-script', 'monaco', 'dompurify']);
    expect(breaches).toEqual([]);
    expect(await misuse(page)).toEqual(Array(5).fill('TypeError'));
    expect(breaches.splice(0)).not.toEqual([]);
  });
});
