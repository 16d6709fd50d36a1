import { chromium } from '@playwright/test';
import { browserArguments, findBrowser } from '../browser.ts';
import { clearCluster, fillCluster } from './objects.ts';
import { realApi } from './real-api.ts';
import { serveCluster } from './serve-cluster.ts';

/** How many ConfigMaps lie in the namespace, and how many are written at a time. */
const count = 5000;
const parallel = 20;
const maps = '/api/v1/namespaces/shop/configmaps';

/**
 * Prints what it takes from the address to the first list, to the whole list and to an object of it, with 5,000 objects
 * in the namespace: times, beside those of the same requests sent without a page, requests and bytes.
 */
export async function printFigures(url: string, token: string): Promise<void> {
  const api = realApi(url, token);
  await clearCluster(api);
  await fillCluster(api);
  await writeMaps((number) => {
    const object = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: nameOf(number) },
      data: { text: 'x'.repeat(1000) },
    };
    return api.write(
      'PATCH',
      `${maps}/${nameOf(number)}?fieldManager=figures&force=true`,
      'application/apply-patch+yaml',
      JSON.stringify(object),
    );
  });
  const server = await serveCluster(api);
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    args: browserArguments,
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  const tab = await browser.newPage();
  const since = (start: number) => Math.round(performance.now() - start);
  const sent = () => `${server.sent.length} requests, ${Math.round(server.bytes() / 1000)} KB`;

  const start = performance.now();
  await tab.goto(server.at('&namespace=shop'));
  await tab.getByRole('button', { name: 'Open from the cluster' }).click();
  await tab.getByRole('combobox', { name: 'Kind, or an object' }).fill('configmaps');
  await tab
    .getByRole('option', { name: /^ConfigMap/ })
    .first()
    .click();
  await tab.getByRole('option', { name: nameOf(0) }).waitFor();
  const first = since(start);
  console.log(`from the address to the first list: ${first} ms, ${sent()}`);
  await tab.getByText(`${count + 1} objects`).waitFor();
  console.log(`to the whole list of ${count}: ${since(start)} ms, ${sent()}`);
  const opening = performance.now();
  await tab.getByRole('combobox', { name: 'ConfigMap by its name' }).fill(nameOf(count - 1));
  await tab.getByRole('option', { name: nameOf(count - 1) }).click();
  await tab.getByText(`v1 ConfigMap shop/${nameOf(count - 1)}`).waitFor();
  console.log(`from a name to its object with its owners: ${since(opening)} ms, ${sent()}`);

  const asked = [...server.sent];
  const plain = performance.now();
  for (const { url: each, accept } of asked.filter(({ method }) => method === 'GET')) {
    await (
      await fetch(new URL(each, server.address), {
        headers: { accept, 'x-managed-fields-token': server.token },
      })
    ).text();
  }
  console.log(`the same requests one after the other, without a page: ${since(plain)} ms`);
  await browser.close();
  await server.close();
  await writeMaps((number) => api.write('DELETE', `${maps}/${nameOf(number)}`, 'application/json', ''));
  await clearCluster(api);
}

const nameOf = (number: number) => `map-${String(number).padStart(5, '0')}`;

async function writeMaps(write: (number: number) => Promise<number>): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) await write(next++);
  };
  await Promise.all(Array.from({ length: parallel }, work));
}
