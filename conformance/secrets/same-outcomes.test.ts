import '@managed-fields/player/whole';
import { readdirSync, readFileSync } from 'node:fs';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { base64, utf8 } from '@managed-fields/merge-engine';
import { run } from '@managed-fields/player';
import { stepOfRequest } from '@managed-fields/reading';
import { findSecrets, redact, secretKinds } from '@managed-fields/redact';
import type { Scenario } from '@managed-fields/scenario';
import { newScenario, readScenario } from '@managed-fields/scenario';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const catalog = await loadKubernetesTypes();
const examples = new URL('../../public/examples/', import.meta.url);
const traces = new URL('../traces/v1.36/', import.meta.url);

/** Everything about ownership that a step shows, without the values. */
function told(scenario: Scenario) {
  return scenario.steps.map(({ id }) => {
    const { outcomes, view } = run(scenario, { catalog, selected: id });
    const outcome = outcomes.find(({ stepId }) => stepId === id);
    const text = view?.result?.text ?? '';
    const range = view?.result?.managedFields;
    return {
      status: outcome?.status,
      code: outcome?.code,
      manager: outcome?.manager,
      object: outcome?.object,
      problems: outcome?.problems.map(({ code }) => code),
      managedFields: range === undefined ? '' : text.slice(range.from, range.to),
      fields: view?.result?.fields.map(({ path, state, why, owners }) => ({ path, state, why, owners })),
      conflicts: view?.conflict?.fields.map(({ path, owner, object }) => ({ path, owner, object })),
      threeWay: view?.command?.applies.map(({ rows }) =>
        rows.map(({ path, effect, drifted }) => ({ path, effect, drifted })),
      ),
      requests: view?.sent?.requests.map(({ code, manager, request }) => ({
        code,
        manager,
        method: request.method,
      })),
      exitCode: view?.command?.exitCode,
    };
  });
}

function example(name: string): Scenario {
  const read = readScenario(readFileSync(new URL(name, examples), 'utf8'));
  if (read.kind !== 'scenario') throw new Error(`${name} does not read`);
  return read.scenario;
}

