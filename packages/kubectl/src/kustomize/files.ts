import { type Failure, fail, isFailure, notPlayed } from '../failure.ts';
import { absolute, workingFolder } from '../paths.ts';
import type { Session } from '../session.ts';

/** The folders that every Linux has. What lies in them is not known. Upstream: the Filesystem Hierarchy Standard. */
const everywhere: ReadonlySet<string> = new Set(
  'bin boot dev etc home lib media mnt opt proc root run sbin srv sys tmp usr var'.split(' ').map((name) => `/${name}`),
);

/** How many kustomizations and resources of them a build takes. kustomize goes on for as long as it takes. */
const mostRead = 3_000;
const mostTaken = 30_000;

/** What a path leads to. */
export type Found =
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'folder' };

/** The files of a command, as kustomize sees them: by absolute paths. */
export class Files {
  readonly #session: Session;
  readonly #byPath: ReadonlyMap<string, string>;
  #read = 0;
  #taken = 0;

  constructor(session: Session) {
    this.#session = session;
    this.#byPath = new Map([...session.command.files].map(([name, text]) => [absolute(name), text]));
  }

  /**
   * Counts a kustomization that is read, with the resources that it came to: bases that name others twice, and these others
   * again, double at each level. Returns the failure of what is more than anybody can read.
   */
  take(resources: number): Failure | undefined {
    this.#read += 1;
    this.#taken += resources;
    return this.#read > mostRead || this.#taken > mostTaken ? notPlayed({ kind: 'too-much' }) : undefined;
  }

  /** Finds an absolute path. `named` is how messages name it. Upstream: kyaml filesys/fsondisk.go CleanedAbs. */
  find(path: string, named: string): Found | Failure {
    const text = this.#byPath.get(path);
    if (text !== undefined) return { kind: 'file', path, text };
    if (this.isFolder(path)) return { kind: 'folder' };
    // A file below a file is no folder, and what does not exist is told of by its first part that is not there.
    const parts = path.split('/').slice(1);
    for (let count = 1; count < parts.length; count++) {
      const above = `/${parts.slice(0, count).join('/')}`;
      if (this.#byPath.has(above)) return fail(`evalsymlink failure on '${named}' : not a directory`);
      if (!this.isFolder(above)) return this.#missing(above, path, named);
    }
    return this.#missing(path, path, named);
  }

  #missing(first: string, path: string, named: string): Failure {
    this.#session.lacks(path.startsWith(`${workingFolder}/`) ? path.slice(workingFolder.length + 1) : path);
    return fail(`evalsymlink failure on '${named}' : lstat ${first}: no such file or directory`);
  }

  isFolder(path: string): boolean {
    if (path === '/' || path === workingFolder || everywhere.has(path)) return true;
    return [...this.#byPath.keys()].some((each) => each.startsWith(`${path}/`));
  }

  /** The text of a file that is there, without a word about one that is not. */
  peek(path: string): string | undefined {
    return this.#byPath.get(path);
  }
}

/** Whether a folder is another one or lies in it. Upstream: kyaml filesys/confirmeddir.go HasPrefix. */
export function isWithin(folder: string, root: string): boolean {
  return root === '/' || folder === root || folder.startsWith(`${root}/`);
}

/** The folder at an absolute path; `named` is how messages name it. Upstream: kyaml filesys ConfirmDir. */
export function confirmedFolder(files: Files, path: string, named: string): string | Failure {
  if (named === '') return fail('directory path cannot be empty');
  const found = files.find(path, named);
  if (isFailure(found)) return { ...found, message: `not a valid directory: ${found.message}` };
  return found.kind === 'folder' ? path : fail(`'${named}': file is not directory`);
}
