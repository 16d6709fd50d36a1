import { type Failure, fail, isFailure, notPlayed } from '../failure.ts';
import { joined } from '../paths.ts';
import { confirmedFolder, type Files, isWithin } from './files.ts';
import { Kinds } from './kinds.ts';

/**
 * Reads the files of one kustomization, which are those below its folder. Upstream: kustomize
 * api/internal/loader/fileloader.go, loadrestrictions.go.
 */
export class Loader {
  readonly files: Files;
  /** The folder of the kustomization. */
  readonly root: string;
  /** Whether files outside of the folder may be read. */
  readonly unrestricted: boolean;
  /** What the build knows of kinds. */
  readonly kinds: Kinds;
  readonly #above: Loader | undefined;

  constructor(files: Files, root: string, unrestricted: boolean, above?: Loader) {
    this.kinds = above?.kinds ?? new Kinds();
    this.files = files;
    this.root = root;
    this.unrestricted = unrestricted;
    this.#above = above;
  }

  /** Returns the text of a file. */
  load(path: string): string | Failure {
    if (isRemote(path)) return notPlayed({ kind: 'url', url: path });
    const whole = path.startsWith('/') ? path : joined(this.root, path);
    const found = this.files.find(joined('/', whole), whole);
    if (isFailure(found)) return this.unrestricted ? fail(`open ${whole}: no such file or directory`) : found;
    if (found.kind === 'folder') {
      return fail(this.unrestricted ? `read ${whole}: is a directory` : `'${whole}' must resolve to a file`);
    }
    const folder = found.path.slice(0, found.path.lastIndexOf('/'));
    if (!this.unrestricted && !isWithin(folder, this.root)) {
      return fail(`security; file '${whole}' is not in or below '${this.root}'`);
    }
    return found.text;
  }

  /** Returns the loader of another kustomization, which must not be one that leads to this. */
  below(path: string): Loader | Failure {
    if (path === '') return fail('new root cannot be empty');
    if (isRemote(path)) return notPlayed({ kind: 'url', url: path });
    if (path.startsWith('/')) return fail(`new root '${path}' cannot be absolute`);
    const whole = joined(this.root, path);
    const root = confirmedFolder(this.files, whole, whole);
    if (isFailure(root)) return { ...root, message: `must build at directory: ${root.message}` };
    for (let each: Loader | undefined = this; each !== undefined; each = each.#above) {
      if (isWithin(each.root, root)) {
        return fail(`cycle detected: candidate root '${root}' contains visited root '${each.root}'`);
      }
    }
    return new Loader(this.files, root, this.unrestricted, this);
  }
}

/** Whether a path is fetched from somewhere else. Upstream: kustomize api/internal/git/repospec.go extractHost. */
export function isRemote(path: string): boolean {
  return /^(?:git::)?(?:(?:https?|ssh|file):\/\/|[a-zA-Z][a-zA-Z0-9-]*@[^/]*[:/]|github\.com[:/])/i.test(path);
}
