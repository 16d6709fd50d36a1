import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments } from '../arguments.ts';
import { type Server, send } from '../record/server.ts';
import { type Act, acts, type CommandAct, type Json, type RequestAct } from './acts.ts';

const { values } = readArguments({
  name: 'npx tsx tools/audit/cli.ts',
  about: `Does the acts of acts.ts on a real server, each as its user (the bearer token is the short name of the user), and keeps
what the server wrote into its audit log. The server runs with --audit-log-mode=blocking, a policy that records everything
but the requests of system:apiserver at RequestResponse, and without anybody else who writes.`,
  options: {
    server: { type: 'string', value: 'URL', required: true, about: 'the address of the server' },
    log: { type: 'string', value: 'FILE', required: true, about: 'the audit log that the server writes' },
    kubectl: { type: 'string', value: 'PROGRAM', default: 'kubectl', about: 'the kubectl that runs commands' },
    out: {
      type: 'string',
      value: 'FILE',
      default: 'conformance/audit/recorded/request-response.jsonl',
      about: 'where the events are written',
    },
  },
});
const { server: url, log, kubectl, out } = values;
const home = mkdtempSync(join(tmpdir(), 'record-audit-'));
const before = readFileSync(log, 'utf8').length;
for (const act of acts) await doAct(act, url);
const lines = readFileSync(log, 'utf8').slice(before).trimEnd().split('\n').map(withoutMachine);
writeFileSync(out, `${lines.join('\n')}\n`);
rmSync(home, { recursive: true });
console.log(`${acts.length} acts, ${lines.length} events`);

async function doAct(act: Act, address: string): Promise<void> {
  const said = 'line' in act ? runLine(act, address) : await sendRequest(act, address);
  console.log(`${act.by}: ${'line' in act ? act.line.slice(0, 90) : `${act.method} ${act.path}`}\n    ${said}`);
}

function runLine({ by, line, input, edits }: CommandAct, address: string): string {
  const flags = `--server=${address} --token=${by} --insecure-skip-tls-verify`;
  const env = { PATH: process.env['PATH'], HOME: home, KUBE_EDITOR: `sed -i '${edits ?? ''}'` };
  const ran = spawnSync('sh', ['-c', `${kubectl} ${line} ${flags}`], {
    input: input ?? '',
    env,
    timeout: 20_000,
    encoding: 'utf8',
  });
  return `${ran.stdout}${ran.stderr}`.trim().split('\n')[0]?.slice(0, 120) ?? '';
}

async function sendRequest(act: RequestAct, address: string): Promise<string> {
  const server: Server = { url: address, token: act.by, insecure: true };
  const [path = '', search = ''] = act.path.split('?');
  const headers = { 'User-Agent': act.userAgent };
  const query = Object.fromEntries(new URLSearchParams(search));
  let body = act.body;
  if (act.change !== undefined) {
    const found = await send(server, { method: 'GET', path, query: {}, headers });
    const object: Json = JSON.parse(found.body);
    act.change(object);
    body = JSON.stringify(object);
  }
  const contentType = act.contentType ?? (body === undefined ? undefined : 'application/json');
  const answer = await send(server, {
    method: act.method,
    path,
    query,
    headers: contentType === undefined ? headers : { ...headers, 'Content-Type': contentType },
    ...(body === undefined ? {} : { body }),
  });
  return String(answer.code);
}

/** An event without what names the machine that it was recorded on. */
function withoutMachine(line: string): string {
  return line.replaceAll('127.0.0.1', '192.0.2.10');
}
