import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the messages, a folder a language. */
export const messagesFolder = fileURLToPath(new URL('../messages', import.meta.url));

/** The folder of the generated code. */
export const generatedFolder = fileURLToPath(new URL('../src/messages', import.meta.url));

/** Returns the paths of what stands below a folder and differs from the files that should, by path. */
export function differingFiles(folder: string, files: ReadonlyMap<string, string>): readonly string[] {
  const standing = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((path) => path.replaceAll('\\', '/'))
        .filter((path) => path.endsWith('.ts'))
    : [];
  const isSame = (path: string) =>
    standing.includes(path) && readFileSync(join(folder, path), 'utf8') === files.get(path);
  return [...new Set([...standing, ...files.keys()])].filter((path) => !isSame(path)).sort();
}

/** Writes the files below a folder, and takes away what else stands there. */
export function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const path of differingFiles(folder, files)) {
    const text = files.get(path);
    if (text === undefined) rmSync(join(folder, path));
    else {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  }
}
