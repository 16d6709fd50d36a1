import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ModuleName } from '@managed-fields/api-server';
import { assertNever, formatJson, isMap, listAt, mapAt, stringAt, type Value } from '@managed-fields/merge-engine';
import type { NewStep, Scenario, StepKind } from '@managed-fields/scenario';
import { describe, expect, test, vi } from 'vitest';
import type { Question } from '../../app/src/core/engine/answer-question.ts';
import { texts } from '../../e2e/hostile/corpus.ts';
import { type RecordedRequest, readTrace, type Trace, traceFiles } from '../replay/trace.ts';
import { whole as everything, spread } from '../whole.ts';

// A page loads a module when the engine says that it is not loaded, and asks again. Here everything that can be played is
// played so, from nothing, and compared with what it comes to where all is there: two engines, each with modules of its
// own.

const whole = await import('@managed-fields/player/whole');
const wholeQuestions = await import('../../app/src/core/engine/answer-question.ts');
const wholeTypes = await import('@managed-fields/kubernetes-types/whole');
const wholeKnown = await import('@managed-fields/known-definitions/whole');
vi.resetModules();
const {
  attempt,
  hasCustomResources,
  hasRareRequests,
  NotLoaded,
  provideCustomResources,
  provideRareRequests,
  readRoute,
} = await import('@managed-fields/api-server');
const { hasKubectlPart, provideKubectlParts } = await import('@managed-fields/kubectl');
const { hasKnownFile, provideKnownFile, provideKnownIndex } = await import('@managed-fields/known-definitions');
const { hasDescriptions, kubernetesVersions, loadKubernetesTypes, provideDescriptions } = await import(
  '@managed-fields/kubernetes-types'
);
const { newScenario, readScenario, versionOf } = await import('@managed-fields/scenario');
const { hasKubectl, hasTools, loadOnNeed, provideKubectl, provideTools, run } = await import('@managed-fields/player');
const engine = await import('../../app/src/core/engine/answer-question.ts');

const knownFiles = [...new Set(wholeKnown.knownKinds().map(({ file }) => file))];

/** Leaves the second engine without modules. */
function unload(): void {
  provideKubectl(undefined);
  provideKubectlParts({ describe: undefined, kustomize: undefined, rare: undefined });
  for (const version of kubernetesVersions) provideDescriptions(version, undefined);
  provideTools(undefined);
  provideCustomResources(undefined);
  provideRareRequests(undefined);
  provideKnownIndex(undefined);
  for (const file of knownFiles) provideKnownFile(file, undefined);
}

/** The modules that the second engine has. */
function loaded(): readonly ModuleName[] {
  return [
    ...(hasKubectl() ? (['kubectl'] as const) : []),
    ...(['describe', 'kustomize', 'rare'] as const).filter(hasKubectlPart).map((name) => `kubectl-${name}` as const),
    ...(hasTools() ? (['tools'] as const) : []),
    ...(hasCustomResources() ? (['custom-resources'] as const) : []),
    ...(hasRareRequests() ? (['rare-requests'] as const) : []),
    ...kubernetesVersions.filter(hasDescriptions).map((version) => `descriptions/${version}` as const),
    ...['index', ...knownFiles].filter(hasKnownFile).map((file) => `known/${file}` as const),
  ];
}

/** How often an engine without modules may be asked, the last time included. */
const mostTries = 4;

/** What the second engine comes to, without modules at first. */
async function onNeed<Value>(compute: () => Value): Promise<Value> {
  unload();
  let tries = 0;
  const value = await loadOnNeed(() => {
    tries++;
    return compute();
  });
  expect(tries).toBeLessThanOrEqual(mostTries);
  return value;
}

/** The kinds of a scenario's version, as a new value: what is remembered of runs is remembered by it. */
async function kindsOf(scenario: Scenario) {
  return { ...(await loadKubernetesTypes(versionOf(scenario))) };
}

/** Plays a scenario, some steps shown, with modules that are loaded on need and with all, and compares. */
async function expectSame(scenario: Scenario, shown: Scenario['steps'] = scenario.steps.slice(-1)): Promise<void> {
  const all = await wholeTypes.loadKubernetesTypes(versionOf(scenario));
  const catalog = await kindsOf(scenario);
  const [first] = shown;
  const played = await onNeed(() => run(scenario, { catalog, selected: first?.id }));
  expect(played).toEqual(whole.run(scenario, { catalog: all, selected: first?.id }));
  for (const { id } of shown.slice(1)) {
    expect(run(scenario, { catalog, selected: id })).toEqual(whole.run(scenario, { catalog: all, selected: id }));
  }
}

