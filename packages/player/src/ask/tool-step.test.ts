import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type NewStep, newScenario, readScenario, type ToolSettings, writeScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { run } from '../run/run.ts';
import { answerQuestion } from './question.ts';
import { resolveConflict, type WayOut } from './resolve.ts';

const catalog = await loadKubernetesTypes();

const settings = (data: string, name = 'settings') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: shop}\ndata: ${data}\n`;
const release = (text: string, tool: Partial<ToolSettings> = {}): NewStep => ({
  kind: 'tool',
  tool: { name: 'helm', namespace: 'shop', ...tool, options: { release: 'web', ...tool.options } },
  text,
});

/** What is shown of the last step. */
function last(...steps: readonly NewStep[]) {
  const scenario = newScenario('', steps);
  const { outcomes, view } = run(scenario, { catalog, selected: scenario.steps.at(-1)?.id });
  const { status, message, problems } = outcomes.at(-1) ?? {};
  return { status, message, problems, view, notices: view?.notices.map(({ code }) => code) };
}

test.each([
  ['no tool', { kind: 'tool', text: settings('{a: "1"}') }, 'no-tool'],
  ['a name of JavaScript', release(settings('{}'), { name: 'constructor' }), 'unknown-tool'],
  ['an option of nobody', release(settings('{}'), { options: { ['__proto__']: 'x' } }), 'unknown-option'],
  ['an option of another tool', release(settings('{}'), { options: { ServerSideApply: 'true' } }), 'unknown-option'],
  ['no release', { kind: 'tool', tool: { name: 'helm' }, text: settings('{}') }, 'missing-option'],
  ['no application', { kind: 'tool', tool: { name: 'argocd' }, text: settings('{}') }, 'missing-option'],
  ['a document that is no object', release(`${settings('{}')}---\na: 1\n`), 'not-objects'],
] as const)('says what is amiss: %s', (_, step, code) => {
  const { status, notices } = last(step as NewStep);
  expect([status, notices]).toEqual(['error', [code]]);
});

test('says where a document cannot be read, and sends nothing', () => {
  const { status, problems, view } = last(release(`${settings('{a: "1"}')}---\nkind: [\n`));
  expect(status).toBe('error');
  expect(problems?.every(({ from }) => from >= settings('{a: "1"}').length)).toBe(true);
  expect(view?.sent).toBeUndefined();
});

test('an empty text sends nothing, and a rollback needs none', () => {
  expect(last(release('# nothing\n')).status).toBe('skipped');
  const two = [release(settings('{a: "1"}')), release(settings('{a: "2"}'))];
  const back = last(...two, release('', { options: { rollback: '1' } }));
  expect([back.status, back.view?.result?.text]).toEqual(['changed', expect.stringContaining('a: "1"')]);
});

test.each([
  ['helm', {}],
  ['flux-helm', { helmrelease: 'web' }],
  ['terraform', {}],
  ['pulumi', {}],
  ['flux', { kustomization: 'apps', prune: 'true' }],
])('%s keeps what it applied, and deletes what the next release lacks', (name, own) => {
  const { release: _, ...options }: Record<string, string> = { ...own };
  const of = (text: string): NewStep => ({
    kind: 'tool',
    tool: { name, namespace: 'shop', options: name === 'helm' ? { release: 'web' } : options },
    text,
  });
  const both = `${settings('{a: "1"}')}---\n${settings('{b: "1"}', 'other')}`;
  const { view } = last(of(both), of(settings('{a: "1"}')));
  const gone = view?.sent?.requests.filter(({ request }) => request.method === 'DELETE') ?? [];
  expect(gone.map(({ request }) => request.path)).toEqual(['/api/v1/namespaces/shop/configmaps/other']);
});

test('a conflict is ended by the setting of the tool, and by its manifests', () => {
  const steps = [
    release(settings('{a: "1"}')),
    { kind: 'apply', manager: 'ops', force: true, text: settings('{a: "2"}') },
    release(settings('{a: "3"}')),
  ] as const;
  const scenario = newScenario('', steps);
  expect(last(...steps).status).toBe('conflict');
  const ended = (way: WayOut) => resolveConflict(scenario, 's3', way, { catalog });
  expect(ended('overwrite').steps[2]).toMatchObject({ tool: { options: { 'force-conflicts': 'true' } } });
  expect(ended('share').steps[2]?.text).toContain('a: "2"');
  const statuses = { overwrite: 'changed', 'give-up': 'unchanged', share: 'changed' } as const;
  for (const way of ['overwrite', 'give-up', 'share'] as const) {
    expect(run(ended(way), { catalog }).outcomes[2]?.status, way).toBe(statuses[way]);
  }
});

test('a step of a tool is written to files and read again', () => {
  const scenario = newScenario('t', [
    release(settings('{a: "1"}'), { version: 'v3.22.0', options: { rollback: '1' } }),
  ]);
  const read = readScenario(writeScenario(scenario));
  expect(read.kind === 'scenario' && read.scenario).toEqual(scenario);
});

test('a token in a setting is found, and replaced in a link', () => {
  const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
  const scenario = newScenario('t', [release(settings('{a: "1"}'), { options: { release: token } })]);
  const found = answerQuestion<'secrets'>(scenario, { kind: 'secrets' }, { catalog });
  expect(found.findings.map(({ part, file }) => [part, file])).toEqual([['option', 'options.release']]);
  const kinds = found.findings.map(({ kind }) => kind);
  const redacted = answerQuestion<'redacted'>(scenario, { kind: 'redacted', kinds }, { catalog });
  expect(JSON.stringify(redacted)).not.toContain(token);
});
