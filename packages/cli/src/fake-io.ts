import type { StartedServer, StartOptions } from '@managed-fields/node-server';
import type { ApiAnswer, FrontSettings, Served } from './cluster/front/settings.ts';
import type { Ended, Io, Listeners, Scratch, Workers } from './io.ts';
import { outputProblem } from './json/check-output.ts';
import type { ServedAssistants } from './mcp/settings.ts';

/** What a test gives to a command; all else is empty. */
export interface Given {
  readonly stdin?: string | Uint8Array;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly folders?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly terminal?: boolean;
  readonly page?: string | undefined;
  /** Plays a program: prints what it prints and says how it ends; `end` resolves when it is asked to. */
  readonly program?: (line: readonly string[], print: Listeners, end: Promise<void>) => Promise<Ended>;
  /** Plays a program that is run against a server, with what it can reach. */
  readonly tool?: (line: readonly string[], env: Readonly<Record<string, string | undefined>>) => Promise<Ended>;
  readonly serveApi?: (options: StartOptions) => Promise<StartedServer>;
  readonly platform?: string;
  /** Counts for a survey in other threads. */
  readonly workers?: Workers;
  /** What the API behind kubectl answers at an address, path and query; without it nothing answers. */
  readonly api?: (address: string) => ApiAnswer | undefined;
  /** How serving the page ends; it serves at the port that was asked for, or at 40123. */
  readonly served?: Served;
  /** How serving assistants ends; without it their client ends it at once. */
  readonly assistants?: ServedAssistants;
}

/** An `Io` for tests, and what was written to it. */
export interface FakeIo extends Io {
  readonly out: string[];
  readonly err: string[];
  readonly started: (readonly string[])[];
  /** The fronts that were started. */
  readonly fronts: FrontSettings[];
  /** The addresses that the API was asked for. */
  readonly asked: string[];
  /** What was made and ended beside programs, in order. */
  readonly done: string[];
  /** The files that were written, by their paths. */
  readonly written: Map<string, string>;
  /** The same as bytes, of those that were made piece by piece. */
  readonly made: Map<string, Uint8Array>;
  /** The paths of the files that were begun. */
  files(): ReadonlySet<string>;
  /** Sends a signal. */
  signal(): void;
}

/** The time of every test: 2026-11-24T10:02:26Z. */
export const testTime = Date.UTC(2026, 10, 24, 10, 2, 26);

/** Makes an `Io` without processes and files. */
export function fakeIo({ stdin, files = {}, folders = [], env = {}, terminal = false, ...given }: Given = {}): FakeIo {
  const out: string[] = [];
  const err: string[] = [];
  const started: (readonly string[])[] = [];
  const fronts: FrontSettings[] = [];
  const asked: string[] = [];
  const done: string[] = [];
  const written = new Map<string, string>();
  const made = new Map<string, Uint8Array>();
  const begun = new Set<string>();
  const reacting = new Set<() => void>();
  const start: Io['start'] = (program, args, listeners) => {
    started.push([program, ...args]);
    let end = () => {};
    const toEnd = new Promise<void>((ending) => {
      end = ending;
    });
    const play = given.program ?? (async () => ({ kind: 'missing' }) as const);
    return { ended: play([program, ...args], listeners, toEnd), end };
  };
  return {
    out,
    err,
    started,
    fronts,
    asked,
    done,
    written,
    made,
    files: () => begun,
    signal: () => {
      for (const react of reacting) react();
    },
    stdin: {
      isTTY: stdin === undefined,
      read: async () => textOf(stdin ?? ''),
      readBytes: async () => bytesOf(stdin ?? ''),
      chunks: () => chunksOf(bytesOf(stdin ?? '')),
    },
    stdout: {
      isTTY: terminal,
      write: (text) => {
        out.push(text);
        // Whatever a test is about, what is printed as JSON is of the form that is published.
        const problem = outputProblem(out.join(''));
        if (problem !== undefined) throw new Error(problem);
      },
    },
    stderr: { isTTY: terminal, write: (text) => void err.push(text) },
    env,
    page: 'page' in given ? given.page : '/page',
    version: () => '1.2.3',
    readFile: async (path) => {
      const text = files[path];
      if (text !== undefined) return { kind: 'text', text: textOf(text) };
      return { kind: folders.includes(path) ? 'folder' : 'missing' };
    },
    readBytes: async (path) => {
      const text = files[path];
      if (text !== undefined) return { kind: 'bytes', bytes: bytesOf(text) };
      const inFolder = Object.keys(files).filter((file) => file.startsWith(`${path}/`));
      return folders.includes(path) ? { kind: 'folder', files: inFolder.sort() } : { kind: 'missing' };
    },
    isThere: async (path) => files[path] !== undefined || folders.includes(path),
    openFile: async (path) => {
      const text = files[path];
      if (text !== undefined) return { kind: 'chunks', chunks: chunksOf(bytesOf(text)) };
      const inFolder = Object.keys(files).filter((file) => file.startsWith(`${path}/`));
      return folders.includes(path) ? { kind: 'folder', files: inFolder.sort() } : { kind: 'missing' };
    },
    createFile: (path) => {
      let whole = Buffer.alloc(0);
      begun.add(path);
      return {
        write: (bytes) => {
          whole = Buffer.concat([whole, bytes]);
          made.set(path, whole);
          written.set(path, whole.toString('utf8'));
        },
      };
    },
    scratch: memoryScratch,
    workers: given.workers,
    isPage: (path) => path === '/page',
    platform: given.platform ?? 'linux',
    start,
    startBound: (program, args, listeners) => start(program, args, listeners),
    startShown: (program, args, variables) => {
      started.push([program, ...args]);
      const play = given.tool ?? (async () => ({ kind: 'missing' }) as const);
      return { ended: play([program, ...args], variables), end: () => void done.push('asked to end') };
    },
    serveApi: given.serveApi ?? (() => Promise.reject(new Error('nothing is served'))),
    writePrivate: (path, text) => void written.set(path, text),
    privateFolder: () => ({ path: '/private', remove: () => void done.push('folder removed') }),
    askApi: async ({ address }) => {
      asked.push(address);
      return given.api?.(address);
    },
    serveFront: async (settings) => {
      fronts.push(settings);
      const close = async () => void done.push('front closed');
      return given.served ?? { kind: 'serving', port: settings.port === 0 ? 40_123 : settings.port, close };
    },
    serveAssistants: async (settings) => {
      done.push(`assistants served by ${settings.by}`);
      const close = async () => void done.push('assistants closed');
      return given.assistants ?? { kind: 'serving', port: 40_124, ended: Promise.resolve(), close };
    },
    onSignal: (react) => {
      reacting.add(react);
      return () => reacting.delete(react);
    },
    now: () => testTime,
    random: (bytes) => 'ab'.repeat(bytes),
  };
}

/** Pieces small enough to cut through everything. */
async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const size = Math.max(7, Math.ceil(bytes.length / 50));
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function memoryScratch(): Scratch {
  const parts: number[] = [];
  return {
    append: (bytes) => {
      const from = parts.length;
      for (const byte of bytes) parts.push(byte);
      return from;
    },
    read: (from, length) => Uint8Array.from(parts.slice(from, from + length)),
    remove: () => {},
  };
}

function textOf(given: string | Uint8Array): string {
  return typeof given === 'string' ? given : Buffer.from(given).toString('utf8');
}

function bytesOf(given: string | Uint8Array): Uint8Array {
  return typeof given === 'string' ? Buffer.from(given, 'utf8') : given;
}
