import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types/whole';
import { run } from '@managed-fields/player/whole';
import { newScenario } from '@managed-fields/scenario';
import { decodeLink } from '@managed-fields/share-link';
import { expect, test } from 'vitest';
import { codeBlocks } from '../code-blocks.ts';
import { published, root } from './published.ts';

// Blocks of READMEs that are neither JavaScript nor commands, as they stand there.

const readmes = [
  'README.md',
  ...[...published.map(({ folder }) => folder), 'cli', 'argocd-extension', 'headlamp-plugin'].map(
    (folder) => `packages/${folder}/README.md`,
  ),
];

function codeOf(readme: string, language: string): string {
  const found = codeBlocks(readme).filter((block) => block.language === language);
  expect(found.length, `${readme} has ${language}`).toBeGreaterThan(0);
  return found.map(({ code }) => code).join('\n');
}

test('each block is run: here, in packages.test.ts, in e2e/readme-blocks.spec.ts and documentation.spec.ts, or it is a command or what one prints', () => {
  const here = [
    'packages/argocd-extension/README.md yaml',
    'packages/cli/README.md json',
    'packages/cli/README.md yaml',
    'packages/share-link/README.md python',
  ];
  const inBrowser = [
    'README.md html',
    'packages/embed/README.md html',
    'packages/view/README.md html',
    'packages/view/README.md json',
    'packages/view/README.md jsx',
  ];
  // The tests need no Go.
  const inGo = ['packages/api-server/README.md go'];
  const found = readmes.flatMap((readme) => codeBlocks(readme).map(({ language }) => `${readme} ${language}`));
  const others = found.filter((block) => !/ (?:js|sh|text|)$/.test(block));
  expect([...new Set(others)].sort()).toEqual([...here, ...inBrowser, ...inGo].sort());
});

test('the configuration of the program is read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'readme-'));
  const owners = (config: string) => {
    writeFileSync(join(folder, 'config.yaml'), config);
    const fieldsV1 = { 'f:data': { 'f:a': {} } };
    const entry = {
      manager: 'argocd-controller',
      operation: 'Apply',
      apiVersion: 'v1',
      fieldsType: 'FieldsV1',
      fieldsV1,
    };
    const metadata = { name: 'a', managedFields: [entry] };
    const object = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: '1' } });
    const args = [
      '--import',
      'tsx',
      `${root}packages/cli/src/main.ts`,
      'owners',
      '--config',
      join(folder, 'config.yaml'),
    ];
    return spawnSync(process.execPath, args, { input: object, encoding: 'utf8' });
  };
  const config = codeOf('packages/cli/README.md', 'yaml');
  try {
    expect(owners(config)).toMatchObject({ status: 0, stderr: '' });
    expect(owners(config.replace('notSeenDays', 'seenDays')).stderr).toContain('seenDays');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('an assistant is told to start the program as it is called', () => {
  const { name, bin } = JSON.parse(readFileSync(`${root}packages/cli/package.json`, 'utf8'));
  const { mcpServers } = JSON.parse(codeOf('packages/cli/README.md', 'json'));
  expect(mcpServers).toEqual({ [name]: { command: name, args: ['mcp'] } });
  expect(Object.keys(bin)).toContain(name);
});

test('the extension is put into the Deployment of Argo CD beside its container', async () => {
  const argo = `apiVersion: apps/v1
kind: Deployment
metadata: { name: argocd-server, namespace: argocd }
spec:
  selector: { matchLabels: { app: argocd } }
  template:
    metadata: { labels: { app: argocd } }
    spec:
      containers: [{ name: argocd-server, image: 'quay.io/argoproj/argocd:v3' }]
`;
  const scenario = newScenario('', [
    { kind: 'apply', manager: 'argocd', text: argo },
    { kind: 'apply', manager: 'us', text: codeOf('packages/argocd-extension/README.md', 'yaml') },
  ]);
  const { outcomes, view } = run(scenario, { catalog: await loadKubernetesTypes(), selected: scenario.steps[1]?.id });
  expect(outcomes.map(({ status, message }) => message ?? status)).toEqual(['created', 'changed']);
  expect(JSON.stringify(view)).toContain('extension-managed-fields');
});

const python = spawnSync('python3', ['--version']).status === 0;
// Where there is no Python, what it writes is held by the codec's own cases alone.
test.runIf(python)('links made by Python are read', () => {
  const code = `${codeOf('packages/share-link/README.md', 'python')}
made = link("https://PLAYGROUND/", [{"kind": "apply", "manager": "me", "text": "kind: ConfigMap"}], "A title")
print(made.split("#")[1])
print(sealed(made.split("#s/")[1]))`;
  const { stdout, stderr } = spawnSync('python3', ['-c', code], { encoding: 'utf8' });
  expect(stderr).toBe('');
  for (const fragment of stdout.trim().split('\n')) {
    expect(decodeLink(fragment)).toMatchObject({
      kind: 'scenario',
      scenario: { title: 'A title', steps: [{ manager: 'me' }] },
    });
  }
});
