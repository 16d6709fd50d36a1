import { expect, test } from 'vitest';
import { fakeIo, type Given } from '../fake-io.ts';
import { run } from './cluster.ts';

const token = 'ab'.repeat(32);
const page = 'http://127.0.0.1:40123/playground/?cluster';

/** A kubectl that has a context with the namespace `shop` and serves where it is told to until it is ended. */
const kubectl: NonNullable<Given['program']> = async (line, print, end) => {
  if (line.includes('config')) {
    print.stdout('shop');
    return { kind: 'exited', code: 0 };
  }
  const socket = /^--unix-socket=(.+)$/m.exec(line.join('\n'))?.[1];
  // As it may arrive: in pieces.
  const said = `Starting to serve on ${socket ?? '127.0.0.1:40555'}\n`;
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
  [[], `${page}&namespace=shop#t/${token}`],
  [['deploy/web'], `${page}&open=deploy%2Fweb&namespace=shop#t/${token}`],
  [['deploy/web', '-n', 'prod'], `${page}&open=deploy%2Fweb&namespace=prod#t/${token}`],
  [['--namespace', 'a&b'], `${page}&namespace=a%26b#t/${token}`],
  [['--port=9'], `${page.replace('40123', '9')}&namespace=shop#t/${token}`],
])('%j prints the address and ends with 0 when it is interrupted', async (args, address) => {
  const { code, out, io } = await served(args);
  expect(out).toContain(`\n  ${address}\n`);
  expect(code).toBe(0);
  expect(io.err).toEqual([]);
  expect(io.done).toEqual(['folder removed', 'front closed']);
});

test('the line that it runs is printed as a shell takes it, and kubectl serves where no browser reaches', async () => {
  const { out, io } = await served(['--context', "it's", '--page', '/page']);
  expect(io.started).toHaveLength(2);
  const [config, proxy = []] = io.started;
  expect(config?.slice(0, 5)).toEqual(['kubectl', "--context=it's", 'config', 'view', '--minify']);
  expect(proxy).toEqual(['kubectl', "--context=it's", 'proxy', '--unix-socket=/private/api.sock']);
  const printed = /^ {2}(kubectl .*)$/m.exec(out)?.[1] ?? '';
  const words = printed.match(/(?:'[^']*'|\\'|[^\s'])+/g) ?? [];
  expect(words.map((word) => word.replace(/'([^']*)'|\\(')/g, '$1$2'))).toEqual(proxy);
});

test.each([
  [[], { access: { readOnly: false, secrets: false }, pageAddress: undefined, port: 0 }],
  [['--read-only', '--port', '9'], { access: { readOnly: true, secrets: false }, port: 9 }],
  [
    ['--secrets', '--page-address', 'https://a.example/p'],
    { access: { readOnly: false, secrets: true }, pageAddress: 'https://a.example/p/' },
  ],
] as const)('%j starts the front with %j', async (args, settings) => {
  const { io } = await served(args);
  expect(io.fronts).toHaveLength(1);
  expect(io.fronts[0]).toMatchObject({ page: '/page', token, ...settings });
  // The front knows where the API is as soon as kubectl says so.
  expect(io.fronts[0]?.behind()).toEqual({ kind: 'socket', path: '/private/api.sock' });
});

test('on Windows kubectl serves at a port that answers to a secret host, which is printed nowhere', async () => {
  const { io, out } = await served([], { platform: 'win32' });
  const host = `mf-${'ab'.repeat(16)}`;
  expect(io.started[1]).toEqual(['kubectl', 'proxy', '--address=127.0.0.1', '--port=0', `--accept-hosts=^${host}$`]);
  expect(io.fronts[0]?.behind()).toEqual({ kind: 'port', host, port: 40_555 });
  expect(out.replaceAll(token, '')).not.toContain('abab');
  expect(out).toContain("'--accept-hosts=^SECRET$'");
});

test('the address may be that of the environment', async () => {
  const { io } = await served([], { env: { MANAGED_FIELDS_PAGE: 'https://a.example/' } });
  expect(io.fronts[0]?.pageAddress).toBe('https://a.example/');
});

test('--output json prints one object when the page is served, and nothing before', async () => {
  const { io } = await served(['--output', 'json', '--kubectl', '/opt/kubectl']);
  expect(io.out.join('').match(/\n/g)).toHaveLength(1);
  const { address, command } = JSON.parse(io.out.join('')) as { address: string; command: string[] };
  expect(address).toBe(`${page}&namespace=shop#t/${token}`);
  expect(command).toEqual(io.started[1]);
});

test.each([
  [{ kind: 'taken' }, 'Port 9 is taken'],
  [{ kind: 'failed', message: 'listen EACCES' }, 'listen EACCES'],
] as const)('where the page cannot be served (%j), kubectl does not serve either', async (given, sentence) => {
  const io = fakeIo({ program: kubectl, served: given });
  expect(await run(['--port', '9'], io)).toBe(1);
  expect(io.err.join('')).toContain(sentence);
  expect(io.started).toHaveLength(1);
  expect(io.out).toEqual([]);
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
  expect(io.done).toEqual(at === 'proxy' ? ['folder removed', 'front closed'] : []);
});

test('a kubectl that is not there', async () => {
  const io = fakeIo();
  expect(await run(['--kubectl', '/opt/nothing'], io)).toBe(1);
  expect(io.err).toEqual(['there is no program /opt/nothing: install kubectl, or name it by --kubectl PROGRAM\n']);
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
  expect(io.err).toEqual(code === 0 ? [] : ['kubectl was ended by SIGKILL\n']);
});

test('in a Pod kubectl needs no context', async () => {
  const given: Given = {
    env: { KUBERNETES_SERVICE_HOST: '10.0.0.1' },
    program: async (line, print, end) =>
      line.includes('config') ? { kind: 'exited', code: 1 } : kubectl(line, print, end),
  };
  expect((await served([], given)).out).toContain(`${page}#t/${token}\n`);
});

test.each([
  [['deploy'], 'name one object as KIND/NAME'],
  [['deploy', 'web'], 'name one object as KIND/NAME'],
  [['a/b/c'], 'name one object as KIND/NAME'],
  [['--port', 'x'], '--port is a number'],
  [['--port', '70000'], '--port is a number'],
  [['--host', 'localhost'], "Unknown option '--host'"],
  [['--page-address', 'ftp://a.example'], 'one of http or https'],
  [['--page-address', 'http://127.1:8001/playground/'], 'others, who cannot open'],
  [['--page-address', 'http://mf-ab.localhost/'], 'others, who cannot open'],
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
