import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { unnamedRepository } from './packages/source-address.ts';
import { sourceOf } from './packages/stage.ts';

// What the files say that hosts, editors and bots read; nobody notices otherwise when one of them is wrong.

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const { parse } = createRequire(new URL('packages/source/package.json', root))('yaml') as {
  parse(text: string): unknown;
};

interface Field {
  readonly type: string;
  readonly id?: string;
  readonly attributes: { readonly label?: string; readonly value?: string };
  readonly validations?: { readonly required?: boolean };
}

const formFolder = new URL('.github/ISSUE_TEMPLATE/', root);
const forms = readdirSync(formFolder)
  .filter((file) => file !== 'config.yml')
  .map((file) => {
    const form = parse(readFileSync(new URL(file, formFolder), 'utf8')) as Readonly<Record<string, unknown>>;
    return { file, form, body: form['body'] as readonly Field[] };
  });

test.each(forms)('$file is a form as GitHub takes it, and asks for a scenario', ({ form, body }) => {
  expect(typeof form['name']).toBe('string');
  expect(typeof form['description']).toBe('string');
  for (const { type, id, attributes } of body) {
    expect(['markdown', 'input', 'textarea']).toContain(type);
    if (type === 'markdown') expect(attributes.value).not.toBe('');
    else
      expect({ id, label: attributes.label }).toEqual({
        id: expect.stringMatching(/^[\w-]+$/),
        label: expect.any(String),
      });
  }
  const ids = body.flatMap(({ id }) => id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain('scenario');
});

test('a bug cannot be reported without link, both answers, and versions', () => {
  const bug = forms.find(({ file }) => file === 'bug.yml');
  const required = bug?.body.filter(({ validations }) => validations?.required === true).map(({ id }) => id);
  expect(required).toEqual(['scenario', 'page-says', 'server-says', 'kubernetes', 'playground']);
});

test('Renovate finds each release that a script of CI names', () => {
  const { customManagers } = JSON.parse(read('renovate.json')) as {
    readonly customManagers: readonly {
      readonly managerFilePatterns: readonly string[];
      readonly matchStrings: readonly string[];
      readonly depNameTemplate: string;
    }[];
  };
  const found = readdirSync(new URL('.ci', root)).flatMap((file) =>
    customManagers
      .filter(({ managerFilePatterns: patterns }) => patterns.some((each) => matches(each, `.ci/${file}`)))
      .filter(({ matchStrings }) => matchStrings.some((each) => new RegExp(each).test(read(`.ci/${file}`))))
      .map(({ depNameTemplate }) => `${file}: ${depNameTemplate}`),
  );
  expect(found.sort()).toEqual(['publish: npm', 'run: pnpm']);
});

/** Whether a path is one of a pattern of Renovate, `/EXPRESSION/`. */
function matches(pattern: string, path: string): boolean {
  return new RegExp(pattern.slice(1, -1)).test(path);
}

test('every workflow runs on the Node of .nvmrc, but for what says that it needs another, and Renovate keeps to it', () => {
  const node = read('.nvmrc').trim();
  const workflows = readdirSync(new URL('.github/workflows', root)).map((file) => read(`.github/workflows/${file}`));
  const named = workflows.flatMap((text) => [...text.matchAll(/node-version: (\S+)$/gm)].map(([, version]) => version));
  expect(new Set(named)).toEqual(new Set([node]));
  const others = workflows.flatMap((text) => text.match(/node-version: \S+ #.*/g) ?? []);
  expect(others).toEqual(['node-version: 22 # what the inspector wants']);
  expect(JSON.parse(read('renovate.json')).constraints).toEqual({ node });
});

test('every package that Renovate has a rule for is used', () => {
  const manifests = ['package.json', 'app/package.json', ...packageManifests()].map((path) => JSON.parse(read(path)));
  const used = manifests.flatMap(({ dependencies, devDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies }),
  );
  const { packageRules } = JSON.parse(read('renovate.json')) as {
    readonly packageRules: readonly { readonly matchPackageNames?: readonly string[] }[];
  };
  const unused = packageRules
    .flatMap(({ matchPackageNames }) => matchPackageNames ?? [])
    .filter(
      (name) => !used.some((each) => each === name || (name.endsWith('**') && each.startsWith(name.slice(0, -2)))),
    );
  expect(unused).toEqual([]);
});

test('recordings are data to git, and texts have one kind of line end', () => {
  const attribute = (name: string, path: string) =>
    execFileSync('git', ['check-attr', name, '--', path], { cwd: fileURLToPath(root), encoding: 'utf8' })
      .trim()
      .split(': ')
      .at(-1);
  expect(attribute('linguist-generated', 'conformance/traces/v1.36/reference/scalars.json')).toBe('set');
  expect(attribute('diff', 'packages/kubernetes-types/src/data/v1.36/definitions.json')).toBe('unset');
  expect(attribute('diff', 'packages/source/src/data/yaml-texts.cases.json')).toBe('unspecified');
  expect(attribute('eol', 'README.md')).toBe('lf');
});

test('a release is published after all tests, with provenance, of the version that its tag names', () => {
  const { on, jobs } = parse(read('.github/workflows/release.yml')) as {
    readonly on: unknown;
    readonly jobs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  expect(on).toEqual({ push: { tags: ['v*.*.*'] } });
  expect(jobs['test']?.['uses']).toBe('./.github/workflows/ci.yml');
  const publish = jobs['publish'];
  expect(publish?.['needs']).toEqual(['test', 'binaries']);
  expect(jobs['binaries']).toMatchObject({ needs: 'test', uses: './.github/workflows/binaries.yml' });
  expect(publish?.['permissions']).toEqual({ 'id-token': 'write', contents: 'write', attestations: 'write' });
  const steps = publish?.['steps'] as readonly { readonly run?: string }[];
  const runs = steps.flatMap(({ run }) => run ?? []);
  expect(runs[0]).toContain('$GITHUB_REF_NAME');
  expect(runs.at(-1)).toBe('.ci/publish --provenance');
  expect(existsSync(new URL('.ci/publish', root))).toBe(true);
});

test('a package says from which repository it is built, and none is published where that is not known', () => {
  const environment = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'owner/name' };
  expect(sourceOf('embed', environment)).toEqual({
    homepage: 'https://github.com/owner/name/tree/main/packages/embed#readme',
    bugs: 'https://github.com/owner/name/issues',
    repository: { type: 'git', url: 'git+https://github.com/owner/name.git', directory: 'packages/embed' },
  });
  expect(JSON.stringify(sourceOf('embed', {}))).toContain(unnamedRepository);
  expect(readFileSync(new URL('.ci/publish', root), 'utf8')).toContain(unnamedRepository.replace('https://', ''));
});

function packageManifests(): readonly string[] {
  return readdirSync(new URL('packages', root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `packages/${name}/package.json`)
    .filter((path) => existsSync(new URL(path, root)));
}
