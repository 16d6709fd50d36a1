import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The trace files among some files and folders (folders with all below them), sorted within each. */
export function traceFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!statSync(path).isDirectory()) return [path];
    const entries = readdirSync(path).sort();
    return traceFiles(entries.map((entry) => join(path, entry))).filter((file) => file.endsWith('.json'));
  });
}
