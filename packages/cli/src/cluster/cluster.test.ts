import { expect, test } from 'vitest';
import { fakeIo, type Given } from '../fake-io.ts';
import { run } from './cluster.ts';

const host = `mf-${'ab'.repeat(8)}.localhost`;

/** A kubectl that has a context with the namespace `shop` and serves on a port until it is ended. */
const kubectl: NonNullable<Given['program']> = async (line, print, end) => {
  if (line.includes('config')) {
    print.stdout('shop');
    return { kind: 'exited', code: 0 };
  }
  const asked = /^--port=(\d+)$/m.exec(line.join('\n'))?.[1];
  // As it may arrive: in pieces, a part of the port in each.
  const said = `Starting to serve on 127.0.0.1:${asked === '0' ? 40_123 : asked}\n`;
  for (const piece of [said.slice(0, 12), said.slice(12, -2), said.slice(-2)]) print.stdout(piece);
  await end;
  return { kind: 'ended', signal: 'SIGTERM' };
};

/** Runs the command until it said an address, then interrupts it. */
async function served(args: readonly string[], given: Given = {}) {
  const io = fakeIo({ program: kubectl, ...given });
  const ended = run(args, io);
  for (let turn = 0; turn < 20 && !io.out.join('').includes('/playground/?cluster'); turn++) await Promise.resolve();
  io.signal();
  return { code: await ended, io, out: io.out.join('') };
}

test.each([
  [[], `http://${host}:8001/playground/?cluster&namespace=shop`],
  [['deploy/web'], `http://${host}:8001/playground/?cluster&open=deploy%2Fweb&namespace=shop`],
  [['deploy/web', '-n', 'prod'], `http://${host}:8001/playground/?cluster&open=deploy%2Fweb&namespace=prod`],
  [['--namespace', 'a&b'], `http://${host}:8001/playground/?cluster&namespace=a%26b`],
  [['--port', '0'], `http://${host}:40123/playground/?cluster&namespace=shop`],
  [['--port=9', '--host', '127.0.0.1'], 'http://127.0.0.1:9/playground/?cluster&namespace=shop'],
])('%j prints the address and ends with 0 when it is interrupted', async (args, address) => {
  const { code, out, io } = await served(args);
  expect(out).toContain(`\n  ${address}\n`);
  expect(code).toBe(0);
  expect(io.err).toEqual([]);
});

test('the line that it runs is printed as a shell takes it', async () => {
  const { out, io } = await served(['--context', "it's", '--page', '/page']);
  expect(io.started).toHaveLength(2);
  const [config, proxy = []] = io.started;
  expect(config?.slice(0, 5)).toEqual(['kubectl', "--context=it's", 'config', 'view', '--minify']);
  expect(proxy.slice(0, 7)).toEqual([
    ...['kubectl', "--context=it's", 'proxy', '--address=127.0.0.1', '--port=8001', '--www=/page'],
    '--www-prefix=/playground/',
  ]);
  expect(proxy).toContain(`--accept-hosts=^${host.replaceAll('.', '\\.')}$`);
  const printed = /^ {2}(kubectl .*)$/m.exec(out)?.[1] ?? '';
  const words = printed.match(/(?:'[^']*'|\\'|[^\s'])+/g) ?? [];
  expect(words.map((word) => word.replace(/'([^']*)'|\\(')/g, '$1$2'))).toEqual(proxy);
});

test('--output json prints one object when the proxy serves, and nothing before', async () => {
  const { io } = await served(['--output', 'json', '--kubectl', '/opt/kubectl', '--read-only']);
  expect(io.out.join('').match(/\n/g)).toHaveLength(1);
  const { address, command } = JSON.parse(io.out.join('')) as { address: string; command: string[] };
  expect(address).toBe(`http://${host}:8001/playground/?cluster&namespace=shop`);
  expect(command).toEqual(io.started[1]);
  expect(command).toContain('--reject-methods=^[^G]');
});

/** What kubectl says and how it ends, at `config view` or at `proxy`. */
const failures: readonly [string, 'config' | 'proxy', string, number, string][] = [
  [
    'no cluster',
    'config',
    'error: current-context must exist in order to minify\n',
    1,
    'kubectl knows no such cluster',
  ],
  ['port taken', 'proxy', 'error: listen tcp 127.0.0.1:8001: bind: address already in use\n', 1, 'Port 8001 is taken'],
  ['anything else', 'proxy', 'F1123 Error compiling re\n', 255, 'kubectl ended with exit code 255'],
];

test.each(failures)('%s: its words, one sentence and its exit code', async (_, at, stderr, code, sentence) => {
  const io = fakeIo({
    program: async (line, print, end) => {
      if (!line.includes(at)) return kubectl(line, print, end);
      print.stderr(stderr);
      return { kind: 'exited', code };
    },
  });
  expect(await run([], io)).toBe(code);
  expect(io.err.join('')).toContain(stderr);
  expect(io.err.join('')).toContain(sentence);
});

test('a kubectl that is not there', async () => {
  const io = fakeIo();
  expect(await run(['--kubectl', '/opt/nothing'], io)).toBe(1);
  expect(io.err).toEqual(['There is no program /opt/nothing: install kubectl, or name it by --kubectl PROGRAM.\n']);
});

test.each([
  ['SIGINT', 0],
  ['SIGKILL', 1],
] as const)('a proxy that %s ended', async (signal, code) => {
  const io = fakeIo({
    program: async (line, print, end) =>
      line.includes('config') ? kubectl(line, print, end) : { kind: 'ended', signal },
  });
  expect(await run([], io)).toBe(code);
  expect(io.err).toEqual(code === 0 ? [] : ['kubectl was ended by SIGKILL.\n']);
});

test('in a Pod kubectl needs no context', async () => {
  const given: Given = {
    env: { KUBERNETES_SERVICE_HOST: '10.0.0.1' },
    program: async (line, print, end) =>
      line.includes('config') ? { kind: 'exited', code: 1 } : kubectl(line, print, end),
  };
  expect((await served([], given)).out).toContain(`http://${host}:8001/playground/?cluster\n`);
});

test.each([
  [['deploy'], 'name one object as KIND/NAME'],
  [['deploy', 'web'], 'name one object as KIND/NAME'],
  [['a/b/c'], 'name one object as KIND/NAME'],
  [['--port', 'x'], '--port is a number'],
  [['--port', '70000'], '--port is a number'],
  [['--host', '0.0.0.0'], '--host is 127.0.0.1'],
  [['--host', 'localhost.example.com'], '--host is 127.0.0.1'],
  [['--host', '.*'], '--host is 127.0.0.1'],
  [['--page', '/elsewhere'], '/elsewhere is no built playground'],
  [['--output', 'yaml'], '--output is one of text, json'],
])('%j is refused before anything runs', async (args, message) => {
  const io = fakeIo({ program: kubectl });
  expect(await run(args, io)).toBe(2);
  expect(io.err.join('')).toContain(message);
  expect(io.started).toEqual([]);
});

test('without a page beside the program one has to be named', async () => {
  const io = fakeIo({ program: kubectl, page: undefined });
  expect(await run([], io)).toBe(2);
  expect(io.err.join('')).toContain('--page FOLDER');
});

test('what kubectl prints reaches the terminal without escape sequences', async () => {
  const io = fakeIo({
    program: async (_, print) => {
      print.stderr('error: \u001b]0;title\u0007 no\r\n');
      return { kind: 'exited', code: 1 };
    },
  });
  await run([], io);
  expect(io.err.join('')).toContain('error: U+001B]0;titleU+0007 noU+000D\n');
});
