import { expect, test } from 'vitest';
import { fakeIo, type Given } from '../fake-io.ts';
import { run } from '../run.ts';
import { argumentsOf, readConfig } from './config.ts';
import { withConfig } from './with-config.ts';

test.each<readonly [string, string, object]>([
  ['nothing', '', {}],
  ['a comment', '# none\n', {}],
  ['null', '---\n', {}],
  ['JSON', '{"kubernetes": "v1.35"}', { kubernetes: 'v1.35' }],
  [
    'all of it',
    `apiVersion: managed-fields/v1
kind: Config
pageAddress: https://fields.example.com/
kubernetes: v1.36.1
expect:
  - argocd-controller owns .spec.replicas of deploy/*
rules: { manual-change: off, manager-not-seen: error, atomic-list-of-values: warning, map-key-optional: on }
notSeenDays: 90
tool: argocd
toolOptions: { ServerSideApply: true, prune: 'true' }
manager: argocd-controller
`,
    {
      ...{ apiVersion: 'managed-fields/v1', kind: 'Config', pageAddress: 'https://fields.example.com/' },
      ...{ kubernetes: 'v1.36.1', expect: ['argocd-controller owns .spec.replicas of deploy/*'] },
      rules: {
        'manual-change': false,
        'manager-not-seen': 'error',
        'atomic-list-of-values': 'warning',
        'map-key-optional': true,
      },
      ...{ notSeenDays: 90, tool: 'argocd', toolOptions: { ServerSideApply: true, prune: 'true' } },
      manager: 'argocd-controller',
    },
  ],
])('reads %s', (_, text, config) => {
  expect(readConfig('c.yaml', text)).toEqual({ kind: 'config', config });
});

test.each<readonly [string, string]>([
  ['kubernetes: [', 'c.yaml:1:'],
  ['- a\n', 'c.yaml:1:1: a map of settings is missing'],
  ['a: 1\n---\nb: 1\n', 'c.yaml:3:1: there is a second document'],
  ['kubernets: v1.36\n', 'c.yaml:1:1: there is no setting "kubernets": did you mean "kubernetes"?'],
  ['x: 1\n', 'c.yaml:1:1: there is no setting "x": they are apiVersion, kind, pageAddress'],
  ['kubernetes: 1.36\n', 'c.yaml:1:1: kubernetes is a text'],
  ['\nkubernetes: v9.9\n', 'c.yaml:2:1: --kubernetes is one of'],
  ['pageAddress: fields.example.com\n', "c.yaml:1:1: the page's address is one of http or https"],
  ['apiVersion: v1\n', 'c.yaml:1:1: apiVersion is managed-fields/v1, or left out'],
  ['kind: Pod\n', 'c.yaml:1:1: kind is Config, or left out'],
  ['expect: a owns .b of c/d\n', 'c.yaml:1:1: expect is a list of sentences'],
  ['expect:\n  - a owns .b of c/d\n  - nonsense\n', 'c.yaml:3:5: --expect nonsense cannot be read'],
  ['rules: off\n', 'c.yaml:1:1: rules is off, on, error, warning or note, by the name of a rule'],
  ['rules:\n  manual-change: grave\n', 'c.yaml:2:3: rules: "manual-change" is off, on, error'],
  ['rules:\n  manual-chance: off\n', 'c.yaml:2:3: there is no rule "manual-chance": did you mean "manual-change"?'],
  ['rules:\n  __proto__: off\n', 'c.yaml:2:3: '],
  ['rules: { manual-change: off }\nrules: {}\n', 'c.yaml:2:1: key "rules" already set in map'],
  ['rules:\n  manual-change: off\n  manual-change: on\n', 'c.yaml:3:3: key "manual-change" already set in map'],
  ['notSeenDays: 0\n', 'c.yaml:1:1: notSeenDays is a number of days'],
  ['tool: argo\n', 'c.yaml:1:1: "argo" is not known: it is one of kubectl'],
  ['toolOptions: { prune: true }\n', 'c.yaml:1:16: toolOptions go with a tool'],
  ['tool: argocd\ntoolOptions: { prunes: true }\n', 'c.yaml:2:16: --tool argocd has no option prunes'],
])('%j is refused at its place', (text, message) => {
  const read = readConfig('c.yaml', text);
  expect(read.kind === 'problems' ? read.problems[0] : read).toContain(message);
});

test('all complaints are said, in the order of the file', () => {
  expect(readConfig('c', 'x: 1\nkind: Pod\ny: 2\n')).toMatchObject({
    problems: [expect.stringContaining('c:1:1'), expect.stringContaining('c:2:1'), expect.stringContaining('c:3:1')],
  });
});

const config = {
  ...{ kubernetes: 'v1.35', pageAddress: 'https://fields.example.com/', expect: ['a owns .b of c/d'], notSeenDays: 9 },
  ...{ rules: { 'manual-change': false, 'atomic-list-of-values': 'error' as const }, manager: 'm' },
  ...{ tool: 'argocd', toolOptions: { ServerSideApply: true } },
};

test.each<readonly [string, readonly string[], readonly string[], readonly string[]]>([
  ['diff', ['kubernetes'], [], ['--kubernetes=v1.35']],
  ['link', ['kubernetes', 'page-address'], [], ['--kubernetes=v1.35', '--page-address=https://fields.example.com/']],
  ['survey', ['rules', 'rule', 'not-seen-days'], [], ['--rule=manual-change=off', '--not-seen-days=9']],
  ['lint', ['rule'], [], ['--rule=atomic-list-of-values=error']],
  [
    'forecast',
    ['expect', 'tool', 'tool-option', 'manager'],
    [],
    ['--expect=a owns .b of c/d', '--tool=argocd', '--tool-option=ServerSideApply=true', '--manager=m'],
  ],
  ['forecast of another tool', ['tool', 'tool-option', 'manager'], ['--tool', 'flux'], ['--manager=m']],
  ['forecast of another manager', ['tool', 'manager'], ['--manager=x'], ['--tool=argocd']],
  ['forecast of kubectl apply', ['tool', 'tool-option'], ['--client-side'], []],
])('%s is told what it takes', (_, takes, own, words) => {
  expect(argumentsOf(config, new Set(takes), own)).toEqual(words);
});

