import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { root } from './published.ts';

/** The reader of YAML that `source` has. */
const { parse } = createRequire(`${root}packages/source/package.json`)('yaml') as { parse(text: string): Action };

/** A step of a composite action. */
export interface ActionStep {
  readonly id?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** `action.yml`, as far as a runner reads it. */
export interface Action {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] };
}

/** The action of this repository. */
export const action: Action = parse(readFileSync(`${root}action.yml`, 'utf8'));

/** What a job ends with. */
export interface Job {
  readonly code: number;
  /** All that the steps wrote. */
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/**
 * Plays the contract of a runner for a composite action: inputs with their defaults, expressions in variables, steps in order
 * until one fails, a file for outputs and one for the summary. Actions of others (`uses`) are passed over.
 */
export async function playAction(
  given: Readonly<Record<string, string>>,
  { api, place, workspace }: { readonly api: string; readonly place: string; readonly workspace: string },
): Promise<Job> {
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: usual = '' }]) => [name, given[name] ?? usual]),
  );
  const unknown = Object.keys(given).filter((name) => !(name in inputs));
  if (unknown.length > 0) throw new Error(`no input is called ${unknown}`);
  const steps = new Map<string, Record<string, string>>();
  const evaluated = (text: string): string =>
    text.replace(/\$\{\{ *([\w.-]+) *\}\}/g, (_, path: string) => {
      const [kind = '', name = '', , output = ''] = path.split('.');
      if (kind === 'inputs') return evaluated(inputs[name] ?? '');
      if (kind === 'steps') return steps.get(name)?.[output] ?? '';
      if (path === 'github.token') return 'token-of-the-job';
      throw new Error(`a runner does not know ${path}`);
    });
  const event = join(place, 'event.json');
  writeFileSync(event, JSON.stringify({ pull_request: { number: 7, head: { sha: 'abc' } } }));
  const temporary = mkdtempSync(join(place, 'runner-'));
  const summary = join(temporary, 'summary');
  writeFileSync(summary, '');
  let [log, code] = ['', 0];
  for (const { id, run, shell, env = {} } of action.runs.steps) {
    if (run === undefined || code !== 0) continue;
    if (shell !== 'bash') throw new Error(`a runner has no shell ${shell}`);
    const output = join(temporary, `output-${id}`);
    writeFileSync(output, '');
    const ended = await execute(run, workspace, {
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, evaluated(value)])),
      ...{ GITHUB_ACTION_PATH: root, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, GITHUB_EVENT_PATH: event },
      ...{ GITHUB_API_URL: api, GITHUB_REPOSITORY: 'owner/name', GITHUB_REF: 'refs/pull/7/merge', GITHUB_SHA: 'def' },
      RUNNER_TEMP: temporary,
    });
    code = ended.code;
    log += ended.log;
    if (id !== undefined) steps.set(id, outputsIn(readFileSync(output, 'utf8')));
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, evaluated(value)] as const);
  return { code, log, summary: readFileSync(summary, 'utf8'), outputs: Object.fromEntries(outputs) };
}

/** Runs a step as a runner does, whose bash ends at the first command that fails. */
async function execute(run: string, cwd: string, env: Record<string, string>) {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (log += text));
  const code = await new Promise<number>((done) => child.on('close', (ended) => done(ended ?? 1)));
  return { code, log };
}

function outputsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split('\n')
      .flatMap((line) =>
        line.includes('=') ? [[line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]] : [],
      ),
  );
}

/** What a job asked of GitHub. */
export interface Asked {
  readonly line: string;
  readonly authorization: string | undefined;
  readonly body: { readonly body?: string; readonly sarif?: string; readonly commit_sha?: string };
}

/** A GitHub that has comments, and keeps what it is asked. */
export async function fakeGitHub(comments: readonly object[]) {
  const asked: Asked[] = [];
  const textOf = async (request: IncomingMessage) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    return text;
  };
  const server = createServer(async (request, response) => {
    const text = await textOf(request);
    asked.push({
      line: `${request.method} ${request.url}`,
      authorization: request.headers.authorization,
      body: text === '' ? {} : JSON.parse(text),
    });
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(request.method === 'GET' ? comments : {}));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, asked, close: () => new Promise((closed) => server.close(closed)) };
}