const folder = fileURLToPath(new URL('../../public/examples/', import.meta.url));
const examples = readdirSync(folder).flatMap((file) => (file.endsWith('.yaml') ? file.replace('.yaml', '') : []));

function example(name: string): Scenario {
  const read = readScenario(readFileSync(`${folder}${name}.yaml`, 'utf8'));
  if (read.kind === 'failure') throw new Error(JSON.stringify(read));
  return read.scenario;
}

/** The questions about a step that take nothing else, and those that read its texts anew. */
function questionsAbout({ steps }: Scenario, id: string, message: string | undefined): readonly Question[] {
  const step = steps.find((each) => each.id === id);
  const text = step?.text ?? '';
  const files = step?.kind === 'kubectl' ? Object.values(step.files ?? {}) : [];
  const about = ['ways-out', 'force', 'changes', 'entries', 'other-way', 'request-forms'] as const;
  return [
    ...about.map((kind) => ({ kind, stepId: id })),
    { kind: 'complete', stepId: id, offset: text.length, text: `${text}\n` },
    { kind: 'shareable-result', stepId: id },
    { kind: 'pasted', texts: [text, ...files, ...(message === undefined ? [] : [message])] },
  ];
}

test.each(spread(examples, 3))('%s', async (name) => {
  const scenario = example(name);
  // The last one needs what all before it need.
  await expectSame(scenario, everything ? scenario.steps : scenario.steps.slice(-1));
  const all = await wholeTypes.loadKubernetesTypes(versionOf(scenario));
  const { outcomes } = whole.run(scenario, { catalog: all });
  const conflict = outcomes.find(({ status }) => status === 'conflict');
  for (const { stepId, message } of [conflict ?? outcomes.at(-1)].filter((each) => each !== undefined)) {
    for (const question of questionsAbout(scenario, stepId, message)) {
      const catalog = await kindsOf(scenario);
      const answer = await onNeed(() => engine.answerQuestion(scenario, question, { catalog }));
      expect(answer, question.kind).toEqual(wholeQuestions.answerQuestion(scenario, question, { catalog: all }));
    }
  }
});

test('most examples need nothing else, and some each of the modules', async () => {
  const needed: (readonly ModuleName[])[] = [];
  for (const scenario of examples.map(example)) {
    const catalog = await kindsOf(scenario);
    await onNeed(() => run(scenario, { catalog }));
    needed.push(loaded());
  }
  const share = (has: (names: readonly ModuleName[]) => boolean) => needed.filter(has).length / examples.length;
  expect(share((names) => names.length === 0)).toBeGreaterThan(0.3);
  expect(share((names) => names.includes('kubectl'))).toBeGreaterThan(0.1);
  expect(share((names) => names.includes('custom-resources'))).toBeGreaterThan(0.1);
});

const catalog = await loadKubernetesTypes();
const apply = (text: string): NewStep => ({ kind: 'apply', manager: 'me', text });
const command = (text: string, files: Readonly<Record<string, string>> = {}): NewStep => ({
  kind: 'kubectl',
  text,
  files,
});
const certificate = 'apiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata: {name: a}\n';
const definition = 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a.b.c}\n';
const custom = 'custom-resources';
const index = 'known/index';
const known = 'known/cert-manager.io_v1';

