import { expect, type Page } from '@playwright/test';
import type { Api } from '../cluster/exchange.ts';
import { serveCluster } from '../cluster/serve-cluster.ts';
import { recorded } from '../cluster/test.ts';
import { Playground } from '../page.ts';
import type { Pictured } from './picture.ts';

/** A view beside a cluster, which answers as it was recorded for a test of `e2e/cluster`. */
interface ClusterView {
  readonly name: string;
  readonly test: string;
  /** What the address says behind the cluster. */
  readonly query: string;
  /** Stands on some pictures, so it is always the same; the width of the screen is added to it. */
  readonly port: number;
  readonly show: (page: Page, playground: Playground, api: Api) => Promise<void>;
}

/** Opening an object beside a cluster takes several answers, and the facts of its kinds. */
const patient = { timeout: 20_000 };

const all: readonly ClusterView[] = [
  {
    name: 'open an object',
    test: 'an object is found by kind, namespace and name, and opens with its managers',
    query: '&namespace=shop',
    port: 20_000,
    show: async (page) => {
      await page.getByRole('button', { name: 'Open from the cluster' }).click();
      const dialog = page.getByRole('dialog', { name: 'Open from the cluster' });
      await dialog.getByRole('combobox', { name: 'Kind, or an object' }).fill('deploy');
      await dialog.getByRole('option', { name: /^Deployment/ }).click();
      await expect(dialog.getByRole('status').first()).toContainText('1 object');
    },
  },
  {
    name: 'ask for a dry run',
    test: 'the whole request is shown, with its address and headers, and what does not count is named',
    query: '&open=cm/flags&namespace=shop',
    port: 22_000,
    show: async (page, playground) => {
      await expect(page.locator('.step-pane')).toContainText('name: flags', patient);
      const steps = page.getByRole('tab', { name: /^Steps/ });
      if (await steps.isVisible()) await steps.click();
      await playground.steps.getByRole('button', { name: 'Add step' }).click();
      await page.getByRole('menuitem', { name: /^Server-side apply/ }).click();
      await playground.write(
        'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: flags\n  namespace: shop\ndata:\n  rolls: fresh\n',
      );
      await page.getByRole('button', { name: 'Ask the cluster…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Ask the cluster' });
      await dialog.getByRole('button', { name: 'Send as a dry run' }).click();
      await expect(dialog.getByRole('status')).toContainText('The cluster answers 200');
    },
  },
  {
    name: 'follow an object',
    test: 'versions of an object come as rows, and two managers that keep rewriting a field are named',
    query: '&open=deploy/web&namespace=shop',
    port: 24_000,
    show: async (page, playground, api) => {
      await expect(page.locator('.step-pane')).toContainText('name: web', patient);
      await playground.showResult();
      await page.getByRole('button', { name: 'Watch' }).click();
      const dialog = page.getByRole('dialog', { name: 'Versions of Deployment shop/web' });
      await dialog.getByRole('button', { name: 'Follow' }).click();
      await expect(dialog.getByText('as it was at first')).toBeVisible();
      for (let version = 2; version <= 6; version += 1) {
        await api.write('PATCH', '', '', '');
        await expect(dialog.getByText(`${version} versions`)).toBeVisible();
      }
      await expect(dialog.getByText('A fight about a field')).toBeVisible();
    },
  },
];

/** The views beside a cluster. */
export const clusterViews: readonly Pictured[] = all.map(({ name, test, query, port, show }) => ({
  name: `cluster: ${name}`,
  open: async (page, build) => {
    const api = recorded(test);
    const server = await serveCluster(api, { page: build, port: port + (page.viewportSize()?.width ?? 0) });
    page.on('close', () => void server.close());
    const playground = new Playground(page);
    await page.goto(server.at(query));
    await playground.answered();
    await show(page, playground, api);
  },
}));
