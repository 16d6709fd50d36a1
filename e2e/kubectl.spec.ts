import { expect, type Locator } from '@playwright/test';
import { expectCopied, Playground, replaceText } from './page.ts';
import { further, test, withMonaco } from './test.ts';

test('a command line with a file plays as kubectl does, and its output stands beneath', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  a: "1"\n');
  await expect(playground.stepButton(1)).toContainText('read');
  await playground.addStep('kubectl command');
  const line = playground.step.getByRole('textbox', { name: 'Command line' });
  await expect(line).toHaveValue('kubectl apply -f settings.yaml');
  const terminal = playground.step.getByRole('region', { name: 'Terminal' });
  await expect(terminal).toContainText('configmap/settings configured');
  await replaceText(
    playground.step.getByRole('textbox', { name: 'YAML of file settings.yaml' }),
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  a: "2"\n',
  );
  await expect(playground.line('a: "2"')).toBeVisible();
  await line.fill('kubectl apply --server-side -f settings.yaml --force-conflicts --dry-run=server');
  await expect(terminal).toContainText('configmap/settings serverside-applied (server dry run)');
});

const map = (a: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  a: "${a}"\n`;

/** The editor of a file, which takes the place of the static view once that has the focus. */
async function editorOf(step: Locator, file: string): Promise<Locator> {
  await step.locator('.editor-static [role=listbox]').focus();
  return step.getByRole('textbox', { name: `YAML of file ${file}` });
}

test(
  'a file that a command lacks is added, renamed with its place in the line, and taken away',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    await playground.addStep('kubectl command');
    const { step } = playground;
    const line = step.getByRole('textbox', { name: 'Command line' });
    const terminal = step.getByRole('region', { name: 'Terminal' });
    const tab = (name: string) => step.getByRole('tab', { name, exact: true });
    await line.fill('kubectl apply -f web.yaml');
    await expect(step.getByRole('note').filter({ hasText: 'a file that is not there: web.yaml' })).toBeVisible();
    await step.getByRole('button', { name: 'Add it' }).click();
    await replaceText(step.getByRole('textbox', { name: 'YAML of file web.yaml' }), map('1'));
    await expect(terminal).toContainText('configmap/settings created');
    await test.step('another name', async () => {
      await step.getByRole('button', { name: 'Rename…' }).click();
      const name = step.getByRole('textbox', { name: 'Name of the file' });
      await expect(name).toBeFocused();
      const refusals = [
        ['', 'A file needs a name.'],
        ['a/', 'A name that ends like this is that of a folder.'],
        ['a\u202eb', 'The name holds a character that nobody sees.'],
        ['x'.repeat(300), 'longer than 255 bytes'],
      ] as const;
      for (const [wanted, reason] of refusals) {
        await name.fill(wanted);
        await name.press('Enter');
        await expect(step.getByRole('alert')).toContainText(reason);
        await expect(name).toHaveAccessibleDescription(new RegExp(reason.slice(0, 20)));
      }
      await name.fill('__proto__');
      await name.press('Enter');
      await expect(tab('__proto__')).toBeVisible();
      await expect(line).toHaveValue('kubectl apply -f __proto__');
      await expect(terminal).toContainText('configmap/settings created');
      await expect(step.getByRole('button', { name: 'Add file' })).toBeFocused();
    });
    await test.step('standard input', async () => {
      await step.getByRole('button', { name: 'Rename…' }).click();
      await step.getByRole('combobox', { name: 'What it is' }).selectOption('Standard input');
      await step.getByRole('button', { name: 'Rename', exact: true }).click();
      await expect(tab('Standard input')).toBeVisible();
      await expect(line).toHaveValue('kubectl apply -f -');
      await expect(terminal).toContainText('configmap/settings created');
    });
    await test.step('taken away, and back again by undo', async () => {
      await step.getByRole('button', { name: 'Remove file' }).click();
      await expect(terminal).toContainText('error: no objects passed to apply');
      await expect(step.getByRole('button', { name: 'Write standard input' })).toBeVisible();
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await expect(terminal).toContainText('configmap/settings created');
    });
  },
);

test(
  'a file that a command wrote is shown to the next one, and is its own once it is changed',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    await playground.addStep('kubectl command');
    const { step } = playground;
    const line = step.getByRole('textbox', { name: 'Command line' });
    await line.fill('kubectl create configmap c --from-literal=a=1 --dry-run=client -o yaml > c.yaml');
    await playground.addStep('kubectl command');
    await line.fill('kubectl apply -f c.yaml');
    await expect(step.getByRole('region', { name: 'Terminal' })).toContainText('configmap/c created');
    await expect(step.getByText('From a command before this one')).toBeVisible();
    const editor = await editorOf(step, 'c.yaml');
    await expect(editor).toHaveValue(/a: "1"/);
    await replaceText(editor, map('2'));
    await expect(step.getByText('From a command before this one')).toBeHidden();
    await expect(step.getByRole('region', { name: 'Terminal' })).toContainText('configmap/settings created');
  },
);

test('kubectl edit opens its text to be changed, and does nothing until then', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open();
  await playground.paste(map('1'));
  await playground.addStep('kubectl command');
  const { step } = playground;
  const terminal = step.getByRole('region', { name: 'Terminal' });
  await step.getByRole('textbox', { name: 'Command line' }).fill('kubectl edit configmap settings');
  await expect(terminal).toContainText('Edit cancelled, no changes made.');
  await step.getByRole('button', { name: 'Edit the text' }).click();
  const text = await editorOf(step, '$EDITOR: the text after editing');
  await expect(text).toHaveValue(/^# Please edit the object below\. .*\n(?:#.*\n)+apiVersion: v1\ndata:\n {2}a: "1"\n/);
  await expect(terminal).toContainText('Edit cancelled, no changes made.');
  await text.fill((await text.inputValue()).replace('"1"', '"2"'));
  await expect(terminal).toContainText('configmap/settings edited');
  await expect(playground.line('a: "2"')).toBeVisible();
});

test(
  'here-documents, pipes and several commands are run; other programs are named and nothing is',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open();
    await playground.addStep('kubectl command');
    const { step } = playground;
    const line = step.getByRole('textbox', { name: 'Command line' });
    const terminal = step.getByRole('region', { name: 'Terminal' });
    await line.fill(`kubectl apply -f - <<EOF\n${map('1')}EOF\nkubectl get cm settings -o name`);
    await expect(terminal).toContainText('configmap/settings created\nconfigmap/settings');
    await expect(playground.line('a: "1"')).toBeVisible();
    await line.fill("echo '{kind: ConfigMap, apiVersion: v1, metadata: {name: piped}}' | kubectl create -f -");
    await expect(terminal).toContainText('configmap/piped created');
    await line.fill('kubectl get cm -o yaml | sed s/a/b/ | kubectl replace -f -');
    await expect(terminal).toContainText('sed is not run here');
    await expect(terminal).not.toContainText('exit code');
    await expect(playground.stepButton(2)).toContainText('not played');
    await line.fill(`cat <<'EOF' | kubectl apply -f -\n${map('3')}EOF`);
    await expect(terminal).toContainText('configmap/settings created');
    await step.getByRole('button', { name: 'Edit it as standard input' }).click();
    await expect(line).toHaveValue('kubectl apply -f -');
    await expect(await editorOf(step, 'Standard input')).toHaveValue(map('3'));
    await expect(terminal).toContainText('configmap/settings created');
  },
);

test(
  'a new command begins with what was declared before it, so that last-applied holds no defaults',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open('#x/restarted-at@1');
    await playground.addStep('kubectl command');
    const { step } = playground;
    await expect(step.getByRole('region', { name: 'Terminal' })).toContainText('deployment.apps/web unchanged');
    await expect(await editorOf(step, 'web.yaml')).not.toHaveValue(/revisionHistoryLimit/);
    const lastApplied = playground.line('"apiVersion":"apps/v1"');
    await expect(lastApplied).toBeVisible();
    await expect(lastApplied).not.toContainText('revisionHistoryLimit');
    await expect(playground.line('revisionHistoryLimit: 10')).toBeVisible();
  },
);

const refused: readonly (readonly [what: string, line: string, words: string])[] = [
  ['an unclosed quote', 'kubectl apply -f "web.yaml', 'Unterminated quoted string'],
  ['a missing file', 'kubectl apply -f other.yaml', 'error: the path "other.yaml" does not exist'],
  ['an unknown flag', 'kubectl apply -f web.yaml --nope', 'unknown flag: --nope'],
  ['an old spelling', 'kubectl apply -f web.yaml --override', '--override is called --overwrite'],
];

test(
  'a command that cannot be run is refused in the terminal, and the steps around it stay',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open('#x/restarted-at@3');
    for (const [what, line, words] of refused) {
      await playground.step.getByRole('textbox', { name: 'Command line' }).fill(line);
      await expect(playground.step.getByRole('region', { name: 'Terminal' }), what).toContainText(words);
      await expect(playground.stepButton(3), what).toContainText('error');
      await expect(playground.stepButton(2), what).toContainText('changed');
      await expect(playground.line('kubectl.kubernetes.io/restartedAt'), what).toHaveAccessibleName(/kubectl-rollout/);
    }
  },
);

test('the three-way view says of each field what apply does with it, and why', async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/restarted-at@3');
  await playground.result.getByRole('tab', { name: 'Three-way' }).click();
  const field = (path: string) => playground.result.getByRole('rowgroup').filter({ hasText: path });
  const replicas = field('.spec.replicas').getByRole('cell');
  await expect(replicas).toHaveText(['2', '3', '2', /^set the file changed it/]);
  const annotation = field('.spec.template.metadata.annotations').getByRole('cell');
  await expect(annotation.nth(3)).toHaveText(/^left alone kubectl-rollout set it and apply never did/);
  await expect(field('.spec.revisionHistoryLimit')).toHaveCount(0);
  await playground.result.getByRole('checkbox', { name: 'all fields' }).check();
  await expect(field('.spec.revisionHistoryLimit').getByRole('cell').nth(3)).toHaveText(/a default$/);
  const patch = playground.result.getByRole('region', { name: 'The patch' });
  await expect(patch.getByRole('option', { name: '$setElementOrder/containers' })).toContainText(
    'the order of the items that the file names',
  );
});

test('restartedAt goes away by null in the file, and by a patch to null', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/restarted-at');
  for (const step of [4, 6]) {
    await playground.selectStep(step - 1);
    await expect(playground.line('kubectl.kubernetes.io/restartedAt')).toHaveCount(1);
    await playground.selectStep(step);
    await expect(playground.line('image: nginx:1.27')).toBeVisible();
    await expect(playground.line('kubectl.kubernetes.io/restartedAt')).toHaveCount(0);
  }
});

test(
  'a migration shows its four requests, each opening with what it sent and the managers after it',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open('#x/migrate-to-server-side@2');
    await playground.result.getByRole('tab', { name: /^Requests/ }).click();
    const requests = playground.result.getByRole('list', { name: 'Requests' }).getByRole('button');
    await expect(requests).toHaveCount(4);
    await expect(playground.result.getByText('Managers before')).toContainText('kubectl-client-side-apply Update');
    const entries = playground.result.getByRole('list', { name: 'Requests' }).getByRole('listitem');
    await expect(entries.nth(0)).toContainText('kubectl-client-side-apply Update');
    await expect(entries.nth(3)).not.toContainText('kubectl-client-side-apply');
    const managers = playground.result.getByRole('group', { name: 'Managers' }).getByRole('button');
    await requests.nth(0).click();
    await expect(managers).toContainText(['kubectl', 'kubectl-client-side-apply', 'nobody']);
    await requests.nth(2).click();
    await expect(playground.result.getByRole('region', { name: 'Sent' })).toContainText('application/json-patch+json');
    await expect(playground.result.getByRole('region', { name: 'Sent' })).toContainText('/metadata/managedFields');
    await requests.nth(3).click();
    await expect(managers).toContainText(['kubectl', 'kubectl-last-applied', 'nobody']);
  },
);

test(
  'client-side and server-side stand beside one another: what differs in values and owners',
  further,
  async ({ page }) => {
    const playground = new Playground(page);
    await playground.open('#x/restarted-at@3');
    await playground.result.getByRole('tab', { name: 'Server-side instead' }).click();
    const differences = playground.result.getByRole('table', { name: 'What differs' });
    const replicas = differences.getByRole('rowgroup').filter({ hasText: '.spec.replicas' }).getByRole('cell');
    await expect(replicas.nth(0)).toContainText('kubectl-client-side-apply');
    await expect(replicas.nth(1)).toHaveText(/^3\s*.?kubectl$/);
    await expect(playground.result.getByRole('region', { name: 'Terminal' })).toContainText('serverside-applied');
  },
);

test('what client-side apply believes it owns is a layer of its own on the object', further, async ({ page }) => {
  const playground = new Playground(page);
  await playground.open('#x/restarted-at@2');
  const image = playground.line('image: nginx');
  await expect(image).not.toHaveAccessibleName(/in last-applied/);
  await playground.result.getByRole('button', { name: 'last-applied', exact: true }).click();
  await expect(playground.result).toContainText('what client-side apply believes it owns: 5 fields');
  await expect(image).toHaveAccessibleName(/in last-applied/);
  await expect(playground.line('kubectl.kubernetes.io/restartedAt')).not.toHaveAccessibleName(/in last-applied/);
});

test('the migration view says what is deleted, what stays stuck under whom, and how to free it', async ({ page }) => {
  const playground = new Playground(page);
  const part = (name: string) => playground.result.getByRole('region', { name, exact: true });
  await playground.open('#x/migrate-after-scale@4');
  await playground.result.getByRole('tab', { name: 'Migration' }).click();
  await expect(part('Deleted')).toContainText('No field is deleted.');
  await expect(part('Stuck')).toContainText('kubectl Update /scale');
  await expect(part('Stuck').getByRole('listitem')).toHaveText('.spec.replicas 5');
  await expect(part('Stuck')).toContainText('apply it with another value and --force-conflicts');
  await expect(part('Stuck')).toContainText('"path":"/metadata/managedFields/2"');
  await expect(part('The patch that hands the fields over')).toContainText('/metadata/managedFields');
  await part('The patch that hands the fields over').getByRole('button', { name: 'Copy' }).click();
  await expectCopied(page, /"op": "replace"/);
  await playground.open('#x/migrate-other-manager@2');
  await playground.result.getByRole('tab', { name: 'Migration' }).click();
  await expect(playground.result).toContainText('Refused for conflicts. With --force-conflicts: pipeline takes');
  await expect(part('Deleted').getByRole('listitem')).toHaveText('.data.size large');
  await expect(part('Back to client-side')).toContainText('set-last-applied --create-annotation');
});

test.describe('with Monaco', () => {
  test.use(withMonaco);

  test(
    'a document that cannot be read is marked in its file, and the one before it is applied',
    further,
    async ({ page }) => {
      const playground = new Playground(page);
      await playground.open('#x/two-ways-removal@1');
      const good = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n';
      await replaceText(
        playground.step.getByRole('textbox', { name: 'YAML of file settings.yaml' }),
        `${good}---\nkind: ConfigMap\n  bad: indent\n`,
      );
      const terminal = playground.step.getByRole('region', { name: 'Terminal' });
      await expect(terminal).toContainText('configmap/settings created');
      await expect(terminal).toContainText('error parsing settings.yaml: error converting YAML to JSON');
      await expect(playground.step.locator('.squiggly-error').first()).toBeVisible();
    },
  );
});
