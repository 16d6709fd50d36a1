import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import {
  formatJson,
  isMap,
  listAt,
  loadGoReader,
  mapAt,
  mapFromJson,
  mergeLibraries,
  usualLibrary,
  type Value,
  type ValueMap,
  valueFromPlain,
} from '@managed-fields/merge-engine';
import { type Chance, chanceFrom } from '../../conformance/chance.ts';
import { firstDifference } from '../../conformance/upstream/compare.ts';
import { keptLine, keptQuestion } from '../../conformance/upstream/kept.ts';
import { type Question, questionJson } from '../../conformance/upstream/question.ts';
import {
  type Answered,
  factsWith,
  playHere,
  type Sequence,
  sequenceJson,
} from '../../conformance/upstream/sequence.ts';
import { needGo, readArguments } from '../arguments.ts';
import { asksAgain, disagreements, sequenceQuestions, setQuestions } from './ask.ts';
import { type BuiltinKind, customDefinitions, randomBuiltinSequence, randomCustomSequence } from './generate.ts';
import { type LogRow, readLog } from './log.ts';
import { buildPeer, startPeer } from './peer.ts';
import { printReach, reachIn, reachPage, type Unreachable } from './reach.ts';
import type { Definitions } from './schemas.ts';
import { shrink } from './shrink.ts';
import { playThere } from './there.ts';

const { values } = readArguments({
  name: 'pnpm fuzz',
  about: `Plays random operations with this engine and with upstream's, asks both the operations of the library, and compares every
answer (needs Go). Its last line is "N operations, S seeds, D differences"; it ends with 1 where there is a difference.`,
  options: {
    ops: { type: 'number', value: 'N', default: 100_000, about: 'how many operations there are' },
    seed: { type: 'number', value: 'S', default: 1, about: 'the first seed' },
    library: {
      type: 'string',
      value: 'V',
      about: 'the release of structured-merge-diff on both sides, v6.3.3 if none is named',
    },
    cover: {
      type: 'boolean',
      about: 'counts on upstream’s side, and prints the functions of which less than 95 % of what can be reached was',
    },
    page: { type: 'boolean', about: 'with --cover, writes docs/upstream-branches.md too' },
    log: {
      type: 'string',
      value: 'FILE',
      about:
        'adds a row for every hundred seeds there; a run that ended early, begun again with it, goes on behind its last row',
    },
    keep: {
      type: 'string',
      value: 'FILE',
      about: 'writes two sequences of every custom kind there with upstream’s answers, and the questions beside it',
    },
  },
});
needGo('pnpm fuzz');

const wanted = values.ops;
const firstSeed = values.seed;
/** A seed is a schema and the sequences on it; at least a thousand seeds for a million operations. */
const operationsPerSeed = 800;
const operationsPerSequence = 16;
/** The number of questions about sets for each sequence, and of those about its objects; each is an operation. */
const setQuestionsPerSequence = 8;
const questionsPerSequence = 8;
/** The number of sequences that are on their way to the partner while this engine plays others. */
const inFlight = 32;

const keep = values.keep;
const keepQuestions = keep?.replace(/(\.[^.]*)?$/, '-library$1');
if (keep !== undefined) writeFileSync(keep, '');
if (keepQuestions !== undefined) writeFileSync(keepQuestions, '');

