import { type LogReader, playHistory, readLog } from '@managed-fields/audit';
import { chunksOf } from '../../core/engine/chunks.ts';
import type { AuditNews, Perform } from '../../core/engine/protocol.ts';

// Code that only an audit log needs. It is fetched with the first log that is read.

/** The log that was read here. */
let log: LogReader = readLog();

/** How many milliseconds pass between two news. */
const tellAfterMs = 100;

/** Answers what is asked about the log; `read` begins with another one. */
export const perform: Perform<'audit'> = async (asked, { tell, catalogOf, computed }) => {
  switch (asked.kind) {
    case 'read':
      log = await readSources(asked.sources, tell);
      return log.summary();
    case 'history': {
      const catalog = await catalogOf(asked.kubernetes);
      return computed(() => playHistory(log, asked, catalog));
    }
  }
};

async function readSources(sources: readonly Blob[], tell: (news: AuditNews) => void): Promise<LogReader> {
  const reader = readLog();
  const of = sources.reduce((sum, { size }) => sum + size, 0);
  let [bytes, told] = [0, performance.now()];
  for (const source of sources) {
    const decoder = new TextDecoder();
    for await (const { chunk, taken } of chunksOf(source)) {
      reader.take(decoder.decode(chunk, { stream: true }));
      bytes += taken;
      if (performance.now() - told < tellAfterMs) continue;
      tell({ bytes, of });
      told = performance.now();
    }
    // The last line of a file may have no end.
    reader.take(`${decoder.decode()}${sources.length > 1 ? '\n' : ''}`);
  }
  reader.end();
  return reader;
}
