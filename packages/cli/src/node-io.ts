import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isSea } from 'node:sea';
import { Worker as Thread } from 'node:worker_threads';
import { terminalLine } from '@managed-fields/foreign-text';
import type {
  BytesRead,
  Ended,
  FileRead,
  Io,
  Listeners,
  OpenedFile,
  OutputFile,
  Scratch,
  Started,
  Worker,
  Workers,
} from './io.ts';
import { exit } from './io.ts';
import { run } from './run.ts';

/**
 * Runs the program on Node, and sets the exit code. What the system refuses in the middle, such as a file on a full disk, is one line
 * on stderr; anything else that is thrown is a mistake of the program, and shows where.
 */
export async function runOnNode(io: Io): Promise<void> {
  try {
    process.exitCode = await run(process.argv.slice(2), io);
  } catch (error) {
    complain(error);
    process.exitCode = exit.failed;
  }
}

function complain(error: unknown): void {
  const said =
    error instanceof Error && 'syscall' in error
      ? terminalLine(error.message)
      : error instanceof Error
        ? error.stack
        : error;
  process.stderr.write(`managed-fields: ${said}\n`);
}

/**
 * The world of a program on Node. `page` is the folder of the built playground, `version` says that of the program, `worker` is the
 * file that counts for a survey in threads of its own, where there is one.
 */
export function nodeIo(page: string, version: () => string, worker?: string): Io {
  // Whoever reads may stop in the middle, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      complain(error);
      process.exitCode = exit.failed;
    }
    process.exit();
  });
  // Nobody is there to be told.
  process.stderr.on('error', () => {});
  return {
    stdin: {
      isTTY: process.stdin.isTTY === true,
      read: async () => (await readInput()).toString('utf8'),
      readBytes: readInput,
      chunks: () => process.stdin,
    },
    stdout: { isTTY: process.stdout.isTTY === true, write: (text) => process.stdout.write(text) },
    stderr: { isTTY: process.stderr.isTTY === true, write: (text) => process.stderr.write(text) },
    env: process.env,
    page: isPage(page) ? page : undefined,
    version,
    readFile: readText,
    readBytes,
    isThere: async (path) => existsSync(path),
    openFile,
    createFile,
    scratch,
    workers: worker === undefined ? undefined : workersOf(worker),
    isPage,
    platform: process.platform,
    start: (program, args, listeners) => started(spawned(program, args), listeners),
    startBound: (program, args, listeners, folder) => {
      const child = spawned(program, args);
      const watching = child.pid === undefined ? undefined : watchOver(child.pid, folder);
      child.on('close', () => watching?.kill());
      return started(child, listeners);
    },
    startShown: (program, args, env) => shown(program, args, env),
    serveApi: async (options) => (await import('@managed-fields/node-server')).startServer(options),
    writePrivate: (path, text) => writeFileSync(path, text, { mode: 0o600 }),
    privateFolder: () => {
      const path = mkdtempSync(join(tmpdir(), 'managed-fields-'));
      return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
    },
    askApi: async (request, behind) => (await import('./cluster/front/front.ts')).askApi(request, behind),
    serveFront: async (settings) => (await import('./cluster/front/front.ts')).startFront(settings),
    serveAssistants: async (settings) => {
      const { serveAssistants } = await import('./mcp/serve.ts');
      return serveAssistants(settings, { now: () => Date.now(), version });
    },
    onSignal: (react) => {
      const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
      for (const signal of signals) process.on(signal, react);
      return () => {
        for (const signal of signals) process.off(signal, react);
      };
    },
    now: () => Date.now(),
    random: (bytes) => randomBytes(bytes).toString('hex'),
  };
}

function workersOf(file: string): Workers {
  return {
    ...{ count: availableParallelism(), worthFrom: 24_000_000 },
    start: (settings) => startWorker(file, settings),
  };
}

function startWorker(file: string, workerData: unknown): Worker {
  const thread = new Thread(file, { workerData });
  const waiting: { readonly done: (answer: unknown) => void; readonly failed: (error: unknown) => void }[] = [];
  let ended: unknown;
  const fail = (error: unknown) => {
    ended ??= error;
    for (const { failed } of waiting.splice(0)) failed(ended);
  };
  thread.on('message', (answer: unknown) => waiting.shift()?.done(answer));
  thread.on('error', fail);
  thread.on('exit', () => fail(new Error('a worker ended')));
  return {
    ask: (message, buffers) =>
      new Promise((done, failed) => {
        if (ended !== undefined) return failed(ended);
        waiting.push({ done, failed });
        thread.postMessage(message, [...buffers]);
      }),
    end: () => void thread.terminate(),
  };
}

async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function isPage(path: string): boolean {
  return statSync(join(path, 'index.html'), { throwIfNoEntry: false })?.isFile() === true;
}

