import { isGzip } from '@managed-fields/survey';

/** The most bytes that are read of a source that is packed: a small file can unpack to any size. */
const mostUnpacked = 1_000_000_000;

/** The bytes of a source, unpacked where they are packed; `taken` says how many of its own bytes came with them. */
export async function* chunksOf(content: Blob): AsyncGenerator<{ readonly chunk: Uint8Array; readonly taken: number }> {
  const packed = isGzip(new Uint8Array(await content.slice(0, 2).arrayBuffer()));
  if (!packed) {
    for await (const chunk of eachOf(content.stream())) yield { chunk, taken: chunk.length };
    return;
  }
  let [unpacked, taken] = [0, 0];
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, to) => {
      taken += chunk.length;
      to.enqueue(chunk);
    },
  });
  const stream = content.stream().pipeThrough(counting).pipeThrough(new DecompressionStream('gzip'));
  for await (const chunk of eachOf(stream)) {
    unpacked += chunk.length;
    if (unpacked > mostUnpacked) throw new Error(`more than ${mostUnpacked} bytes`);
    yield { chunk, taken };
    taken = 0;
  }
}

/** The chunks of a stream; not all browsers can iterate over one. */
async function* eachOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}
