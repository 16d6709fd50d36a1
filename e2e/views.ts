import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type { Playground } from './page.ts';

/** A view of the page that is held to the promises for everybody: axe, zoom, narrow screens. */
export interface View {
  readonly name: string;
  /** Below the page's own address. */
  readonly address: string;
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
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Opens a view of the result by the palette, which is there on every screen. */
const result = (view: string) => async (page: Page) => {
  await command(page, `Show ${view}`);
  await expect(page.getByRole('tab', { name: new RegExp(`^${view}`) })).toHaveAttribute('aria-selected', 'true');
};

/** All views; a new one is a row. */
export const views: readonly View[] = [
  { name: 'welcome', address: '', show: (page) => heading(page, 'See who owns every field') },
  { name: 'walk-through', address: '#x/first-configmap@2' },
  { name: 'conflict', address: '#x/conflict-three-ways@3' },
  { name: 'warning and refusal', address: '#x/field-validation@2' },
  { name: 'custom resource', address: '#x/foo-topology@1' },
  { name: 'many managers', address: '#x/eleven-updaters@12' },
  { name: 'kubectl command', address: '#x/restarted-at@2' },
  { name: 'result: requests', address: '#x/migrate-to-server-side@2', show: result('Requests') },
  { name: 'result: three-way', address: '#x/restarted-at@3', show: result('Three-way') },
  { name: 'result: migration', address: '#x/migrate-to-server-side@2', show: result('Migration') },
  { name: 'result: other way', address: '#x/two-ways-ports@2', show: result('Server-side instead') },
  { name: 'result: changes', address: '#x/conflict-three-ways@2', show: result('Changes') },
  { name: 'result: managedFields', address: '#x/eleven-updaters@12', show: result('managedFields') },
  { name: 'result: table', address: '#x/conflict-three-ways@2', show: result('Table') },
  {
    name: 'field inspector',
    address: '#x/conflict-three-ways@2',
    show: async (_, playground) => {
      await playground.showResult();
      await playground.line('replicas: 4').click();
      await expect(playground.field).toContainText('.spec.replicas');
    },
  },
  {
    name: 'live object without managedFields',
    address: '',
    show: async (_, playground) => {
      await playground.write('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  a: "1"\n');
      await playground.showResult();
      await expect(playground.result).toContainText('has no managedFields');
    },
  },
  {
    name: 'live object of four managers',
    address: '',
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
    name: 'link that was cut off',
    address: '#s/1z.abcdefgh',
    show: (page) => expect(page.getByText('This link was cut off')).toBeVisible(),
  },
];

/** Opens the page and brings a view on screen. */
export async function showView(page: Page, playground: Playground, { address, show }: View): Promise<void> {
  await page.goto(`/${address}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The engine has answered when the outcome of the step is said.
  await expect(page.locator('.status-bar')).toContainText(/Step \d+ of \d+ · /);
  await show?.(page, playground);
}