/** The version that a package.json names. */
export function versionIn(manifest: string): string {
  const { version }: { readonly version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
  return version;
}

async function readText(path: string): Promise<FileRead> {
  try {
    return { kind: 'text', text: await readFile(path, 'utf8') };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EISDIR') return { kind: 'folder' };
    if (code === 'ENOENT') return { kind: 'missing' };
    return { kind: 'unreadable', message };
  }
}

async function readBytes(path: string): Promise<BytesRead> {
  try {
    if ((await stat(path)).isDirectory()) return { kind: 'folder', files: await filesIn(path) };
    return { kind: 'bytes', bytes: await readFile(path) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { kind: 'missing' } : { kind: 'unreadable', message };
  }
}

async function openFile(path: string): Promise<OpenedFile> {
  try {
    if ((await stat(path)).isDirectory()) return { kind: 'folder', files: await filesIn(path) };
    const stream = createReadStream(path, { highWaterMark: 1 << 20 });
    await new Promise((opened, failed) => stream.once('open', opened).once('error', failed));
    return { kind: 'chunks', chunks: stream };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { kind: 'missing' } : { kind: 'unreadable', message };
  }
}

/** Makes a folder and those that it is in. Node's own `recursive` never ends where the system says that one cannot be, as in /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

function createFile(path: string): OutputFile {
  makeFolder(dirname(path));
  writeFileSync(path, '');
  // Files can be more than a process may have open.
  return { write: (bytes) => appendFileSync(path, bytes) };
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

function scratch(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'managed-fields-'));
  const file = openSync(join(folder, 'scratch'), 'wx+', 0o600);
  // A file without a name goes with the process, even where that is killed. Windows keeps the name of an open file.
  if (process.platform !== 'win32') rmSync(folder, { recursive: true, force: true });
  let size = 0;
  const remove = () => {
    process.off('exit', remove);
    closeSync(file);
    rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', remove);
  return {
    append: (bytes) => {
      const from = size;
      writeAll(file, bytes);
      size += bytes.length;
      return from;
    },
    read: (from, length) => {
      const bytes = new Uint8Array(length);
      let at = 0;
      while (at < length) {
        const read = readSync(file, bytes, at, length - at, from + at);
        if (read === 0) break;
        at += read;
      }
      return bytes.subarray(0, at);
    },
    remove,
  };
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sorted = entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found = sorted.map(async (entry): Promise<readonly string[]> => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() ? [path] : [];
  });
  return (await Promise.all(found)).flat();
}

function spawned(program: string, args: readonly string[]) {
  // A kubeconfig may name a program that asks its user to sign in.
  return spawn(program, args, { stdio: ['inherit', 'pipe', 'pipe'] });
}

function started(child: ReturnType<typeof spawned>, listeners: Listeners): Started {
  child.stdout.setEncoding('utf8').on('data', (text: string) => listeners.stdout(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => listeners.stderr(text));
  return running(child);
}

/** A program whose output stands on this one's stderr, a terminal included: stdout is for the report. */
function shown(program: string, args: readonly string[], env: Readonly<Record<string, string | undefined>>): Started {
  const all = Object.entries({ ...process.env, ...env }).filter(([, value]) => value !== undefined);
  return running(spawn(program, args, { stdio: ['inherit', 2, 2], env: Object.fromEntries(all) }));
}

function running(child: ChildProcess): Started {
  const ended = new Promise<Ended>((done) => {
    child.on('error', (error: NodeJS.ErrnoException) =>
      done(error.code === 'ENOENT' ? { kind: 'missing' } : { kind: 'failed', message: error.message }),
    );
    child.on('close', (code, signal) =>
      done(code === null ? { kind: 'ended', signal: signal ?? '' } : { kind: 'exited', code }),
    );
  });
  return { ended, end: () => void child.kill('SIGTERM') };
}

/**
 * What ends a process and removes a folder as soon as this process is gone, however it ended: a process of its own, whose
 * input ends then. A signal that a terminal sends to this one does not reach it.
 */
const watcher = `
const [pid, folder] = process.argv.slice(1);
process.stdin.resume().on('end', () => {
  try { process.kill(Number(pid)); } catch {}
  require('node:fs').rmSync(folder, { recursive: true, force: true });
});`;

/** The word by which the program in one executable does the same: it is no Node that would run a text. */
export const watchWord = '--watch-over';

/** Ends a process and removes a folder when the input ends. */
export function watch(pid: string, folder: string): void {
  process.stdin.resume().on('end', () => {
    try {
      process.kill(Number(pid));
    } catch {
      // It has ended.
    }
    rmSync(folder, { recursive: true, force: true });
  });
}

function watchOver(pid: number, folder: string): ChildProcess {
  const words = isSea() ? [watchWord] : ['-e', watcher];
  const child = spawn(process.execPath, [...words, String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
  });
  // Without it the command still does its work, and ends it where it can.
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  return child;
}
