import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// The program run from its sources, as people do who change it.

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const { version } = JSON.parse(readFileSync(pathOf('../package.json'), 'utf8'));

/** Runs the program with some arguments. */
const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', pathOf('main.ts'), ...args], { encoding: 'utf8' });

test('--version and SARIF name the version', () => {
  expect(run('--version')).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
  const [live, release] = ['live.yaml', 'release.yaml'].map((name) => pathOf(`forecast/cases/${name}`));
  const args = ['--live', `${live}`, '--apply', `${release}`, '--manager', 'm', '-n', 'prod', '-o', 'sarif'];
  const { stdout } = run('forecast', ...args);
  expect(JSON.parse(stdout).runs[0].tool.driver).toMatchObject({ version });
}, 60_000);
