import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { versionNamed } from '@managed-fields/kubernetes-types';
import { readVersion } from '@managed-fields/live-cluster';
import '@managed-fields/player/whole';
import { withVersion } from '@managed-fields/scenario';
import { readExamples } from '../gallery/examples.ts';
import { notRecorded } from '../gallery/not-recorded.ts';
import { crdScenario } from '../record/random/crd-scenario.ts';
import { builtinScenario } from '../record/random/scenario.ts';
import { type Server, send } from '../record/server.ts';
import { loadCatalog } from '../replay/catalog.ts';
import { type Asked, askPlan } from './ask-plan.ts';
import { judge } from './judge.ts';
import { type Plan, planOfExample, planOfRandom } from './plan.ts';

/**
 * `pnpm ask:cluster --server URL [--token T] [--insecure] [--random N] [NAME…]` asks a real server what it answers to a
 * dry run of every step of the gallery and of N random scenarios (by default 300; a third of built-in kinds, of refusals
 * and of custom kinds), each by the code that the page asks with, and compares with what the engine predicts at the
 * server's version. The steps are then really played, so the server has to be one for tests. Its last line is `N of M
 * predictions the same`; it exits 1 where a difference has no reason in named-differences.json.
 */
const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  allowPositionals: true,
  options: {
    server: { type: 'string' },
    token: { type: 'string' },
    insecure: { type: 'boolean', default: false },
    random: { type: 'string', default: '300' },
    parallel: { type: 'string', default: '32' },
  },
});
if (values.server === undefined) {
  console.error('ask:cluster needs --server URL of a server for tests, which it writes to.');
  process.exit(2);
}
const server: Server = { url: values.server.replace(/\/$/, ''), token: values.token, insecure: values.insecure };
const answered = await send(server, { method: 'GET', path: '/version', query: {}, headers: {} });
const read = readVersion(answered.body);
if (read.kind !== 'read') throw new Error(`no Kubernetes API: ${answered.body.slice(0, 200)}`);
const { release } = read.value;
const version = versionNamed(release);
if (version === undefined) throw new Error(`nothing is known of Kubernetes ${release}`);
const catalog = await loadCatalog(release);
const usual = await loadCatalog();

const seeds = Array.from({ length: Math.ceil(Number(values.random) / 3) }, (_, seed) => seed + 1);
const random = seeds.flatMap((seed) => [
  builtinScenario(usual, seed, 'builtin'),
  builtinScenario(usual, seed, 'validation'),
  crdScenario(usual, seed),
]);
const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name);
const examples = readExamples().filter(({ name }) => !notRecorded.has(name) && isWanted(name));
const plans = [
  ...examples.map((example) => planOfExample(example, withVersion(example.scenario, version), catalog)),
  ...random.filter(({ name }) => isWanted(name)).map((planned) => planOfRandom(planned, catalog)),
];

// Definitions of one name, and objects without a namespace, would get in each other's way.
const together = plans.filter((plan) => plan.shared.length === 0);
const apart: Plan[][] = [];
for (const plan of plans.filter(({ shared }) => shared.length > 0)) {
  const queue = apart.find((others) => others.some((each) => each.shared.some((name) => plan.shared.includes(name))));
  if (queue === undefined) apart.push([plan]);
  else queue.push(plan);
}
const lanes = Array.from({ length: Math.max(1, Number(values.parallel)) }, () => together);
// While it plans, the server may close the connection that was asked for its version: time to notice.
await new Promise((done) => setTimeout(done, 1000));
const asked: Asked[] = [];
let broken = 0;
process.once('SIGINT', () => finish(false));
await Promise.all(
  [...apart, ...lanes].map(async (queue, lane) => {
    // All at once, they would wait for each other's handshakes.
    await new Promise((done) => setTimeout(done, lane * 200));
    for (let plan = queue.shift(); plan !== undefined; plan = queue.shift()) {
      try {
        asked.push(...(await askedTwice(plan)));
      } catch (cause) {
        broken++;
        console.error(`${plan.name}: ${cause instanceof Error ? cause.message : String(cause)}`);
      }
    }
  }),
);
finish(true);

/** Asks a scenario from its beginning, once more where the connection broke. */
async function askedTwice(plan: Plan): Promise<readonly Asked[]> {
  const versions = { scenario: String(version), cluster: release };
  try {
    return await askPlan(server, plan, versions);
  } catch {
    return askPlan(server, plan, versions);
  }
}

/** Prints what was asked so far, and ends; `complete` where that is everything. */
function finish(complete: boolean): never {
  const known = JSON.parse(readFileSync(new URL('named-differences.json', import.meta.url), 'utf8'));
  const { all, same, notSent, named, unnamed } = judge(asked, known, {
    version: String(version),
    whole: complete && positionals.length === 0 && seeds.length === 100,
  });
  for (const line of named.toSorted()) console.log(line);
  for (const line of unnamed.toSorted()) console.log(`NO REASON: ${line}`);
  for (const [why, count] of notSent) console.log(`${count} not sent: ${why}`);
  console.log(`${release}: ${same} of ${all} predictions the same`);
  process.exit(unnamed.length === 0 && broken === 0 ? 0 : 1);
}
