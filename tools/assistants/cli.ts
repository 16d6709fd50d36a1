import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stageProgram } from '../../conformance/packages/stage.ts';
import { readArguments } from '../arguments.ts';

/** The release of the inspector that is asked. */
const inspector = '@modelcontextprotocol/inspector@2.12.0';

readArguments({
  name: 'pnpm assistants',
  about: `Asks managed-fields mcp, as it is published, by the command line of the Model Context Protocol's inspector
(${inspector}, fetched by npx; it wants Node 22.19 or later). A line each; ends with 1 over one that fails.`,
});

const root = fileURLToPath(new URL('../../', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'assistants-'));
const read = (name: string) => readFileSync(`${root}packages/cli/src/mcp/cases/${name}`, 'utf8');

/** A question: the words of the inspector, and what its answer has to hold. */
interface Question {
  readonly name: string;
  readonly words: readonly string[];
  readonly holds: readonly string[];
}

const call = (tool: string, args: Readonly<Record<string, unknown>>, ...holds: readonly string[]): Question => ({
  name: tool,
  words: [
    ...['--method', 'tools/call', '--tool-name', tool],
    ...Object.entries(args).flatMap(([name, value]) => [
      '--tool-arg',
      `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ]),
  ],
  holds,
});

const [live, manifest] = [read('live.yaml'), read('manifest.yaml')];
const questions: readonly Question[] = [
  {
    name: 'the schemas of all tools (--strict)',
    words: ['--method', 'tools/list', '--strict'],
    holds: ['outputSchema', 'play_scenario', 'readOnlyHint'],
  },
  call('owners', { object: live, path: '.spec.replicas' }, '.spec.replicas', 'structuredContent'),
  call('explain_conflict', { message: read('error.txt') }, 'Do not delete and recreate'),
  call('ways_out', { live, manifest, manager: 'kubernetes-mcp-server' }, 'handOver', 'lets-go'),
  call('forecast', { live, manifests: manifest, tool: 'none', manager: 'm' }, 'Deployment prod/web'),
  call('play_scenario', { steps: [{ kind: 'apply', manager: 'm', text: manifest }] }, 'steps'),
  call('survey', { objects: live }, 'findings'),
  call('link', { objects: live }, 'fragment'),
  { name: 'resources', words: ['--method', 'resources/list'], holds: ['managed-fields://glossary'] },
  {
    name: 'a resource',
    words: ['--method', 'resources/read', '--uri', 'managed-fields://findings/manual-change'],
    holds: ['text/markdown'],
  },
];

/** Asks the inspector; why the answer is not what it has to be, or undefined. */
function problemOf({ words, holds }: Question): string | undefined {
  const server = ['--', process.execPath, join(place, 'program/main.js'), 'mcp'];
  const asked = spawnSync('npx', ['--yes', inspector, '--cli', ...words, ...server], { cwd: place, encoding: 'utf8' });
  if (asked.status !== 0) return `ended with ${asked.status}: ${asked.stderr.trim().slice(-500)}`;
  const missing = holds.filter((text) => !asked.stdout.includes(text));
  return missing.length === 0 ? undefined : `lacks ${missing.join(', ')}`;
}

try {
  mkdirSync(join(place, 'page'));
  writeFileSync(join(place, 'page/index.html'), '');
  await stageProgram(join(place, 'program'), join(place, 'page'));
  for (const question of questions) {
    const problem = problemOf(question);
    console.log(
      `${problem === undefined ? 'holds' : 'FAILS'}  ${question.name}${problem === undefined ? '' : `: ${problem}`}`,
    );
    if (problem !== undefined) process.exitCode = 1;
  }
} finally {
  rmSync(place, { recursive: true });
}
