import type { Io } from '../io.ts';

/** An `Io` without files and processes, and what a command printed to it. */
export interface MemoryIo {
  readonly io: Io;
  stdout(): string;
  /** The lines of stderr that are not empty. */
  stderr(): readonly string[];
}

/** Makes the world of a command that reads only given texts, by their names, and reaches nothing outside of this process. */
export function memoryIo(files: ReadonlyMap<string, string>, { now, version }: Pick<Io, 'now' | 'version'>): MemoryIo {
  const [out, err]: [string[], string[]] = [[], []];
  const never = () => {
    throw new Error('nothing outside of this process is reached');
  };
  const io: Io = {
    stdin: { isTTY: true, read: async () => '', readBytes: async () => new Uint8Array(), chunks: () => pieces('') },
    stdout: { isTTY: false, write: (text) => void out.push(text) },
    stderr: { isTTY: false, write: (text) => void err.push(text) },
    env: {},
    page: undefined,
    version,
    readFile: async (path) => {
      const text = files.get(path);
      return text === undefined ? { kind: 'missing' } : { kind: 'text', text };
    },
    readBytes: async (path) => {
      const text = files.get(path);
      return text === undefined ? { kind: 'missing' } : { kind: 'bytes', bytes: Buffer.from(text, 'utf8') };
    },
    isThere: async (path) => files.has(path),
    openFile: async (path) => {
      const text = files.get(path);
      return text === undefined ? { kind: 'missing' } : { kind: 'chunks', chunks: pieces(text) };
    },
    createFile: never,
    scratch: never,
    workers: undefined,
    isPage: () => false,
    platform: '',
    start: never,
    startBound: never,
    startShown: never,
    serveApi: never,
    writePrivate: never,
    privateFolder: never,
    serveFront: never,
    askApi: never,
    serveAssistants: never,
    onSignal: () => () => {},
    now,
    random: never,
  };
  const lines = () => err.join('').split('\n');
  return { io, stdout: () => out.join(''), stderr: () => lines().filter((line) => line.trim() !== '') };
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield Buffer.from(text, 'utf8');
}
