import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Playground } from '../page.ts';
import { test as plain } from '../test.ts';
import type { Api, Recordings } from './exchange.ts';
import { clearCluster, fillCluster } from './objects.ts';
import { realApi } from './real-api.ts';
import { recordedApi, recordingApi } from './recorded-api.ts';
import { type ClusterServer, type FrontOptions, serveCluster } from './serve-cluster.ts';

/** `--server` of `pnpm e2e:cluster`: a real server that answers instead of what was recorded of one. */
const real = process.env['E2E_CLUSTER'];
const token = process.env['E2E_CLUSTER_TOKEN'] ?? 'admin';
const keeps = process.env['E2E_CLUSTER_RECORD'] === '1';
const file = fileURLToPath(new URL('recordings.json', import.meta.url));

/** A page that a cluster serves, with a namespace `shop` in it. */
export interface InCluster {
  readonly playground: Playground;
  readonly server: ClusterServer;
  /** Changes the cluster as somebody else does. */
  write: Api['write'];
  /** Opens the page in cluster mode; with more of the query, such as `&open=deploy/web&namespace=shop`. */
  open(query?: string): Promise<void>;
}

/**
 * The test of a page in cluster mode, served by the front with the options of `front`. It plays against what was recorded of a real server, or, by `pnpm e2e:cluster
 * --server URL`, against that server; with `--record` its answers are kept.
 */
export const test = plain.extend<{ readonly cluster: InCluster; readonly front: FrontOptions }>({
  front: [{}, { option: true }],
  cluster: async ({ page, front }, use, { title }) => {
    const api = real === undefined ? recorded(title) : realApi(real, token);
    const recording = keeps && real !== undefined ? recordingApi(api) : undefined;
    if (real !== undefined) {
      await clearCluster(api);
      await fillCluster(api);
    }
    const used = recording ?? api;
    const server = await serveCluster(used, front);
    const playground = new Playground(page);
    await use({
      playground,
      server,
      write: used.write,
      open: async (query = '') => {
        await page.goto(server.at(query));
        await playground.answered();
      },
    });
    await server.close();
    if (recording !== undefined) keep(title, recording);
    if (real !== undefined) await clearCluster(api);
  },
});

/** What was recorded of a real server for a test, by its title. */
export function recorded(title: string): Api {
  const recordings = read();
  const found = recordings.tests[title];
  if (found === undefined)
    throw new Error(`nothing was recorded for "${title}": run pnpm e2e:cluster --server URL --record`);
  return recordedApi(recordings, found);
}

function read(): Recordings {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { release: '', bodies: [], tests: {} };
}

/** Writes what was recorded for a test beside what there is of the others; bodies that nobody needs any more are left out. */
function keep(title: string, recording: ReturnType<typeof recordingApi>): void {
  const before = read();
  const bodies: string[] = [];
  const numberOf = (body: string) => {
    const known = bodies.indexOf(body);
    return known >= 0 ? known : bodies.push(body) - 1;
  };
  const others = Object.entries(before.tests).filter(([name]) => name !== title);
  const tests = Object.fromEntries(
    [
      ...others.map(
        ([name, test]) =>
          [
            name,
            {
              ...test,
              answers: test.answers.map((each) => ({ ...each, body: numberOf(before.bodies[each.body] ?? '') })),
            },
          ] as const,
      ),
      [title, recording.recorded(numberOf)] as const,
    ].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const version = bodies.find((body) => body.includes('"gitVersion"')) ?? '{}';
  const release: string = JSON.parse(version).gitVersion ?? before.release;
  writeFileSync(file, `${JSON.stringify({ release, bodies, tests } satisfies Recordings, null, 1)}\n`);
}
