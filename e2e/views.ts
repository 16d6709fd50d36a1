import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { logWith, recordedLog } from '../conformance/audit/levels.ts';
import { addressOf, type Playground } from './page.ts';
import { dumpOf, listOf } from './survey-dump.ts';

/** A view of the page that is held to the promises for everybody: axe, zoom, narrow screens. */
export interface View {
  readonly name: string;
  /** Below the page's own address. */
  readonly address: string;
  /** It begins with something that is written, which stays as a draft. */
  readonly writes?: boolean;
  /** Brings the view on screen after the page was opened, and waits until it is there. */
  readonly show?: (page: Page, playground: Playground) => Promise<void>;
}

const deployment = readFileSync(
  fileURLToPath(new URL('fixtures/deployment-four-managers.yaml', import.meta.url)),
  'utf8',
);

const heading = async (page: Page, text: string | RegExp) =>
  expect(page.getByRole('heading', { name: text }).first()).toBeVisible();

/** Picks a command of the palette. */
async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox', { name: 'Commands' }).fill(name);
  await page.getByRole('listbox', { name: 'Commands' }).getByRole('option', { name }).first().click();
  await expect(page.getByRole('dialog', { name: 'Commands' })).toHaveCount(0);
}

/** Opens a dialog by its command and writes a text into it, of which it then says something. */
async function fillDialog(page: Page, name: string, text: string, shown: string): Promise<void> {
  await command(page, name);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(text);
  await expect(dialog).toContainText(shown);
}

/** Opens a text as an audit log. */
async function openAuditLog(page: Page, text: string): Promise<void> {
  await command(page, 'Open an audit log…');
  const dialog = page.getByRole('dialog', { name: 'Audit log' });
  const other = dialog.getByRole('button', { name: 'Other log…' });
  if (await other.isVisible()) await other.click();
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose files…' }).click();
  await (await choosing).setFiles({ name: 'audit.log', mimeType: 'text/plain', buffer: Buffer.from(text) });
}

/** Brings the selected step before the eyes, where a phone shows another pane. */
async function showStep(page: Page): Promise<void> {
  const tab = page.getByRole('tab', { name: 'Step', exact: true });
  if (await tab.isVisible()) await tab.click();
}

/** Picks a field of the result by its line. */
async function pickField(playground: Playground, line: string, path: string): Promise<void> {
  await playground.showResult();
  await playground.line(line).first().click();
  await expect(playground.field).toContainText(path);
}

/** Opens a view of the result by the palette, which is there on every screen. */
const result = (view: string) => async (page: Page) => {
  await command(page, `Show ${view}`);
  await expect(page.getByRole('tab', { name: new RegExp(`^${view}`) })).toHaveAttribute('aria-selected', 'true');
};

/** Opens a survey, with a file or without, and one of its views. */
const survey = (view: string, text?: string) => async (page: Page) => {
  await command(page, 'Survey many objects…');
  const region = page.getByRole('region', { name: 'Survey', exact: true });
  await expect(region.getByRole('heading', { name: 'Who owns the fields of many objects' })).toBeVisible();
  if (text === undefined) return;
  const file = { name: 'dump.json', mimeType: 'application/json', buffer: Buffer.from(text) };
  await region.locator('input[type=file]').first().setInputFiles(file);
  await expect(region.getByRole('progressbar')).toHaveCount(0);
  await region.getByRole('tab', { name: new RegExp(`^${view}`) }).click();
};

/** A manifest for the first of some objects, of another manager. */
const manifestOf = ([object]: ReturnType<typeof dumpOf>) =>
  `${JSON.stringify({ ...object, metadata: { ...object?.metadata, managedFields: undefined, labels: { by: 'another' } } })}\n`;

/** Objects of several managers, with a text that is cut. */
const dump = listOf(dumpOf(60)).slice(0, -100);

