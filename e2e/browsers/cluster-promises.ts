import { type Loot, serveAttacker, takenIn } from '../cluster/attacker.ts';
import { type ClusterServer, serveCluster } from '../cluster/serve-cluster.ts';
import { secretValue, shopApi, web } from '../cluster/shop-api.ts';
import type { Driven } from './driven.ts';
import { clickOn, line, seen, until } from './looking.ts';
import type { BrowserPromise } from './promises.ts';

/** What the page promises beside a cluster, whose front serves it at a plain address of 127.0.0.1. */
export const clusterPromises: readonly BrowserPromise[] = [
  {
    name: 'cluster: the printed address connects, kinds are listed, an object is opened, and a reload keeps the token',
    hold: ({ browser }) =>
      withShop(async (server) => {
        await browser.goto(server.at('&namespace=shop'));
        await seen(browser, 'as admin');
        await clickOn(browser, 'body', 'button', 'Open from the cluster');
        await until('kinds are listed', () => isThere(browser, '[role=dialog] [role=option], dialog [role=option]'));
        await browser.type('deploy/web');
        await browser.press('Enter');
        await line(browser, 'argocd');
        await seen(browser, 'apps/v1 Deployment shop/web');
        const kept = await browser.run(() => [
          location.href + JSON.stringify(history.state) + JSON.stringify({ ...localStorage }) + document.title,
          JSON.stringify({ ...sessionStorage }),
        ]);
        if (kept[0]?.includes(server.token) === true) throw new Error(`the token is in ${kept[0]}`);
        if (kept[1]?.includes(server.token) !== true) throw new Error('the tab does not keep the token');
        await browser.run(() => location.reload());
        await until(
          'the page connects again',
          async () => server.sent.filter(({ url }) => url === '/version').length > 1,
        );
        await seen(browser, 'as admin');
      }),
  },
  {
    name: 'cluster: a dry run is asked, and only a dry run',
    hold: ({ browser }) =>
      withShop(async (server) => {
        // The tab gets the token first: an address with a scenario has no place for one, and connects after a click.
        await browser.goto(server.at().replace('?cluster', ''));
        await browser.goto(
          `${server.address}?cluster#s/1j.${Buffer.from(JSON.stringify(scaling)).toString('base64url')}`,
        );
        await seen(browser, 'Connect only if you opened it yourself.');
        await clickOn(browser, 'body', 'button', 'Connect');
        await seen(browser, 'as admin');
        await clickOn(browser, 'body', 'button', 'Ask the cluster');
        await clickOn(browser, 'body', 'button', 'Send as a dry run');
        await seen(browser, 'The cluster answers');
        const writes = server.sent.filter(({ method }) => method === 'PATCH').map(({ url }) => url);
        if (writes.length !== 1 || !/[?&]dryRun=All$/.test(writes[0] ?? '')) throw new Error(`sent: ${writes}`);
      }),
  },
  {
    name: 'cluster: a page of another port takes nothing, and a tab without the token says what to do',
    hold: ({ browser }) =>
      withShop(async (server) => {
        const attacker = await serveAttacker();
        await browser.goto(attacker.address(new URL(server.address).origin));
        await until('the attacks are over', () => browser.run(() => document.title === 'done'));
        const loot: Loot = JSON.parse(await browser.run(() => document.body.dataset['loot'] ?? '{}'));
        await attacker.close();
        if (Object.keys(loot).length < 20) throw new Error(`only ${Object.keys(loot)} were tried`);
        const taken = takenIn(loot, [secretValue, server.token]);
        if (taken.length > 0) throw new Error(taken.join('; '));
        await browser.goto(`${server.address}?cluster&open=secret/x&namespace=shop`);
        await seen(browser, 'This tab has no token for the cluster');
        if (server.sent.length > 0) throw new Error(`reached the API: ${JSON.stringify(server.sent)}`);
      }),
  },
];

const scaling = {
  version: 1,
  title: 'Scaling',
  steps: [
    {
      kind: 'apply',
      manager: 'me',
      text: JSON.stringify({ ...web, metadata: { ...web.metadata, name: 'other' } }),
    },
  ],
};

async function withShop(run: (server: ClusterServer) => Promise<void>): Promise<void> {
  const server = await serveCluster(await shopApi(), { secrets: true });
  try {
    await run(server);
  } finally {
    await server.close();
  }
}

function isThere(browser: Driven, selector: string): Promise<boolean> {
  return browser.run((wanted) => document.querySelector(wanted) !== null, selector);
}
