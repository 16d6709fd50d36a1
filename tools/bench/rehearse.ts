import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { median } from '../../conformance/median.ts';
import { configMap, deployment } from './rehearse-objects.ts';

const applies = 2000;
const objects = 500;
const turns = 5;
const clients = 8;

/**
 * Times the API server of `rehearse`, built as it is published, in a process of its own: how many server-side applies it
 * answers a second, by clients that wait for each answer, and which part of the requests that is which a server of Node
 * answers that only reads and writes JSON. And how long it is from its start to its first answer, the start of Node among it.
 */
export async function timeRehearsal(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(folder, 'server.mjs');
  try {
    const input = fileURLToPath(new URL('rehearse-server.ts', import.meta.url));
    const bundle = await rolldown({ input, platform: 'node', logLevel: 'silent' });
    await bundle.write({ file, format: 'es', minify: true, codeSplitting: false });
    await bundle.close();
    const { child, served } = await started(file, 0);
    const agent = new Agent({ keepAlive: true, maxSockets: clients });
    for (const [kind, path, object] of [
      ['ConfigMap', '/api/v1/namespaces/default/configmaps', configMap],
      ['Deployment', '/apis/apps/v1/namespaces/default/deployments', deployment],
    ] as const) {
      const rates: number[] = [];
      const parts: number[] = [];
      // The first turn compiles, and is not counted.
      for (let turn = -1; turn < turns; turn++) {
        const send = (place: number) => JSON.stringify(object(place % objects, turn * applies + place));
        const rate = await rateOf((place) =>
          sent(`${served.url}${path}/web-${place % objects}?fieldManager=bench`, send(place), agent, served.token),
        );
        const bare = await rateOf((place) => sent(served.plain, send(place), agent, ''));
        if (turn < 0) continue;
        rates.push(rate);
        parts.push(rate / bare);
      }
      const [rate, part] = [Math.round(median(rates)), median(parts).toFixed(2)];
      console.log(`rehearse, applies of a ${kind}: ${rate} a second, ${part} of what Node answers alone`);
    }
    agent.destroy();
    child.kill();
    const first = await timed(async () => (await started(file, 0)).child);
    const many = await timed(async () => (await started(file, 5000)).child);
    console.log(`rehearse, first answer: ${first} ms, with 5,000 objects ${many} ms`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Served {
  readonly url: string;
  readonly token: string;
  readonly plain: string;
}

async function started(
  file: string,
  count: number,
): Promise<{ readonly child: ChildProcess; readonly served: Served }> {
  const child = spawn(process.execPath, [file, String(count)], { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const served: Served = JSON.parse(line);
    await sent(`${served.url}/api/v1/namespaces/default`, '', undefined, served.token, 'GET');
    return { child, served };
  }
  throw new Error('the server did not start');
}

async function timed(start: () => Promise<ChildProcess>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const began = performance.now();
    const child = await start();
    times.push(performance.now() - began);
    child.kill();
  }
  return Math.round(median(times));
}

/** How many requests are answered a second. */
async function rateOf(send: (place: number) => Promise<void>): Promise<number> {
  let next = 0;
  const began = performance.now();
  const client = async () => {
    while (next < applies) await send(next++);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return applies / ((performance.now() - began) / 1000);
}

function sent(url: string, body: string, agent: Agent | undefined, token: string, method = 'PATCH'): Promise<void> {
  return new Promise((done, failed) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/apply-patch+yaml' };
    const asked = request(url, { method, headers, ...(agent === undefined ? {} : { agent }) }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        (answer.statusCode ?? 500) < 400 ? done() : failed(new Error(`${method} ${url}: ${answer.statusCode}`)),
      );
    });
    asked.on('error', failed);
    asked.end(body);
  });
}
