import { NotLoaded } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';
import { type CompactFile, readCompact } from './compact-file.ts';
import { files } from './data/files.ts';

/** The index of known definitions, as the data has it. */
export interface KnownIndex {
  readonly projects: readonly KnownProject[];
  readonly definitions: readonly {
    /** The file that holds the definition; absent where it is named by the group and the first version. */
    readonly file?: string;
    /** The index of its project in `projects`. */
    readonly project: number;
    /** The plural name and the group: `certificates.cert-manager.io` */
    readonly name: string;
    readonly kind: string;
    /** The singular name; absent where it is the kind in small letters. */
    readonly singular?: string;
    readonly shortNames?: readonly string[];
    readonly namespaced: boolean;
    /** The versions that are served. */
    readonly versions: readonly string[];
  }[];
}

/** The project that a definition is from, and the release. */
export interface KnownProject {
  readonly project: string;
  readonly release: string;
  /** The public Go module that it was taken from. */
  readonly module: string;
}

/** The definitions of a file by name; none where it could not be fetched. */
export type KnownFile = ReadonlyMap<string, ValueMap>;

const loaded = new Map<string, KnownFile>();
let index: KnownIndex | undefined;

/** Whether the definitions of a file, or the index, are here, or could not be fetched. */
export function hasKnownFile(name: string): boolean {
  return name === 'index' ? index !== undefined : loaded.has(name);
}

/** Puts the index in place; undefined takes it away, for tests. */
export function provideKnownIndex(given: KnownIndex | undefined): void {
  index = given;
}

/** Puts the definitions of a file in place; undefined takes them away, for tests. */
export function provideKnownFile(name: string, file: CompactFile | undefined): void {
  if (file === undefined) loaded.delete(name);
  else loaded.set(name, readCompact(file));
}

/**
 * Fetches the definitions of a file (`KnownKind.file`), or the `index`, by a dynamic import, and never again. Where that fails, its
 * kinds have no definition until the program ends, or none is known: never rejects. `loading` is for those who try again or note what is fetched.
 */
export async function loadKnownFile(
  name: string,
  loading: <Loaded>(load: () => Promise<Loaded>) => Promise<Loaded> = (load) => load(),
): Promise<void> {
  if (name === 'index') return loadKnownIndex(loading);
  const load = files[name];
  if (load === undefined || loaded.has(name)) return;
  try {
    provideKnownFile(name, (await loading(load)).default);
  } catch {
    loaded.set(name, new Map());
  }
}

async function loadKnownIndex(loading: <Loaded>(load: () => Promise<Loaded>) => Promise<Loaded>): Promise<void> {
  if (index !== undefined) return;
  try {
    index = (await loading(() => import('./data/index.json', { with: { type: 'json' } }))).default;
  } catch {
    index = { projects: [], definitions: [] };
  }
}

/** The index. Where it was not loaded, the computation is left. */
export function knownIndex(): KnownIndex {
  if (index === undefined) throw new NotLoaded(['known/index']);
  return index;
}

/**
 * The definitions of a file by name. Where it was not loaded, the computation is left (`attempt` of `api-server`), and
 * asks for custom resources too: whoever wants a definition plays its kind by them.
 */
export function knownFile(name: string): KnownFile {
  const file = loaded.get(name);
  if (file === undefined) throw new NotLoaded([`known/${name}`, 'custom-resources']);
  return file;
}
