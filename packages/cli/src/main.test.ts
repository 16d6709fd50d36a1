import { spawnSync } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
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

// The folders of processes and the full disk are Linux's.
test.runIf(process.platform === 'linux').each<readonly [string, readonly string[], string, string]>([
  ['tables where a file stands', ['--rows', pathOf('main.ts')], 'pipe', `mkdir '${pathOf('main.ts')}/parquet`],
  ['tables where no folder can be', ['--rows', '/proc/nowhere/rows'], 'pipe', "mkdir '/proc/nowhere'"],
  ['a report on a full disk', [], '/dev/full', 'no space left on device, write'],
])(
  'what the system refuses is one line and no trace: %s',
  (_, args, out, message) => {
    const stdout = out === 'pipe' ? out : openSync(out, 'w');
    const line = ['--import', 'tsx', pathOf('main.ts'), 'survey', pathOf('forecast/cases/live.yaml'), ...args];
    const ended = spawnSync(process.execPath, line, { encoding: 'utf8', stdio: ['ignore', stdout, 'pipe'] });
    expect(ended.status, ended.stderr).toBe(1);
    const said = ended.stderr.split('\n').filter((each) => each.includes(message));
    expect(
      said.map((each) => each.startsWith('managed-fields: ')),
      ended.stderr,
    ).toEqual([true]);
    expect(ended.stderr).not.toContain('    at ');
  },
  60_000,
);
