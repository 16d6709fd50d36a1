import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isGzip } from '@managed-fields/survey';
import { readInFolders } from './forecast/read-files.ts';
import type { Io } from './io.ts';

/** Something that is read piece by piece: a file, the standard input, or a list of a cluster. */
export interface ByteSource {
  /** As errors and reports name it. */
  readonly name: string;
  /** Unpacked where it was packed. Throws where that cannot be done. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A source, or a sentence why one cannot be opened. */
export type OpenedSource = ByteSource | { readonly failure: string };

/**
 * Opens files and folders one after the other, `-` being the standard input; of a folder those whose names fit. It ends with the
 * first failure.
 */
export async function* openSources(
  paths: readonly string[],
  io: Io,
  inFolders: RegExp = readInFolders,
): AsyncGenerator<OpenedSource> {
  for (const path of paths) {
    if (path === '-') {
      yield { name: 'standard input', chunks: unpacked(io.stdin.chunks()) };
      continue;
    }
    const opened = await io.openFile(path);
    if (opened.kind === 'missing') return yield { failure: `there is no file ${path || '""'}` };
    if (opened.kind === 'unreadable') return yield { failure: `${path} cannot be read: ${opened.message}` };
    if (opened.kind === 'chunks') {
      yield { name: path, chunks: unpacked(opened.chunks) };
      continue;
    }
    const files = opened.files.filter((file) => inFolders.test(file));
    if (files.length === 0) return yield { failure: `there is no YAML or JSON in ${path}` };
    yield* openSources(files, io, inFolders);
  }
}

/** The most bytes of a source when it is unpacked: it is kept in a file meanwhile. */
const mostBytes = 64_000_000_000;

/** Unpacks gzip as it comes; anything else comes as it is. */
export async function* unpacked(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = chunks[Symbol.asyncIterator]();
  let first: Uint8Array = new Uint8Array();
  while (first.length < 2) {
    const { done, value } = await pieces.next();
    if (done === true) break;
    first = first.length === 0 ? value : Buffer.concat([first, value]);
  }
  const all = (async function* () {
    if (first.length > 0) yield first;
    for (;;) {
      const { done, value } = await pieces.next();
      if (done === true) return;
      yield value;
    }
  })();
  if (!isGzip(first)) return yield* all;
  const gunzip = createGunzip();
  const piped = pipeline(Readable.from(all), gunzip);
  // What goes wrong is thrown by the loop below.
  piped.catch(() => {});
  let bytes = 0;
  for await (const chunk of gunzip) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error(`more than ${mostBytes / 1e9} GB when it is unpacked`);
    yield chunk;
  }
}
