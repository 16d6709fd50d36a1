import { gunzipSync } from 'node:zlib';
import { isGzip } from '@managed-fields/survey';
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
const readInFolders = /\.(?:ya?ml|json)(?:\.gz)?$/i;

/** The most bytes that a packed file may have when it is unpacked. */
const mostUnpacked = 1_000_000_000;

/** Reads files and folders, `-` being the standard input. */
export async function readFiles(paths: readonly string[], io: Io): Promise<FilesRead> {
  const files: FileBytes[] = [];
  for (const path of paths) {
    const read =
      path === '-' ? ({ kind: 'bytes', bytes: await io.stdin.readBytes() } as const) : await io.readBytes(path);
    if (read.kind === 'missing') return { kind: 'failure', message: `there is no file ${path}` };
    if (read.kind === 'unreadable') return { kind: 'failure', message: `${path} cannot be read: ${read.message}` };
    if (read.kind === 'folder') {
      const inside = await readFiles(
        read.files.filter((file) => readInFolders.test(file)),
        io,
      );
      if (inside.kind === 'failure') return inside;
      if (inside.files.length === 0) return { kind: 'failure', message: `there is no YAML or JSON in ${path}` };
      files.push(...inside.files);
      continue;
    }
    const unpacked = unpack(read.bytes);
    const name = path === '-' ? 'standard input' : path;
    if (unpacked === undefined) return { kind: 'failure', message: `${name} is gzip that cannot be unpacked` };
    files.push({ name, bytes: unpacked });
  }
  return { kind: 'files', files };
}

function unpack(bytes: Uint8Array): Uint8Array | undefined {
  if (!isGzip(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: mostUnpacked });
  } catch {
    return undefined;
  }
}

/** The bytes of a file as text; a byte order mark is no part of it. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes);
}
