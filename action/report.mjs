import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, quietly } from './say.mjs';

// Runs the program, and leaves its report in files. What it found fails the job later, when everything is published.

/** @param {string} name */
const given = (name) => process.env[`MF_${name}`]?.trim() ?? '';
/** @param {string} name */
const lines = (name) =>
  given(name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const folder = mkdtempSync(join(process.env['RUNNER_TEMP'] ?? '.', 'managed-fields-'));
const command = given('COMMAND');
if (command !== 'forecast' && command !== 'survey') fail(`command is forecast or survey, not ${command}`);

const main = await programIn(given('PROGRAM'), given('CHECKSUM'));
const kubernetes = given('KUBERNETES') === '' ? [] : [`--kubernetes=${given('KUBERNETES')}`];
const failOn = given('FAIL_ON') === '' ? [] : [`--fail-on=${given('FAIL_ON')}`];
const [report, sarif] = [join(folder, 'report.md'), join(folder, 'report.sarif')];
const args =
  command === 'survey'
    ? [...lines('LIVE').map((file) => `--file=${file}`), ...failOn, ...kubernetes]
    : [
        ...lines('LIVE').map((file) => `--live=${file}`),
        ...lines('APPLY').map((file) => `--apply=${file}`),
        ...['TOOL', 'MANAGER', 'NAMESPACE'].flatMap((name) =>
          given(name) === '' ? [] : [`--${name.toLowerCase()}=${given(name)}`],
        ),
        ...lines('TOOL_OPTIONS').map((option) => `--tool-option=${option}`),
        ...failOn,
        ...lines('EXPECT').map((text) => `--expect=${text}`),
        ...kubernetes,
      ];
const code = run([command, ...args, '--output=markdown'], report);
run([command, ...args, '--output=sarif'], sarif);
// What cannot be used leaves no report, and nothing is published.
if (code > 1 && readFileSync(report, 'utf8').trim() === '') fail('the program could not use its input: see above');
// GitHub shows a summary of at most 1 MiB.
const summary = readFileSync(report, 'utf8').slice(0, 300_000);
appendFileSync(process.env['GITHUB_STEP_SUMMARY'] ?? join(folder, 'summary'), summary);
appendFileSync(
  process.env['GITHUB_OUTPUT'] ?? join(folder, 'output'),
  `exit-code=${code}\nreport=${report}\nsarif=${sarif}\n`,
);

/** Runs the program; what it prints goes into a file, and what it says to the log. Returns the exit code. */
function run(/** @type {readonly string[]} */ args, /** @type {string} */ file) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, NO_COLOR: '1' },
  });
  writeFileSync(file, stdout ?? '');
  quietly(stderr ?? '');
  return status ?? 2;
}

/** The program's script, unpacked from the tarball of a release. */
async function programIn(/** @type {string} */ from, /** @type {string} */ checksum) {
  if (from === '') fail('program is missing: the tarball of a release');
  const isAddress = /^https:\/\//.test(from);
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(from) && !isAddress) fail('program is a path, or an address of https');
  if (isAddress && checksum === '') fail('checksum is missing: the SHA-256 of what the address of program has');
  const bytes = isAddress ? await fetched(from) : readFileSync(from);
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (checksum !== '' && digest !== checksum.toLowerCase())
    fail(`program has the checksum ${digest}, not that which was given`);
  const tarball = join(folder, 'program.tgz');
  writeFileSync(tarball, bytes);
  const place = join(folder, 'program');
  mkdirSync(place);
  const { status, stderr } = spawnSync('tar', ['-xzf', tarball, '-C', place, '--strip-components=1'], {
    encoding: 'utf8',
  });
  if (status !== 0) {
    quietly(stderr ?? '');
    fail('program is no tarball of a release');
  }
  return join(place, 'main.js');
}

async function fetched(/** @type {string} */ address) {
  const answer = await fetch(address);
  if (!answer.ok) fail(`program cannot be fetched: ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}