const files = { 'c.yaml': 'kubernetes: v1.35\npageAddress: https://fields.example.com/\n', 'bad.yaml': 'x: 1\n' };
const takes = new Set(['config', 'kubernetes', 'link']);

test.each<readonly [string, readonly string[], Given, readonly string[]]>([
  ['no file is looked for that nobody named', ['f'], { files: { '.managed-fields.yaml': 'x: 1' } }, ['f']],
  ['--config FILE', ['f', '--config', 'c.yaml'], { files }, ['--kubernetes=v1.35', 'f']],
  ['--config=FILE', ['--config=c.yaml', 'f'], { files }, ['--kubernetes=v1.35', 'f']],
  [
    'UTF-16 of PowerShell',
    ['--config', 'u'],
    { files: { u: new Uint8Array(Buffer.from('\ufeffkubernetes: v1.35\r\n', 'utf16le')) } },
    ['--kubernetes=v1.35'],
  ],
  ['a variable', ['f'], { files, env: { MANAGED_FIELDS_CONFIG: 'c.yaml' } }, ['--kubernetes=v1.35', 'f']],
  [
    'the option before the variable',
    ['--config', 'c.yaml'],
    { files, env: { MANAGED_FIELDS_CONFIG: 'bad.yaml' } },
    ['--kubernetes=v1.35'],
  ],
  ['not behind --', ['--', 'x', '--config', 'bad.yaml'], { files }, ['--', 'x', '--config', 'bad.yaml']],
  [
    '--link alone',
    ['--config', 'c.yaml', '--link'],
    { files },
    ['--kubernetes=v1.35', '--link=https://fields.example.com/'],
  ],
  [
    '--link before an option',
    ['--link', '-o', 'json'],
    { env: { MANAGED_FIELDS_PAGE: 'https://p.example/' } },
    ['--link=https://p.example/', '-o', 'json'],
  ],
  [
    '--link with an address',
    ['--link', 'https://x.example/'],
    { env: { MANAGED_FIELDS_PAGE: 'https://p.example/' } },
    ['--link', 'https://x.example/'],
  ],
])('%s', async (_, args, given, words) => {
  expect(await withConfig('owners', args, takes, fakeIo(given))).toEqual(words);
});

test.each<readonly [readonly string[], Given, string]>([
  [['--config'], {}, '--config needs the name of a file'],
  [['--config', 'gone.yaml'], {}, '--config: there is no file gone.yaml'],
  [['--config', 'c.yaml', '--config=c.yaml'], { files }, '--config is named twice'],
  [['--config', 'd'], { folders: ['d'] }, '--config: d is a folder'],
  [[], { env: { MANAGED_FIELDS_CONFIG: 'gone.yaml' } }, 'MANAGED_FIELDS_CONFIG: there is no file gone.yaml'],
  [['--config', 'bad.yaml'], { files }, 'bad.yaml:1:1: there is no setting "x"'],
])('%j is refused', async (args, given, message) => {
  const io = fakeIo(given);
  expect(await run(['owners', 'x.yaml', ...args], io)).toBe(2);
  expect(io.err.join('')).toContain(message);
});

test('a file counts for a survey: how grave rules are, and which are off', async () => {
  const entry = {
    ...{ manager: 'kubectl-edit', operation: 'Update', apiVersion: 'v1', time: '2026-11-23T10:00:00Z' },
    ...{ fieldsType: 'FieldsV1', fieldsV1: { 'f:data': { 'f:a': {} } } },
  };
  const applied = { ...entry, manager: 'helm', operation: 'Apply', fieldsV1: { 'f:data': { 'f:b': {} } } };
  const object = {
    ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1', b: '1' } },
    metadata: { name: 'c', namespace: 'prod', managedFields: [applied, entry] },
  };
  const surveyed = async (text: string, ...more: readonly string[]) => {
    const io = fakeIo({ stdin: JSON.stringify(object), files: { c: text } });
    const code = await run(['survey', '--config', 'c', ...more], io);
    return { code, out: io.out.join(''), err: io.err.join('') };
  };
  expect((await surveyed('')).out).toContain('(manual-change, warning, 1 object)');
  expect(await surveyed('rules: { manual-change: error }', '--fail-on', 'error')).toMatchObject({
    code: 1,
    out: expect.stringContaining('(manual-change, error, 1 object)'),
  });
  const sarif = JSON.parse((await surveyed('rules: { manual-change: note }', '-o', 'sarif')).out);
  expect(sarif.runs[0].results).toMatchObject([{ ruleId: 'manual-change', level: 'note' }]);
  expect(await surveyed('rules: { manual-change: off }')).toMatchObject({
    code: 0,
    out: expect.not.stringContaining('(manual-change'),
  });
  expect((await surveyed('rules: { manual-change: off }', '--rule', 'manual-change=on')).out).toContain(
    '(manual-change, warning',
  );
  expect((await surveyed('', '--rule', 'manual-chance=on')).err).toContain('did you mean "manual-change"?');
  expect((await surveyed('', '--rule', 'manual-change=loud')).err).toContain('--rule manual-change is one of');
  const none = await surveyed('', '--filter', 'kind:Pod', '-o', 'json');
  expect(none).toMatchObject({ code: 0, err: 'Of 1 object none fits --filter.\n' });
});
