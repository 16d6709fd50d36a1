import type { HttpRequest } from '@managed-fields/live-cluster';
import type { StartedServer, StartOptions } from '@managed-fields/node-server';
import type { ApiAnswer, Behind, FrontSettings, Served } from './cluster/front/settings.ts';
import type { AssistantSettings, ServedAssistants } from './mcp/settings.ts';

/** Where a command writes. */
export interface Output {
  /** Whether it is a terminal. */
  readonly isTTY: boolean;
  write(text: string): void;
}

/** What came of reading a file: its text, or why there is none. */
export type FileRead =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'folder' | 'missing' }
  | { readonly kind: 'unreadable'; readonly message: string };

/** What came of reading a file or a folder as bytes: those of the file, the paths of the files in the folder, or neither. */
export type BytesRead =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** All files in it and in the folders below it, in the order of their names. */
  | { readonly kind: 'folder'; readonly files: readonly string[] }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly message: string };

/** What came of opening a file or a folder: the bytes of the file as they come, the files of the folder, or neither. */
export type OpenedFile =
  | { readonly kind: 'chunks'; readonly chunks: AsyncIterable<Uint8Array> }
  | Exclude<BytesRead, { readonly kind: 'bytes' }>;

/** A file that is written from its beginning to its end. */
export interface OutputFile {
  write(bytes: Uint8Array): void;
}

/** A file without a name, for what is too much for the memory. It is gone with the program. */
export interface Scratch {
  /** Appends bytes, and returns where they begin. */
  append(bytes: Uint8Array): number;
  read(from: number, length: number): Uint8Array;
  remove(): void;
}

/** A thread that answers what it is asked, in that order. */
export interface Worker {
  /** Asks it; the buffers are handed over. Rejects where it ended. */
  ask(message: unknown, buffers: readonly ArrayBuffer[]): Promise<unknown>;
  end(): void;
}

/** Threads that count for a survey. */
export interface Workers {
  /** How many can work at a time. */
  readonly count: number;
  /** How much they are worth starting for, in bytes or letters: each reads the kinds of Kubernetes first. */
  readonly worthFrom: number;
  /** Starts one, with plain data that it goes by. */
  start(settings: unknown): Worker;
}

/** How a program that was started ended. `end` is the signal that ended it, where one did. */
export type Ended =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'ended'; readonly signal: string }
  /** There is no such program. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly message: string };

/** A program that was started. */
export interface Started {
  readonly ended: Promise<Ended>;
  /** Asks it to end. */
  end(): void;
}

/** Takes what a started program prints, piece by piece. */
export interface Listeners {
  stdout(text: string): void;
  stderr(text: string): void;
}

/**
 * Everything that a command reaches outside of its arguments. Tests hand in their own, so that they need neither
 * processes nor files.
 */
export interface Io {
  readonly stdin: {
    readonly isTTY: boolean;
    read(): Promise<string>;
    readBytes(): Promise<Uint8Array>;
    /** The bytes as they come. */
    chunks(): AsyncIterable<Uint8Array>;
  };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of the built playground; undefined where it came without one. */
  readonly page: string | undefined;
  /** The version of this package. */
  version(): string;
  readFile(path: string): Promise<FileRead>;
  readBytes(path: string): Promise<BytesRead>;
  /** Whether there is a file or a folder of a name. */
  isThere(path: string): Promise<boolean>;
  /** Opens a file to be read piece by piece. */
  openFile(path: string): Promise<OpenedFile>;
  /** Begins a file, in a folder that is made where there is none; throws what the system says where it cannot be written. */
  createFile(path: string): OutputFile;
  scratch(): Scratch;
  /** Undefined where all is done in this thread. */
  readonly workers: Workers | undefined;
  /** Whether a path is a folder with an `index.html` in it. */
  isPage(path: string): boolean;
  /** The operating system, as Node names it: `linux`, `darwin`, `win32`. */
  readonly platform: string;
  /** Starts a program with arguments, without a shell. */
  start(program: string, args: readonly string[], listeners: Listeners): Started;
  /** Starts a program that is ended, and a folder that is removed, even where this process is killed. */
  startBound(program: string, args: readonly string[], listeners: Listeners, folder: string): Started;
  /**
   * Starts a program, without a shell, that shows what it prints on stderr, with the environment of this one and `env`;
   * what is undefined there is left out of it.
   */
  startShown(program: string, args: readonly string[], env: Readonly<Record<string, string | undefined>>): Started;
  /** Serves the engine as an API server until it is closed; rejects where the port cannot be had. */
  serveApi(options: StartOptions): Promise<StartedServer>;
  /** Writes a file that no other user of the machine can read. */
  writePrivate(path: string, text: string): void;
  /** Makes an empty folder that no other user of the machine can enter. */
  privateFolder(): { readonly path: string; remove(): void };
  /** Serves the page beside an API until it is closed. */
  serveFront(settings: FrontSettings): Promise<Served>;
  /** Asks an API that only this program reaches; undefined where it does not answer. */
  askApi(request: HttpRequest, behind: Behind): Promise<ApiAnswer | undefined>;
  /** Serves assistants, on standard input and output or over HTTP, until it is closed. */
  serveAssistants(settings: AssistantSettings): Promise<ServedAssistants>;
  /** Calls a function at each SIGINT, SIGTERM and SIGHUP; returns what stops that. */
  onSignal(react: () => void): () => void;
  /** The time in milliseconds since 1970. */
  now(): number;
  /** So many random bytes as hexadecimal digits. */
  random(bytes: number): string;
}

/** A command with its arguments (without its own name): does its work and returns the exit code. */
export type Run = (args: readonly string[], io: Io) => Promise<number>;

/** The exit codes of all commands. */
export const exit = {
  done: 0,
  /** What was asked for failed, or was found not to be so. */
  failed: 1,
  /** The arguments or the input cannot be used. */
  usage: 2,
} as const;

/** Whether stdout takes colours. As with Node itself, FORCE_COLOR comes before NO_COLOR, and both before the terminal. */
export function hasColour({ stdout, env }: Io): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (env['NO_COLOR']) return false;
  return stdout.isTTY && env['TERM'] !== 'dumb';
}

/** How a program ended, and whether it was because somebody interrupted this one. */
export interface Waited {
  readonly ended: Ended;
  readonly interrupted: boolean;
}

/** Waits for a program to end, and asks it to at a signal. */
export async function untilEnded(io: Io, started: Started): Promise<Waited> {
  let interrupted = false;
  const stop = io.onSignal(() => {
    interrupted = true;
    started.end();
  });
  const ended = await started.ended;
  stop();
  // Ctrl-C reaches both programs, and the other may end before this one hears of it.
  return { ended, interrupted: interrupted || (ended.kind === 'ended' && ended.signal === 'SIGINT') };
}