test.each<readonly [about: string, step: NewStep, names: readonly ModuleName[]]>([
  ['a built-in kind', apply('apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: a}\n'), []],
  ['a text that cannot be read', apply('a: [b\n'), []],
  ['a kind that nobody knows', apply('apiVersion: example.com/v1\nkind: Example\nmetadata: {name: a}\n'), [index]],
  ['a known kind', apply(certificate), [custom, index, known]],
  [
    'a known kind in the settings',
    { kind: 'delete', text: '', object: object('cert-manager.io/v1', 'Certificate') },
    [custom, index, known],
  ],
  ['a definition that is applied', apply(definition), [custom]],
  [
    'a definition that is deleted and not there',
    { kind: 'delete', text: '', object: object('apiextensions.k8s.io/v1', 'CustomResourceDefinition') },
    [],
  ],
  [
    'a definition in JSON with escapes',
    apply(
      '{"apiVersion": "apiextensions.k8s.io/v1", "kind": "\\u0043ustomResourceDefinition", "metadata": {"name": "a.b.c"}}',
    ),
    [custom],
  ],
  ['a step for a definition', { kind: 'crd', text: 'a: b' }, [custom]],
  ['a step that is off', { ...apply(certificate), off: true }, []],
  ['a command', command('kubectl get pods,svc -A'), ['kubectl']],
  ['a command that cannot be read', command("kubectl get 'crd"), ['kubectl']],
  ['a command about definitions', command('kubectl delete crd/a.b.c'), ['kubectl']],
  ['a command in quotes and escapes', command('kubectl delete "c"r\\d a.b.c'), ['kubectl']],
  [
    'an explanation',
    command('kubectl explain pods'),
    ['kubectl', 'kubectl-rare', 'rare-requests', 'descriptions/v1.36'],
  ],
  ['a known resource', command('kubectl get cert/a'), ['kubectl', custom, index, known]],
  ['a name that is a known resource elsewhere', command('kubectl get deployment cert'), ['kubectl']],
  [
    'a verb that is a known resource',
    command('kubectl rollout status deployment/a'),
    ['kubectl', 'kubectl-rare', 'rare-requests'],
  ],
  ['a known resource after a namespace', command('kubectl get -n pods cert'), ['kubectl', custom, index, known]],
  [
    'a known resource among others',
    command('kubectl get pods,certificates.cert-manager.io'),
    ['kubectl', custom, index, known],
  ],
  ['a definition in a file', command('kubectl apply -f a', { a: definition }), ['kubectl', custom]],
  [
    'an escape in a file',
    command('kubectl apply -f a', { a: definition.replace('CustomR', '"\\x43ustomR').replace('tion\n', 'tion"\n') }),
    ['kubectl', custom],
  ],
  ['a known kind in a file', command('kubectl apply -f a', { a: certificate }), ['kubectl', custom, index, known]],
])('%s', async (_, step, names) => {
  const scenario = newScenario('', [step]);
  await expectSame(scenario);
  expect([...loaded()].sort()).toEqual([...names].sort());
});

test('what is not loaded is said, all that the steps lack at once', () => {
  unload();
  const play = (...steps: readonly NewStep[]) =>
    attempt(() => run(newScenario('', steps), { catalog: { ...catalog } }));
  const [read, define, certify] = [
    command('kubectl get pods'),
    { kind: 'crd', text: definition } as const,
    apply(certificate),
  ];
  expect(play(apply('apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n')).kind).toBe('done');
  expect(play(read)).toEqual({ kind: 'not-loaded', modules: ['kubectl'] });
  expect(play(define)).toEqual({ kind: 'not-loaded', modules: [custom] });
  expect(play(certify)).toEqual({ kind: 'not-loaded', modules: [index] });
  expect(play(define, certify, read)).toEqual({ kind: 'not-loaded', modules: [custom, index, 'kubectl'] });
  expect(() => run(newScenario('', [read]), { catalog: { ...catalog } })).toThrow('not loaded: kubectl');
});

test('an engine that says twice that the same is not loaded is not asked for ever', async () => {
  unload();
  const never = () => {
    throw new NotLoaded([custom]);
  };
  await expect(loadOnNeed(never)).rejects.toThrow('not loaded: custom-resources');
  const bug = () => {
    throw new TypeError('a bug');
  };
  await expect(loadOnNeed(bug)).rejects.toThrow('a bug');
});

test('a known kind whose definition cannot be fetched is unknown', async () => {
  unload();
  const scenario = newScenario('', [apply(certificate)]);
  const offline = <Code>(load: () => Promise<Code>) =>
    hasKnownFile('cert-manager.io_v1') || String(load).includes('cert-manager')
      ? Promise.reject(new Error('offline'))
      : load();
  const kinds = { ...catalog };
  const { outcomes } = await loadOnNeed(() => run(scenario, { catalog: kinds }), offline);
  expect(outcomes[0]?.message).toBe('no matches for kind "Certificate" in version "cert-manager.io/v1"');
});

