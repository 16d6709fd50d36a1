import { readFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { gzipSync } from 'node:zlib';
import { startServer } from '@managed-fields/node-server';
import { expect, test } from 'vitest';
import { type FakeIo, fakeIo, type Given } from '../fake-io.ts';
import { run } from '../run.ts';

// What people really give to the commands, as pipes and files. A row of `inputs.cases.json`: arguments, files and the standard input by
// the names of texts, and what must come out.

interface Case {
  readonly name: string;
  readonly args: readonly string[];
  readonly code: number;
  /** What is printed on both sides, among others. */
  readonly out: readonly string[];
  readonly err: readonly string[];
  readonly stdin?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly folders?: readonly string[];
  /** All texts packed by gzip, or in the UTF-16 of PowerShell. */
  readonly packed?: true;
  readonly utf16?: true;
  /** What the command of a rehearsal sends, and the code that it ends with. */
  readonly requests?: readonly Sent[];
  readonly ends?: number;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body?: string;
}

const cases: { readonly texts: Readonly<Record<string, string>> } & Readonly<
  Record<'forecast' | 'rehearse' | 'cluster', readonly Case[]>
> = JSON.parse(readFileSync(new URL('inputs.cases.json', import.meta.url), 'utf8'));

/** A text by its name; what is empty is itself. */
function textOf(name: string, { packed, utf16 }: Case): string | Uint8Array {
  const text = name === '' ? '' : cases.texts[name];
  if (text === undefined) throw new Error(`no text ${name}`);
  if (utf16 === true) return Buffer.from(`\ufeff${text}`, 'utf16le');
  return packed === true ? gzipSync(text) : text;
}

function givenOf(each: Case): Given {
  const files = Object.entries(each.files ?? {}).map(([path, name]) => [path, textOf(name, each)] as const);
  const stdin = each.stdin === undefined ? {} : { stdin: textOf(each.stdin, each) };
  return { files: Object.fromEntries(files), folders: each.folders ?? [], ...stdin };
}

function expectOf({ code, out, err }: Case, ended: number, io: FakeIo): void {
  const [printed, said] = [io.out.join(''), io.err.join('')];
  for (const part of out) expect(printed).toContain(part);
  for (const part of err) expect(said).toContain(part);
  expect(ended, said).toBe(code);
}

test.each(cases.forecast)('forecast: $name', async (each) => {
  const io = fakeIo(givenOf(each));
  expectOf(each, await run(['forecast', ...each.args], io), io);
});

test.each(cases.rehearse)('rehearse: $name', async (each) => {
  const io: FakeIo = fakeIo({
    ...givenOf(each),
    serveApi: startServer,
    tool: async () => {
      const kubeconfig = [...io.written.values()].find((text) => text.includes('certificate-authority-data')) ?? '';
      for (const sent of each.requests ?? []) await send(kubeconfig, sent);
      return { kind: 'exited', code: each.ends ?? 0 };
    },
  });
  expectOf(each, await run(['rehearse', ...each.args], io), io);
});

/** Sends what a tool would, by the kubeconfig that it was given. */
function send(kubeconfig: string, { method, path, type, body }: Sent): Promise<void> {
  const config = JSON.parse(kubeconfig);
  const { server, 'certificate-authority-data': authority } = config.clusters[0].cluster;
  const headers = {
    authorization: `Bearer ${config.users[0].user.token}`,
    ...(body === undefined ? {} : { 'content-type': type }),
  };
  return new Promise((done, failed) => {
    const ca = Buffer.from(authority, 'base64');
    const sent = httpsRequest(`${server}${path}`, { method, headers, ca }, (answer) => answer.resume().on('end', done));
    sent.on('error', failed).end(body === undefined ? undefined : cases.texts[body]);
  });
}

test.each(cases.cluster)('cluster: $name', async (each) => {
  const io = fakeIo({
    ...givenOf(each),
    program: async (line, print, end) => {
      if (line.includes('config')) {
        print.stdout('shop');
        return { kind: 'exited', code: 0 };
      }
      print.stdout('Starting to serve on /private/api.sock\n');
      await end;
      return { kind: 'ended', signal: 'SIGTERM' };
    },
  });
  let isOver = false;
  const ended = run(['cluster', ...each.args], io).finally(() => {
    isOver = true;
  });
  while (!isOver && !io.out.join('').includes('#t/')) await new Promise((done) => setImmediate(done));
  io.signal();
  expectOf(each, await ended, io);
});

test('each command has fifteen of them', () => {
  for (const command of ['forecast', 'rehearse', 'cluster'] as const)
    expect(cases[command].length).toBeGreaterThanOrEqual(15);
});
