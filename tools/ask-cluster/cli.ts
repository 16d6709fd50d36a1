import { readFileSync } from 'node:fs';
import { versionNamed } from '@managed-fields/kubernetes-types';
import { readVersion } from '@managed-fields/live-cluster';
import '@managed-fields/player/whole';
import { type Scenario, withServer, withVersion } from '@managed-fields/scenario';
import { readExamples } from '../../conformance/gallery/examples.ts';
import { notRecorded } from '../../conformance/gallery/not-recorded.ts';
import { loadCatalog } from '../../conformance/replay/catalog.ts';
import { readArguments, stop } from '../arguments.ts';
import { crdScenario } from '../record/random/crd-scenario.ts';
import { builtinScenario } from '../record/random/scenario.ts';
import { reachServer, send, serverOptions } from '../record/server.ts';
import { type Asked, askPlan } from './ask-plan.ts';
import { judge } from './judge.ts';
import { type Plan, planOfExample, planOfRandom } from './plan.ts';

const { values, words: positionals } = readArguments({
  name: 'pnpm ask:cluster',
  about: `Asks a real server what it answers to a dry run of every step of the gallery and of random scenarios (a third of
built-in kinds, of refusals and of custom kinds), each by the code that the page asks with, and compares with what the
engine predicts at the server's version. The steps are then really played, so the server has to be one for tests. Its last
line is "N of M predictions the same"; it ends with 1 where a difference has no reason in named-differences.json.`,
  options: {
    ...serverOptions,
    random: { type: 'number', value: 'N', default: 300, about: 'how many random scenarios there are' },
    installed: {
      type: 'boolean',
      about: 'the server has all admission plugins that are on by default, and is predicted so',
    },
    parallel: { type: 'number', value: 'N', default: 32, about: 'how many are asked at a time' },
  },
  words: { name: 'NAME…', about: 'examples of the gallery, by default all' },
});
const server = await reachServer(values);
const answered = await send(server, { method: 'GET', path: '/version', query: {}, headers: {} });
const read = readVersion(answered.body);
if (read.kind !== 'read') stop(`${server.url} is no Kubernetes API: ${answered.body.slice(0, 200)}`);
const { release } = read.value;
const version = versionNamed(release);
if (version === undefined) stop(`Nothing is known of Kubernetes ${release}.`);
const catalog = await loadCatalog(release);
const usual = await loadCatalog();

const seeds = Array.from({ length: Math.ceil(Number(values.random) / 3) }, (_, seed) => seed + 1);
const random = seeds.flatMap((seed) => [
  builtinScenario(usual, seed, 'builtin'),
  builtinScenario(usual, seed, 'validation'),
  crdScenario(usual, seed),
]);
const plugins = values.installed === true ? 'installed' : 'plain';
const admission = { plugins, controllers: true } as const;
const served = (scenario: Scenario) => withServer(withVersion(scenario, version), plugins);
const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name);
const examples = readExamples().filter(({ name }) => !notRecorded.has(name) && isWanted(name));
const plans = [
  ...examples.map((example) => planOfExample(example, served(example.scenario), catalog)),
  ...random.filter(({ name }) => isWanted(name)).map((planned) => planOfRandom(planned, catalog, admission)),
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
    installed: values.installed === true,
    whole: complete && positionals.length === 0 && seeds.length === 100,
  });
  for (const line of named.toSorted()) console.log(line);
  for (const line of unnamed.toSorted()) console.log(`NO REASON: ${line}`);
  for (const [why, count] of notSent) console.log(`${count} not sent: ${why}`);
  console.log(`${release}: ${same} of ${all} predictions the same`);
  process.exit(unnamed.length === 0 && broken === 0 ? 0 : 1);
}
