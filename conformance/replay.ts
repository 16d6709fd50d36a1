import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadCatalog } from './replay/catalog.ts';
import { traceFiles } from './replay/files.ts';
import { playTrace } from './replay/play.ts';
import { differingTexts, skips } from './replay/skips.ts';
import { readTrace } from './replay/trace.ts';

/**
 * Plays traces through the engine: `replay.ts [PATH…]`, files or folders, by default all of conformance/traces/v1.36.
 * Gives every difference as a line, then, where there are commands, `N of M texts identical` for what
 * they print, and last `N of M steps identical`; true where all steps are.
 */
export async function replay(paths: readonly string[], print: (line: string) => void): Promise<boolean> {
  let steps = 0;
  let identical = 0;
  let texts = 0;
  let identicalTexts = 0;
  for (const file of traceFiles(paths)) {
    const trace = readTrace(file);
    const catalog = await loadCatalog(trace.release);
    for (const { index, counts, differences, texts: printed, textDifferences } of playTrace(trace, catalog)) {
      if (skips.has(`${trace.name}#${index}`)) continue;
      if (counts) steps++;
      if (counts && differences.length === 0) identical++;
      for (const { path, expected, got } of differences) {
        print(`${trace.name} step ${index} ${path}: expected ${expected}, got ${got}`);
      }
      texts += printed;
      identicalTexts += printed - textDifferences.length;
      for (const { path, expected, got } of textDifferences) {
        const reason = differingTexts.get(`${trace.name}#${index} ${path}`);
        const why = reason === undefined ? '' : `; ${reason}`;
        print(`${trace.name} step ${index} text ${path}: expected ${expected}, got ${got}${why}`);
      }
    }
  }
  if (texts > 0) print(`${identicalTexts} of ${texts} texts identical`);
  print(`${identical} of ${steps} steps identical`);
  return identical === steps;
}

const defaultPath = join(import.meta.dirname, 'traces/v1.36');

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const paths = process.argv.slice(2);
  const same = await replay(paths.length === 0 ? [defaultPath] : paths, (line) => console.log(line));
  process.exitCode = same ? 0 : 1;
}
