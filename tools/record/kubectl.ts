import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as plainRequest, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, request as secureRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { humanDuration } from '@managed-fields/api-server/tables';
import { aggregatedType } from '@managed-fields/kubectl/discovery';
import { loopbackCertificate } from '@managed-fields/node-server/certificate';
import { jsonOfProtobuf, protobufType } from './protobuf.ts';
import { type Server, send, type WireRequest, type WireResponse } from './server.ts';

/** A request that kubectl sent, and the server's answer. */
export interface Overheard {
  readonly request: WireRequest;
  readonly response: WireResponse;
}

/** The result of a command. */
export interface RanProgram {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly requests: readonly Overheard[];
}

/** A command as a trace holds it. */
export interface ProgramInput {
  readonly line: string;
  readonly stdin: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** A real kubectl that is listened to; files lie in a folder of its own. */
export interface Kubectl {
  write(files: ReadonlyMap<string, string>): void;
  run(input: ProgramInput): Promise<RanProgram>;
  close(): void;
}

/** The folder that files lie in, and that of the user, as the engine names them. */
const [workingFolder, homeFolder] = ['/files', '/home/me'];

const objectPath = /^\/(?:api\/v1|api(?=\/namespaces\/)|apis\/[^/]+\/[^/]+)\/(?!namespaces(?:\/[^/]+)?$)[^/]+/;
const namespacePath = /^\/api\/v1\/namespaces(?:\/[^/]+)?$/;

/**
 * Starts listening between a kubectl program and a server; commands work in one namespace and know some custom groups. A command
 * that has a kubeconfig is left to it: whatever server that names is this one, reached as by a proxy.
 * `secondsSince`: how long ago something is in the time of the trace, which ages in tables are made of.
 */
export async function openKubectl(
  server: Server,
  program: string,
  namespace: string,
  groups: ReadonlySet<string>,
  secondsSince: (time: string) => number | undefined = () => undefined,
): Promise<Kubectl> {
  const folder = mkdtempSync(join(tmpdir(), 'record-kubectl-'));
  const [work, home] = [join(folder, 'work'), join(folder, 'home')];
  for (const path of [work, home]) mkdirSync(path);
  let overheard: Overheard[] = [];
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    // A proxy is asked for whole addresses.
    incoming.url = incoming.url?.replace(/^http:\/\/[^/]+/, '') ?? '/';
    const streams = incoming.url?.startsWith('/openapi/') || incoming.url?.includes('watch=true');
    if (streams) return pass(server, incoming, outgoing);
    const request = await readRequest(incoming);
    const about = objectPath.test(request.path) || (request.method !== 'GET' && namespacePath.test(request.path));
    const isDiscovery = request.path === '/api' || request.path === '/apis';
    const headers = isDiscovery ? request.headers : asText(request.headers, about);
    const answered = await send(server, { ...request, headers });
    const response = { ...answered, body: withAges(answered.body, secondsSince) };
    if (about) overheard.push({ request, response });
    for (const warning of response.warnings) outgoing.appendHeader('Warning', `299 - ${JSON.stringify(warning)}`);
    const isAggregated = response.body.startsWith('{"kind":"APIGroupDiscoveryList"');
    outgoing.writeHead(response.code, { 'Content-Type': isAggregated ? aggregatedType : 'application/json' });
    outgoing.end(request.path === '/apis' ? ownGroups(response.body, groups, namespace) : response.body);
  };
  const proxy = createServer(answer);
  const { certificate: cert, key } = loopbackCertificate(Date.now());
  const secure = createSecureServer({ cert, key }, answer);
  proxy.on('connect', (_, socket) => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    secure.emit('connection', socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  // The program's own words name it as it was called; a first flag would be taken for a plugin's.
  const called = join(home, 'kubectl');
  const path = process.env['PATH'] ?? '';
  const script = [
    '#!/bin/sh',
    'verb="$1"',
    'shift',
    // Else a program without a folder would be this script.
    `PATH='${path}'`,
    // What writes a kubeconfig takes these flags as what to write.
    `[ "$verb" = config ] && exec ${program} "$verb" "$@"`,
    'own="$KUBECONFIG"',
    'case "$*" in *--kubeconfig*) own=yes;; esac',
    '[ -f "$HOME/.kube/config" ] && own=yes',
    `[ "$own" ] && { HTTP_PROXY=http://127.0.0.1:${port} HTTPS_PROXY=http://127.0.0.1:${port} exec ${program} "$verb" "$@"; }`,
    `exec ${program} "$verb" --server=http://127.0.0.1:${port} --namespace=${namespace} "$@"`,
  ];
  writeFileSync(called, `${script.join('\n')}\n`, { mode: 0o755 });
  return {
    write(files) {
      for (const [name, text] of files) {
        const path = name.startsWith('~/') ? join(home, name.slice(2)) : join(work, name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text, { mode: 0o755 });
      }
    },
    async run({ line, stdin, env }) {
      overheard = [];
      const child = spawn('sh', ['-c', line], {
        cwd: work,
        env: { PATH: `${home}:${path}`, HOME: home, TZ: 'UTC', ...env },
      });
      const [stdout, stderr] = [collected(child.stdout), collected(child.stderr)];
      // A command that reads nothing closes its input before it is written.
      child.stdin.on('error', () => undefined);
      child.stdin.end(stdin ?? '');
      const exitCode = await new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? 1)));
      // kustomize names the folder that it works in.
      const named = (text: string) =>
        withoutBuild(
          text
            .replaceAll(work, workingFolder)
            .replaceAll(home, homeFolder)
            .replace(/&\{0x[0-9a-f]+ (<nil>|0x[0-9a-f]+)\}/g, (_, origin: string) =>
              origin === '<nil>' ? '&{0xc000000000 <nil>}' : '&{0xc000000000 0xc000000000}',
            ),
        );
      return { stdout: named(stdout()), stderr: named(stderr()), exitCode, requests: overheard };
    },
    close() {
      proxy.close();
      proxy.closeAllConnections();
      secure.closeAllConnections();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * The headers by which a request is sent on, so that body and answer are text: what the server is able to do is asked for
 * in the plainest form, and protobuf is JSON.
 */
function asText(headers: WireRequest['headers'], about: boolean): WireRequest['headers'] {
  const { Accept = '', 'Content-Type': contentType } = headers;
  return {
    ...headers,
    ...(about && !Accept.includes(protobufType) ? {} : { Accept: 'application/json' }),
    ...(contentType === protobufType ? { 'Content-Type': 'application/json' } : {}),
  };
}

/**
 * What a program was built from, when and for what, and where a server is, is left out, as the engine leaves it out. Major and
 * minor version stand in a release only.
 */
function withoutBuild(text: string): string {
  return text
    .replace(/^(\s*"?(?:gitCommit|gitTreeState|buildDate|goVersion|platform)"?: )("?)[^",\n]*\2/gm, (_, key: string) =>
      key.includes('"') ? `${key}"…"` : `${key}…`,
    )
    .replace(/"major": ""/g, '"major": "1"')
    .replace(/"minor": ""/g, '"minor": "36"')
    .replace(/^( *)major: ""$/gm, '$1major: "1"')
    .replace(/^( *)minor: ""$/gm, '$1minor: "36"')
    .replace(/"serverAddress":"[^"]*"/g, '"serverAddress":"…"')
    .replace(/\?hash=[0-9A-F]{128}/g, '?hash=…');
}

/** A table whose ages are those of the trace. Any other answer stays as it is. */
function withAges(body: string, secondsSince: (time: string) => number | undefined): string {
  if (!body.includes('"kind":"Table"')) return body;
  const table = JSON.parse(body) as {
    readonly kind: string;
    readonly columnDefinitions: readonly { readonly name: string }[] | null;
    readonly rows: readonly {
      readonly cells: unknown[];
      readonly object?: { readonly metadata?: { readonly creationTimestamp?: string } };
    }[];
  };
  if (table.kind !== 'Table' || !Array.isArray(table.rows)) return body;
  const column = (table.columnDefinitions ?? []).findIndex(({ name }) => name === 'Age');
  for (const { cells, object } of table.rows) {
    const seconds = secondsSince(object?.metadata?.creationTimestamp ?? '');
    if (column >= 0 && seconds !== undefined) cells[column] = humanDuration(seconds);
  }
  return JSON.stringify(table);
}

/** Lets a request through as it is, and the answer back. */
function pass(server: Server, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const url = new URL(`${server.url}${incoming.url ?? ''}`);
  const { host: _, ...headers } = incoming.headers;
  const authorization = server.token === undefined ? {} : { authorization: `Bearer ${server.token}` };
  const options = { headers: { ...headers, ...authorization }, rejectUnauthorized: !server.insecure };
  const call = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, options, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  call.on('error', () => outgoing.destroy());
  call.end();
}

/** The list of API groups without the custom ones of other traces, which come and go. */
function ownGroups(body: string, groups: ReadonlySet<string>, namespace: string): string {
  const list = JSON.parse(body) as { groups?: { name: string }[]; items?: { metadata: { name?: string } }[] };
  const own = ({ name }: { name: string }) =>
    /^[^.]*$|\.k8s\.io$/.test(name) || groups.has(name) || name.endsWith(`${namespace}.example.com`);
  const found = list.groups?.filter(own);
  const items = list.items?.filter(({ metadata: { name = '' } }) => own({ name }));
  const end = body.endsWith('\n') ? '\n' : '';
  return `${JSON.stringify({ ...list, ...(found && { groups: found }), ...(items && { items }) })}${end}`;
}

function collected(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}

const impersonation = ['Impersonate-User', 'Impersonate-Uid', 'Impersonate-Group'];

async function readRequest(incoming: IncomingMessage): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const isProtobuf = bytes.length > 0 && incoming.headers['content-type'] === protobufType;
  const body = isProtobuf ? jsonOfProtobuf(bytes) : bytes.toString('utf8');
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  const extra = Object.keys(incoming.headers).filter((name) => name.startsWith('impersonate-extra-'));
  const shown = extra.map((name) => name.replaceAll(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase()));
  const kept = [...['User-Agent', 'Content-Type', 'Accept'], ...impersonation, ...shown].flatMap((name) => {
    const value = incoming.headers[name.toLowerCase()];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return {
    method: incoming.method ?? 'GET',
    path: decodeURI(url.pathname),
    query: Object.fromEntries([...url.searchParams].map(([name, value]) => [name, inOrder(name, value)])),
    headers: Object.fromEntries(kept),
    ...(body === '' ? {} : { body }),
  };
}

/** The fields that `kubectl describe` asks events by, which it leaves in an order by chance. */
function inOrder(name: string, value: string): string {
  return name === 'fieldSelector' && value.includes('involvedObject.') ? value.split(',').sort().join(',') : value;
}
