import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stop } from '../arguments.ts';

/** The place of a project's definitions: files of a public Go module, `*` for any part of a name. */
export interface Source {
  readonly project: string;
  readonly module: string;
  readonly version: string;
  readonly paths: readonly string[];
}

/** The folder of a source's module, downloaded by Go where it is not there yet; ends the program with Go's words. */
export function folderOf({ module, version }: Source): string {
  const run = spawnSync('go', ['mod', 'download', '-json', `${module}@${version}`], { encoding: 'utf8' });
  const answer: { Dir?: string; Error?: string } = run.stdout ? JSON.parse(run.stdout) : {};
  if (answer.Dir === undefined) stop(`${module}@${version}: ${answer.Error ?? run.stderr ?? run.error?.message}`);
  return answer.Dir;
}

/** The texts of a source's files, by name; throws for a path that names none. */
export function textsOf(folder: string, { module, paths }: Source): readonly string[] {
  return paths.flatMap((path) => {
    const pattern = new RegExp(`^${basename(path).replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
    const inside = join(folder, dirname(path));
    const names = readdirSync(inside).filter((name) => pattern.test(name) && name !== 'kustomization.yaml');
    if (names.length === 0) throw new Error(`${module} has no ${path}`);
    return names.sort().map((name) => readFileSync(join(inside, name), 'utf8'));
  });
}

/**
 * The notice that a module asks to be repeated; undefined where it has none. Throws for a licence other than
 * Apache-2.0.
 */
export function noticeOf(folder: string): string | undefined {
  const licence = readFileSync(join(folder, 'LICENSE'), 'utf8');
  if (!/^\s*Apache License\s+Version 2\.0, January 2004/.test(licence)) throw new Error(`${folder} is not Apache-2.0`);
  const notice = join(folder, 'NOTICE');
  return existsSync(notice) ? readFileSync(notice, 'utf8').trim() : undefined;
}