interface TraceStep {
  readonly command?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly request?: {
    readonly method: string;
    readonly path: string;
    readonly query: Readonly<Record<string, string>>;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
}

/** A recorded trace as a scenario, as far as requests are steps. */
function trace(name: string): Scenario {
  const { steps }: { steps: readonly TraceStep[] } = JSON.parse(readFileSync(new URL(name, traces), 'utf8'));
  const made = steps.flatMap(({ command, files, request }) => {
    if (command !== undefined) return [{ kind: 'kubectl', text: command, ...(files && { files }) } as const];
    if (request === undefined) return [];
    const { method, path, query, headers, body } = request;
    const reading = stepOfRequest(
      {
        method,
        path,
        query: Object.entries(query),
        ...(headers['Content-Type'] && { contentType: headers['Content-Type'] }),
        ...(headers['User-Agent'] && { userAgent: headers['User-Agent'] }),
        ...(body !== undefined && { body }),
      },
      catalog,
    );
    return reading.kind === 'step' ? [reading.step] : [];
  });
  return newScenario('', made);
}

const login = (pairs: string, more = '') => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: login\n${more}${pairs}`;

/** Client-side and server-side apply of one Secret in turns, with values that stay, change, come, go, and come back. */
const applied = newScenario('', [
  ...[
    'stringData:\n  a: one\n  b: two\n',
    'data:\n  a: b25l\n  b: dHdv\n',
    'stringData:\n  a: one\n  c: two\n',
    'data: {}\n',
  ].map((pairs) => ({ kind: 'kubectl', text: 'kubectl apply -f f.yaml', files: { 'f.yaml': login(pairs) } }) as const),
  {
    kind: 'kubectl',
    text: 'kubectl apply --server-side -f f.yaml',
    files: { 'f.yaml': login('data:\n  a: b25l\n  d: eA==\n') },
  },
  { kind: 'kubectl', text: `kubectl patch secret login -p '{"data":{"a":"dHdv"}}'` },
  { kind: 'apply', manager: 'other', text: login('data:\n  a: b25l\n  d: eA==\n') },
  { kind: 'apply', manager: 'other', text: login('data:\n  a: dHdv\n') },
  { kind: 'merge-patch', manager: 'third', text: 'data:\n  a: null\n  e: eA==\n' },
  {
    kind: 'json-patch',
    manager: 'third',
    text: '[{"op":"test","path":"/data/e","value":"eA=="},{"op":"replace","path":"/data/e","value":"eQ=="}]',
  },
  { kind: 'apply', manager: 'broken', text: login('data:\n  a: no base64\n') },
]);

const variables = (value: string, more = '') =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec:\n      containers:\n      - name: web\n        image: nginx:1\n        args: [--token=${value}]\n        env:\n        - name: API_TOKEN\n          value: ${value}\n${more}`;

/** Variables of two managers, client-side apply among them. */
const deployed = newScenario('', [
  { kind: 'kubectl', text: 'kubectl apply -f f.yaml', files: { 'f.yaml': variables('abcdefgh1') } },
  { kind: 'kubectl', text: 'kubectl set env deployment/web API_TOKEN=abcdefgh1 DB_PASSWORD=zyx987654' },
  {
    kind: 'kubectl',
    text: 'kubectl apply -f f.yaml',
    files: { 'f.yaml': variables('abcdefgh1', '        - name: KEY\n          value: k1k2k3k4\n') },
  },
  { kind: 'kubectl', text: 'kubectl apply -f f.yaml', files: { 'f.yaml': variables('changed99') } },
  { kind: 'apply', manager: 'two', text: variables('abcdefgh1') },
  { kind: 'apply', manager: 'two', text: variables('changed99') },
  { kind: 'apply', manager: 'two', force: true, text: variables('abcdefgh1') },
]);

/** An object as somebody pastes it: its annotation remembers values that are gone. */
const pasted: Scenario = newScenario('', [
  {
    kind: 'live',
    text: `apiVersion: v1
kind: Secret
metadata:
  name: login
  namespace: default
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: |
      {"apiVersion":"v1","kind":"Secret","metadata":{"annotations":{"note":"only here"},"name":"login","namespace":"default"},"data":{"a":"b25l","b":"dHdv"}}
  managedFields:
  - apiVersion: v1
    fieldsType: FieldsV1
    fieldsV1:
      f:data:
        .: {}
        f:a: {}
        f:b: {}
      f:metadata:
        f:annotations:
          .: {}
          f:kubectl.kubernetes.io/last-applied-configuration: {}
    manager: kubectl-client-side-apply
    operation: Update
    time: "2026-01-01T00:00:00Z"
data:
  a: b25l
  b: dGhyZWU=
`,
  },
  { kind: 'kubectl', text: 'kubectl apply -f f.yaml', files: { 'f.yaml': login('data:\n  a: b25l\n') } },
  {
    kind: 'kubectl',
    text: 'kubectl apply --server-side -f f.yaml',
    files: { 'f.yaml': login('data:\n  a: b25l\n  b: dHdv\n') },
  },
]);

const scenarios: readonly (readonly [name: string, scenario: Scenario, holds: boolean])[] = [
  ['applies of a Secret', applied, true],
  ['variables', deployed, true],
  ['a pasted Secret', pasted, true],
  ...['recorded/rw-secrets', 'reference/secret', 'reference/defaults-secret'].map(
    (name) => [name, trace(`${name}.json`), true] as const,
  ),
  ...['rec-files', 'rec-prune', 'rec-diff', 'rec2-force', 'rec-mixed-00', 'rec-lists'].map(
    (name) => [name, trace(`recorded-kubectl/${name}.json`), false] as const,
  ),
  ...readdirSync(examples)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => [file, example(file), /secret-stringdata|env-value-from/.test(file)] as const),
];

test.each(scenarios)('%s ends as it did, with the same owners', (_, scenario, holds) => {
  const redacted = redact(scenario, secretKinds, catalog);
  const { findings } = findSecrets(scenario, catalog);
  if (holds) expect(findings).not.toEqual([]);
  // What nothing is found in is not touched at all.
  if (findings.length === 0) expect(redacted).toEqual(scenario);
  else expect(told(redacted)).toEqual(told(scenario));
});

test('any row of requests about a Secret ends as it did, with the same owners', () => {
  const value = fc.constantFrom('one', 'two', 'three4five', '{"a":"b"}', ' ', 'ü');
  const pairs = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value, { maxKeys: 3 });
  const encoded = (held: Record<string, string>) =>
    Object.fromEntries(Object.entries(held).map(([key, each]) => [key, base64(utf8(each))]));
  const object = fc.record({ held: pairs, plain: fc.boolean() }).map(({ held, plain }) =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'login' },
      ...(plain ? { stringData: held } : { data: encoded(held) }),
    }),
  );
  const step = fc.oneof(
    fc
      .record({ text: object, manager: fc.constantFrom('x', 'y'), force: fc.boolean() })
      .map((each) => ({ kind: 'apply', ...each }) as const),
    fc
      .record({ file: object, mode: fc.constantFrom('', ' --server-side', ' --server-side --force-conflicts') })
      .map(({ file, mode }) => ({ kind: 'kubectl', text: `kubectl apply${mode} -f f`, files: { f: file } }) as const),
    pairs.map(
      (held) => ({ kind: 'merge-patch', manager: 'z', text: JSON.stringify({ data: encoded(held) }) }) as const,
    ),
  );
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 5 }), (steps) => {
      const scenario = newScenario('', steps);
      expect(told(redact(scenario, secretKinds, catalog))).toEqual(told(scenario));
    }),
    { numRuns: 25 },
  );
});