const file = new URL('../../packages/kubernetes-types/src/data/v1.36/definitions.json', import.meta.url);
const builtin: { definitions: Definitions } = JSON.parse(readFileSync(file, 'utf8'));
const compiled = new Map<string, ValueMap>();
for (const [name, schema] of Object.entries(builtin.definitions)) {
  const value = valueFromPlain(schema);
  if (isMap(value)) compiled.set(name, value);
}
const builtinKinds: readonly [BuiltinKind, ...BuiltinKind[]] = [
  { apiVersion: 'apps/v1', kind: 'Deployment', definition: 'io.k8s.api.apps.v1.Deployment' },
  { apiVersion: 'v1', kind: 'Pod', definition: 'io.k8s.api.core.v1.Pod' },
  { apiVersion: 'v1', kind: 'Service', definition: 'io.k8s.api.core.v1.Service' },
  { apiVersion: 'v1', kind: 'ConfigMap', definition: 'io.k8s.api.core.v1.ConfigMap' },
  { apiVersion: 'v1', kind: 'Node', definition: 'io.k8s.api.core.v1.Node' },
  { apiVersion: 'apps/v1', kind: 'StatefulSet', definition: 'io.k8s.api.apps.v1.StatefulSet' },
  { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', definition: 'io.k8s.api.networking.v1.Ingress' },
  { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', definition: 'io.k8s.api.networking.v1.NetworkPolicy' },
  { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', definition: 'io.k8s.api.rbac.v1.Role' },
];

const library = mergeLibraries.find((each) => each === values.library);
if (values.library !== undefined && library === undefined) {
  console.error(`--library is one of ${mergeLibraries.join(', ')}`);
  process.exit(2);
}
const facts = factsWith(library);
await loadGoReader();
const built = buildPeer('native', values.library, values.cover);
const peer = startPeer(built);
const loaded = await peer.ask(`{"load":{"name":"builtin","definitions":${JSON.stringify(builtin.definitions)}}}`);
if (loaded !== '{}') throw new Error(`the partner could not load the built-in kinds: ${loaded}`);

/** The operations of which a difference was shown already; one of each is enough to begin with. */
const shown = new Set<string>();
const before = values.log === undefined ? [] : readLog(values.log, values.library ?? usualLibrary, firstSeed);
let operations = before.reduce((all, row) => all + row.operations, 0);
let differences = before.reduce((all, row) => all + row.differences, 0);
let seed = (before.at(-1)?.to ?? firstSeed - 1) + 1;
/** What stands in the log, or was there when the run began. */
let logged = { operations, differences };
let from = seed;
const started = Date.now();
const waiting = new Set<Promise<void>>();
for (; operations < wanted; seed++) {
  let kept = 0;
  let index = 0;
  for (const sequence of sequencesOf(seed)) {
    operations += sequence.operations.length;
    const questions = chanceFrom(seed * 1000 + index++);
    const keeps = keep !== undefined && sequence.definitions !== '"builtin"' && kept++ < 2;
    const played = compare(sequence, questions, keeps).finally(() => waiting.delete(played));
    waiting.add(played);
    if (waiting.size >= inFlight) await Promise.race(waiting);
  }
  if ((seed - firstSeed) % 100 === 99) {
    await log(seed);
    console.log(`${operations} operations, ${differences} differences, ${Math.round((Date.now() - started) / 1000)} s`);
  }
}
if (from < seed) await log(seed - 1);
await peer.close();
if (built.counts !== undefined) {
  const reason = new URL('./unreachable.json', import.meta.url);
  const unreachable: Unreachable = JSON.parse(readFileSync(reason, 'utf8'));
  const reached = reachIn(built.counts);
  console.log(printReach(reached, unreachable));
  const run = `${operations} operations of the seeds ${firstSeed} to ${seed - 1}`;
  if (values.page) writeFileSync('docs/upstream-branches.md', reachPage(reached, unreachable, run));
}
console.log(`seeds ${firstSeed} to ${seed - 1}`);
console.log(`${operations} operations, ${seed - firstSeed} seeds, ${differences} differences`);
process.exit(differences === 0 ? 0 : 1);

/** Waits for the answers of all seeds so far, and adds their row to the log. */
async function log(to: number): Promise<void> {
  await Promise.all(waiting);
  if (values.log !== undefined) {
    const row: LogRow = {
      library: values.library ?? usualLibrary,
      from,
      to,
      operations: operations - logged.operations,
      differences: differences - logged.differences,
    };
    appendFileSync(values.log, `${JSON.stringify(row)}\n`);
  }
  logged = { operations, differences };
  from = to + 1;
}

function* sequencesOf(seed: number): Generator<Sequence> {
  const chance = chanceFrom(seed);
  const sequences = Math.ceil(operationsPerSeed / operationsPerSequence);
  if (chance.once(4)) {
    const kind = chance.pick(builtinKinds);
    for (let i = 0; i < sequences; i++) {
      yield randomBuiltinSequence(chance, builtin.definitions, compiled, kind, operationsPerSequence);
    }
    return;
  }
  const definitions = customDefinitions(chance);
  for (let i = 0; i < sequences; i++) yield randomCustomSequence(chance, definitions, operationsPerSequence);
}

async function compare(sequence: Sequence, chance: Chance, keeps: boolean): Promise<void> {
  const inSeed = seed;
  const asked = playThere(peer, sequence);
  const here = playHere(sequence.kinds, sequence.operations, facts);
  const questions = [
    ...setQuestions(chance, setQuestionsPerSequence),
    ...sequenceQuestions(chance, sequence, here, questionsPerSequence),
  ];
  await ask(questions, keeps);
  const there = await asked;
  if (keeps && keep !== undefined) appendFileSync(keep, keptLine(sequence, inSeed, there));
  if (firstDifference(comparable(here), comparable(there)) === undefined) return;
  if ((await differs(sequence, there)) === undefined) return;
  differences++;
  if (differences > 5) return;
  const small = await shrink(sequence, async (each) => (await differs(each)) !== undefined);
  const answers = await differs(small);
  console.log(`\nseed ${inSeed}: the smallest sequence that differs, as a request of tools/go`);
  console.log(`{"play":${sequenceJson(small)}}`);
  console.log(`step ${answers?.step}\n  here  ${answers?.here}\n  there ${answers?.there}`);
}

/** Answers in which entries that were kept as they cannot be read are as upstream's structures hold them, without empty texts. */
function comparable(answers: readonly Answered[]): readonly Answered[] {
  if (!facts.keepsManagedFields) return answers;
  return answers.map(({ object, ...more }) => (object === undefined ? more : { ...more, object: asHeld(object) }));
}

function asHeld(text: string): string {
  const object = new Map(mapFromJson(text) ?? []);
  const metadata = new Map(mapAt(object, 'metadata') ?? []);
  const entries = listAt(metadata, 'managedFields');
  if (entries !== undefined) metadata.set('managedFields', entries.map(withoutEmptyTexts));
  return formatJson(object.set('metadata', metadata), { sortKeys: true });
}

function withoutEmptyTexts(entry: Value): Value {
  return isMap(entry) ? new Map([...entry].filter(([, value]) => value !== '')) : entry;
}

async function ask(questions: readonly Question[], keeps: boolean): Promise<void> {
  operations += questions.length;
  const found = await disagreements(peer, questions, library, (question, answer) => {
    if (keeps && keepQuestions !== undefined) appendFileSync(keepQuestions, keptQuestion(question, answer));
  });
  for (const { question, here, there } of found) {
    differences++;
    if (shown.has(question.operation)) continue;
    shown.add(question.operation);
    console.log(`\nan answer that differs, as a request of tools/go\n{"ask":[${questionJson(question)}]}`);
    console.log(`  here  ${JSON.stringify(here)}\n  there ${JSON.stringify(there)}`);
  }
}

/** The first step that upstream answers otherwise each time that it is asked, with the answers of both. */
async function differs(sequence: Sequence, first?: readonly Answered[]) {
  const ours = comparable(playHere(sequence.kinds, sequence.operations, facts));
  const theirs = [comparable(first ?? (await playThere(peer, sequence)))];
  const inAll = (step: number) =>
    theirs.every((each) => firstDifference(ours.slice(step, step + 1), each.slice(step, step + 1)) !== undefined);
  const steps = Math.max(ours.length, theirs[0]?.length ?? 0);
  for (let step = 0; step < steps; step++) {
    while (inAll(step) && theirs.length <= asksAgain) theirs.push(comparable(await playThere(peer, sequence)));
    if (inAll(step)) return { step, here: JSON.stringify(ours[step]), there: JSON.stringify(theirs[0]?.[step]) };
  }
  return undefined;
}