test('code that cannot be fetched rejects', async () => {
  unload();
  const offline = () => Promise.reject(new Error('offline'));
  const kinds = { ...catalog };
  const play = () => run(newScenario('', [command('kubectl get pods')]), { catalog: kinds });
  await expect(loadOnNeed(play, offline)).rejects.toThrow('offline');
  expect((await loadOnNeed(play)).outcomes[0]?.status).toBe('unchanged');
});

const kinds: readonly StepKind[] = ['live', 'apply', 'json-patch', 'crd', 'kubectl'];

test.each(texts.filter(({ text }) => text.length < 5_000).map(({ name, text }) => [name, text] as const))(
  'hostile text: %s',
  async (_, text) => {
    for (const kind of kinds)
      await expectSame(newScenario('', [{ kind, text, ...(kind === 'kubectl' ? { files: { a: text } } : {}) }]));
    await expectSame(newScenario('', [command('kubectl apply -f a', { a: text })]));
  },
);

const traces = fileURLToPath(new URL('../traces/v1.36/', import.meta.url));

describe.each(readdirSync(traces).filter((name) => name !== 'gallery'))('traces of %s', (name) => {
  // Of those by chance a share tells all that they have in common.
  const files = spread(traceFiles([`${traces}${name}`]), name.startsWith('random') || name === 'custom' ? 20 : 5);

  test('are the same with modules that are loaded on need', async () => {
    for (const file of files) {
      const scenario = scenarioOf(readTrace(file));
      try {
        await expectSame(scenario);
      } catch (error) {
        throw new Error(file, { cause: error });
      }
    }
  });
});

function object(apiVersion: string, kind: string) {
  return { apiVersion, kind, name: 'a.b.c' };
}

/** The steps of a trace as those of a scenario, as far as a step can be so. */
function scenarioOf({ steps }: Trace): Scenario {
  const plurals = new Map<string, string>();
  return newScenario(
    '',
    steps.map((step): NewStep => {
      switch (step.kind) {
        case 'crd':
          noteKinds(step.crd, plurals);
          return { kind: 'crd', text: formatJson(step.crd) };
        case 'command': {
          const { line, files, stdin } = step.command;
          return command(line, { ...Object.fromEntries(files), ...(stdin === undefined ? {} : { '-': stdin }) });
        }
        case 'request':
          return stepOf(step.exchange.request, plurals);
        default:
          return assertNever(step);
      }
    }),
  );
}

/** Notes which kind the resource of a definition has, by group and plural. */
function noteKinds(crd: Value, plurals: Map<string, string>): void {
  const spec = isMap(crd) ? mapAt(crd, 'spec') : undefined;
  const names = mapAt(spec, 'names');
  if ((listAt(spec, 'versions') ?? []).length === 0) return;
  plurals.set(`${stringAt(spec, 'group')}/${stringAt(names, 'plural')}`, stringAt(names, 'kind') ?? '');
}

const patches: Readonly<Record<string, StepKind>> = {
  'application/merge-patch+json': 'merge-patch',
  'application/strategic-merge-patch+json': 'strategic-merge-patch',
  'application/json-patch+json': 'json-patch',
};

function stepOf({ method, path, contentType, query, body }: RecordedRequest, plurals: Map<string, string>): NewStep {
  const text = body ?? '';
  const manager = query.get('fieldManager') ?? 'me';
  const route = readRoute(path);
  const apiVersion = route === undefined || route.group === '' ? 'v1' : `${route.group}/${route.version}`;
  const kind =
    route &&
    (plurals.get(`${route.group}/${route.plural}`) ??
      catalog.find(route.group, route.version, route.plural)?.resource.kind);
  const named =
    kind === undefined || !route?.name
      ? {}
      : { object: { apiVersion, kind, namespace: route.namespace, name: route.name } };
  const settings = { text, manager, ...named, ...(route?.subresource ? { subresource: route.subresource } : {}) };
  if (method === 'POST') return { kind: 'create', text, manager };
  if (method === 'PUT') return { kind: 'update', ...settings };
  if (method === 'DELETE') return { kind: 'delete', ...settings, text: '' };
  return { kind: patches[contentType ?? ''] ?? 'apply', ...settings };
}
