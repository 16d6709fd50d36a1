import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';
import { playTrace } from '../replay/play.ts';
import { readTrace } from '../replay/trace.ts';

const folder = join(import.meta.dirname, 'cases');

const catalog = await loadCatalog();

/**
 * What kubectl v1.36.3 itself sends and prints at the borders of its commands. Its server was `server.ts`, this very
 * engine, so that the answers in these files tell nothing; those of a real server are in the traces.
 */
describe('commands are played as by kubectl', () => {
  it.each(readdirSync(folder))('%s', (file) => {
    const played = playTrace(readTrace(join(folder, file)), catalog);
    const different = played.flatMap(({ index, differences, reads, texts }) =>
      [differences, ...reads, ...texts].flat().map((difference) => ({ index, ...difference })),
    );
    expect(different).toEqual([]);
  });
});
