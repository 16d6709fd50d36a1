import { gunzipSync } from 'node:zlib';
import { isGzip, sourceText } from '@managed-fields/survey';
import type { Io } from '../io.ts';

/** A file that was read, unpacked where it was packed. */
export interface FileBytes {
  /** As errors and reports name it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The files that some arguments name, or a sentence why one cannot be read. */
export type FilesRead =
  | { readonly kind: 'files'; readonly files: readonly FileBytes[] }
  | { readonly kind: 'failure'; readonly message: string };

/** The files of a folder that are read: manifests and dumps, packed or not. */
export const readInFolders = /\.(?:ya?ml|json)(?:\.gz)?$|(?:^|[\\/])Kustomization$/i;

/** The most bytes that a dump may have when it is unpacked, which is read in pieces. */
const mostOfDump = 1_000_000_000;

/** The most bytes that a file of manifests may have, which is read as a whole. */
export const mostOfManifests = 100_000_000;

/** Reads files and folders, `-` being the standard input. `most`: the most bytes that one may have when it is unpacked. */
export async function readFiles(paths: readonly string[], io: Io, most = mostOfDump): Promise<FilesRead> {
  const files: FileBytes[] = [];
  for (const path of paths) {
    const read =
      path === '-' ? ({ kind: 'bytes', bytes: await io.stdin.readBytes() } as const) : await io.readBytes(path);
    if (read.kind === 'missing') return { kind: 'failure', message: `there is no file ${path || '""'}` };
    if (read.kind === 'unreadable') return { kind: 'failure', message: `${path} cannot be read: ${read.message}` };
    if (read.kind === 'folder') {
      const inside = await readFiles(
        read.files.filter((file) => readInFolders.test(file)),
        io,
        most,
      );
      if (inside.kind === 'failure') return inside;
      if (inside.files.length === 0) return { kind: 'failure', message: `there is no YAML or JSON in ${path}` };
      files.push(...inside.files);
      continue;
    }
    const unpacked = unpack(read.bytes, most);
    const name = path === '-' ? 'standard input' : path;
    if (typeof unpacked === 'string') return { kind: 'failure', message: `${name} ${unpacked}` };
    files.push({ name, bytes: unpacked });
  }
  return { kind: 'files', files };
}

/** The bytes of a file, or what is wrong with it, to be said behind its name. */
function unpack(bytes: Uint8Array, most: number): Uint8Array | string {
  const megabytes = most / 1_000_000;
  if (!isGzip(bytes)) {
    // A dump of any size is read in pieces.
    return bytes.length > most && most !== mostOfDump ? `has more than ${megabytes} MB` : bytes;
  }
  try {
    return gunzipSync(bytes, { maxOutputLength: most });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? `has more than ${megabytes} MB when it is unpacked`
      : 'is gzip that cannot be unpacked';
  }
}

/** The bytes of a file as text: UTF-8, or the UTF-16 that PowerShell writes; a byte order mark is no part of it. */
export const textOf: (bytes: Uint8Array) => string = sourceText;

/** The most documents of a file of manifests. */
export const mostDocuments = 100_000;

/** Whether a file of manifests has more documents than are read. */
export function hasManyDocuments(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('\n---'); at >= 0; at = text.indexOf('\n---', at + 1)) {
    if (++count >= mostDocuments) return true;
  }
  return false;
}