/** All views; a new one is a row. */
export const views: readonly View[] = [
  { name: 'welcome', address: '', show: (page) => heading(page, 'See who owns every field') },
  { name: 'walk-through', address: '#x/first-configmap@2' },
  { name: 'conflict', address: '#x/conflict-three-ways@3' },
  { name: 'conflict over what a policy wrote', address: '#x/same-file-conflicts@4' },
  { name: 'warning and refusal', address: '#x/field-validation@2' },
  { name: 'custom resource', address: '#x/foo-topology@1' },
  { name: 'many managers', address: '#x/eleven-updaters@12' },
  { name: 'kubectl command', address: '#x/restarted-at@2' },
  { name: 'result: requests', address: '#x/migrate-to-server-side@2', show: result('Requests') },
  { name: 'result: admission', address: '#x/pod-tolerations-priority@1', show: result('Admission') },
  { name: 'result: three-way', address: '#x/restarted-at@3', show: result('Three-way') },
  { name: 'result: migration', address: '#x/migrate-to-server-side@2', show: result('Migration') },
  { name: 'result: other way', address: '#x/two-ways-ports@2', show: result('Server-side instead') },
  { name: 'result: changes', address: '#x/conflict-three-ways@2', show: result('Changes') },
  { name: 'result: managedFields', address: '#x/eleven-updaters@12', show: result('managedFields') },
  { name: 'result: table', address: '#x/conflict-three-ways@2', show: result('Table') },
  {
    name: 'field inspector',
    address: '#x/conflict-three-ways@2',
    show: (_, playground) => pickField(playground, 'replicas: 4', '.spec.replicas'),
  },
  {
    name: 'field inspector: what if',
    address: '#x/conflict-three-ways@2',
    show: async (_, playground) => {
      await pickField(playground, 'replicas: 4', '.spec.replicas');
      // What comes in above would move what is clicked.
      await expect(playground.field.getByText('In the schema of Deployment')).toBeVisible();
      await playground.field.getByText('What if').click();
      await expect(playground.field.getByRole('textbox').first()).toBeVisible();
    },
  },
  {
    name: 'what changed between versions',
    address: addressOf([
      {
        kind: 'apply',
        manager: 'alice',
        text: 'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  externalIPs:\n  - 192.0.2.1\n  ports:\n  - port: 80\n',
      },
    ]),
    show: async (page) => {
      await command(page, 'What changed between versions');
      await page.getByRole('combobox', { name: 'Compared with' }).selectOption('v1.35');
      await expect(page.getByRole('status').getByText('1 of 1 steps')).toBeVisible();
    },
  },
  {
    name: 'hand-over',
    address: '#x/first-configmap@1',
    show: async (page, playground) => {
      await pickField(playground, 'key: ', '.data.key');
      await playground.field.getByRole('button', { name: 'Hand over…' }).click();
      await expect(page.getByRole('dialog', { name: /^Hand over/ })).toBeVisible();
    },
  },
  {
    name: 'conflict: preview',
    address: '#x/conflict-three-ways@3',
    show: async (page, playground) => {
      await showStep(page);
      await playground.step.getByRole('button', { name: 'Preview: Overwrite' }).click();
      await expect(playground.step.getByRole('region', { name: 'Preview: Overwrite' })).toBeVisible();
    },
  },
  ...(['argo-cd', 'pulumi'] as const).map(
    (tool): View => ({
      name: `conflict: in the words of ${tool}`,
      address: '#x/conflict-three-ways@3',
      show: async (page, playground) => {
        await showStep(page);
        await playground.step.getByText('In the words of kubectl').click();
        await playground.step.getByRole('combobox', { name: 'Tool' }).selectOption(tool);
        await expect(playground.step.getByText('Comes to “Overwrite”:').first()).toBeVisible();
      },
    }),
  ),
  {
    name: 'conflict: field by field',
    address: '#x/conflict-three-ways@3',
    show: async (page, playground) => {
      await showStep(page);
      await playground.step.getByRole('button', { name: 'Field by field' }).click();
      await expect(playground.step.getByRole('combobox', { name: 'Way out for .spec.replicas' })).toBeVisible();
    },
  },
  {
    name: 'force: who loses what',
    address: '#x/conflict-three-ways@6',
    show: async (page, playground) => {
      await showStep(page);
      const force = playground.step.getByRole('region', { name: 'What force does' });
      await force.getByText('What force does').click();
      await expect(force.locator('details').first()).toHaveAttribute('open', '');
    },
  },
  ...['HTTP', 'curl', 'kubectl', 'RBAC'].map(
    (form): View => ({
      name: `request as ${form}`,
      address: '#x/conflict-three-ways@3',
      show: async (page, playground) => {
        await showStep(page);
        await playground.step.getByText('PATCH /apis/apps/v1').click();
        await playground.step.getByRole('tab', { name: form, exact: true }).click();
        await expect(playground.step.getByRole('tabpanel')).toContainText(/\S/);
      },
    }),
  ),
  {
    name: 'name and sentence of a step',
    address: '#x/first-configmap@2',
    show: async (page, playground) => {
      await command(page, 'Rename the step');
      await expect(playground.step.getByRole('button', { name: 'Done' })).toBeVisible();
    },
  },
  {
    name: 'paste or open',
    address: '',
    show: (page) =>
      fillDialog(
        page,
        'Paste or open…',
        'kind: List\napiVersion: v1\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n',
        'ConfigMap',
      ),
  },
  {
    name: 'audit log',
    address: '',
    show: async (page) => {
      await openAuditLog(page, logWith('Request'));
      await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'audit log: without bodies, and lines that cannot be read',
    address: '',
    show: async (page) => {
      await openAuditLog(page, `${logWith('Metadata')}\nno JSON`);
      await page.getByText('1 line could not be read').click();
      await expect(page.getByRole('dialog')).toContainText('This log has no bodies');
    },
  },
  {
    name: 'audit log: history',
    address: '',
    show: async (page) => {
      await openAuditLog(page, recordedLog);
      await page.getByRole('dialog').getByRole('option', { name: /^api/ }).click();
      const differs = page.getByRole('listitem').filter({ hasText: 'differences' });
      await differs.locator('summary').click();
      await expect(differs.getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'error text',
    address: '',
    show: (page) =>
      fillDialog(
        page,
        'Error text…',
        'error: Apply failed with 1 conflict: conflict with "helm" using apps/v1: .spec.replicas\n',
        'Conflict with other managers',
      ),
  },
  {
    name: 'help',
    address: '',
    show: async (page) => {
      await command(page, 'Glossary…');
      await expect(page.getByRole('dialog').getByRole('term').first()).toBeVisible();
    },
  },
  {
    name: 'lessons',
    address: '',
    show: async (page) => {
      await command(page, 'Lessons…');
      await expect(page.getByRole('dialog', { name: 'Lessons' })).toContainText('0 of');
    },
  },
  {
    name: 'lesson: a task',
    address: '#l/give-up-a-field',
    show: async (page) => {
      const lesson = page.getByRole('region', { name: 'Lesson' });
      await expect(lesson).toContainText('goals met');
      await lesson.getByRole('button', { name: 'Hint' }).click();
      await lesson.getByRole('button', { name: 'Show the solution' }).click();
    },
  },
  {
    name: 'lesson: say what will happen',
    address: '#l/another-value',
    show: async (page) => {
      const lesson = page.getByRole('region', { name: 'Lesson' });
      await lesson.getByRole('button', { name: '200, the object is changed' }).click();
      await expect(lesson).toContainText('has no force');
      await lesson.getByRole('button', { name: '409' }).click();
    },
  },
  {
    name: 'lesson: find out what happened',
    address: '#l/who-scaled',
    show: async (page) => {
      const lesson = page.getByRole('region', { name: 'Lesson' });
      await lesson.getByRole('button', { name: 'An autoscaler wrote' }).click();
      await expect(lesson.getByRole('button', { name: 'Play what happened' })).toBeVisible();
    },
  },
  {
    name: 'lesson: two managers side by side',
    address: '#l/two-teams',
    show: async (page) => {
      await expect(page.getByRole('region', { name: 'The pane of platform-team' })).toContainText('owns 1 field');
    },
  },
  {
    name: 'a task of somebody’s own',
    address: '#x/first-configmap',
    show: async (page) => {
      await command(page, 'Make it a task…');
      const dialog = page.getByRole('dialog', { name: 'A task of your own' });
      await dialog.getByRole('textbox', { name: 'Field' }).fill('data.key');
      await dialog.getByRole('button', { name: 'Add the goal' }).click();
      await expect(dialog.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'drafts',
    address: '',
    writes: true,
    show: async (page, playground) => {
      await playground.write('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n');
      await expect(page).toHaveURL(/#d\//);
      await command(page, 'All drafts…');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'schema lens',
    address: '#x/conflict-three-ways@1',
    show: async (page) => {
      await showStep(page);
      await page.getByRole('button', { name: 'Schema', exact: true }).click();
      await expect(page.getByRole('tree', { name: 'Fields of Deployment' })).toBeVisible();
    },
  },
  {
    name: 'live object without managedFields',
    address: '',
    writes: true,
    show: async (_, playground) => {
      await playground.write('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  a: "1"\n');
      await playground.showResult();
      await expect(playground.result).toContainText('has no managedFields');
    },
  },
  {
    name: 'live object of four managers',
    address: '',
    writes: true,
    show: async (_, playground) => {
      await playground.write(deployment);
      await playground.showResult();
      await expect(playground.line('replicas: 5').first()).toBeVisible();
    },
  },
  {
    name: 'gallery',
    address: '',
    show: async (page) => {
      await command(page, 'Examples…');
      await expect(page.getByRole('dialog', { name: 'Examples' })).toBeVisible();
    },
  },
  {
    name: 'gallery: nothing found',
    address: '',
    show: async (page) => {
      await command(page, 'Examples…');
      await page.getByRole('combobox', { name: 'Search the examples' }).fill('quarkxyz');
      await expect(page.getByText('No example is about that')).toBeVisible();
    },
  },
  {
    name: 'palette',
    address: '#x/conflict-three-ways@3',
    show: async (page) => {
      await page.keyboard.press('ControlOrMeta+K');
      await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
    },
  },
  {
    name: 'shortcuts',
    address: '',
    show: async (page) => {
      await command(page, 'Keyboard shortcuts');
      await heading(page, 'Keyboard shortcuts');
    },
  },
  {
    name: 'menu',
    address: '',
    show: async (page) => {
      await page.getByRole('button', { name: /^(Menu|Appearance and help)$/ }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'share',
    address: addressOf([
      {
        kind: 'apply',
        manager: 'me',
        text: 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\nstringData:\n  a: b\n',
      },
      { kind: 'apply', manager: 'me', text: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n' },
    ]),
    show: async (page) => {
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Share this scenario' });
      await dialog.getByText('Values of Secrets').click();
      await dialog.getByRole('button', { name: 'Values of Secrets: its place' }).click();
      await expect(dialog.getByText('.stringData.a')).toBeVisible();
    },
  },
  { name: 'survey: empty', address: '', show: survey('') },
  ...['Objects', 'Findings', 'Heat map', 'Managers', 'Forecast', 'Upgrade', 'Not read'].map(
    (view): View => ({ name: `survey: ${view}`, address: '', show: survey(view, dump) }),
  ),
  {
    name: 'survey: the forecast of a release',
    address: '',
    show: async (page) => {
      await survey('Forecast', dump)(page);
      await page.getByLabel('Manifests of the release').fill(`${manifestOf(dumpOf(1))}---\na: [\n`);
      await page.getByLabel('Applied by').selectOption('none');
      await page.getByLabel('Compare with client-side kubectl apply').check();
      await page.getByRole('button', { name: 'Forecast', exact: true }).click();
      await page.locator('.forecast-object summary').first().click();
      await expect(page.getByRole('button', { name: 'Open as a scenario' })).toBeVisible();
    },
  },
  {
    name: 'survey: the forecast of a release is shared',
    address: '',
    show: async (page) => {
      await survey('Forecast', dump)(page);
      await page.getByLabel('Manifests of the release').fill(manifestOf(dumpOf(1)));
      await page.getByLabel('Applied by').selectOption('none');
      await page.getByRole('button', { name: 'Forecast', exact: true }).click();
      await page.locator('.forecast-object summary').first().click();
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Share the forecast' })).toContainText('and share it');
    },
  },
  {
    name: 'survey: groups, and a filter that nothing fits',
    address: '',
    show: async (page) => {
      await survey('Objects', dump)(page);
      await page.getByLabel('Group by').selectOption('manager');
      await page.getByRole('combobox', { name: 'Filter' }).fill('mangler:helm');
      await expect(page.getByText('There is no “mangler:”')).toBeVisible();
    },
  },
  {
    name: 'survey: names that are offered',
    address: '',
    show: async (page) => {
      await survey('Objects', dump)(page);
      await page.getByRole('combobox', { name: 'Filter' }).pressSequentially('kind:');
      await expect(page.getByRole('listbox', { name: 'Names that fit' })).toBeVisible();
    },
  },
  {
    name: 'survey: a finding',
    address: '',
    show: async (page) => {
      await survey('Findings', dump)(page);
      await page.locator('.finding-head').first().click();
      await page.getByText(/rules are on$/).click();
      await expect(page.getByRole('button', { name: 'Switch this rule off' })).toBeVisible();
    },
  },
  {
    name: 'survey: repairs',
    address: '',
    show: async (page) => {
      await survey('Findings', dump)(page);
      await page.getByRole('button', { name: /One manager by Apply and by Update/ }).click();
      await page.getByRole('button', { name: 'Repair all…' }).click();
      await expect(page.getByRole('button', { name: 'Save the script' })).toBeVisible();
    },
  },
  {
    name: 'survey: an object of it',
    address: '',
    writes: true,
    show: async (page, playground) => {
      await survey('Objects', dump)(page);
      await page.locator('.survey [data-line="0"]').click();
      await expect(page.getByRole('button', { name: /^Back to the survey/ })).toBeVisible();
      await playground.answered();
    },
  },
  {
    name: 'link that was cut off',
    address: '#s/1z.abcdefgh',
    show: (page) => expect(page.getByText('This link was cut off')).toBeVisible(),
  },
];

/** Opens the page and brings a view on screen. */
export async function showView(page: Page, playground: Playground, { address, show }: View): Promise<void> {
  await playground.open(address);
  await show?.(page, playground);
}
