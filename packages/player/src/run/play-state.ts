import { type Cluster, emptyCluster, type Resource, type TypeCatalog } from '@managed-fields/api-server';
import { listAt, mapAt, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import type { ServerKind } from '@managed-fields/scenario';
import type { StoredRelease } from '@managed-fields/tools/programs';
import type { AdmittedBy } from '../playback.ts';
import type { Target } from './target.ts';

/** The project, and its release, that a known definition comes from. */
export interface KnownRelease {
  readonly project: string;
  readonly release: string;
}

/** A value that admission wrote, and what it found there; undefined where there was nothing. */
export interface AdmittedField {
  readonly value: Value;
  readonly found: Value | undefined;
  readonly by: AdmittedBy;
}

/** The fields of an object that admission wrote, by their paths as messages print them. */
export type AdmittedFields = ReadonlyMap<string, AdmittedField>;

/** The same of all objects, by what `objectName` calls them. */
export type AdmittedObjects = ReadonlyMap<string, AdmittedFields>;

/** The state of a scenario between two steps. */
export interface PlayState {
  readonly cluster: Cluster;
  /** The release of Kubernetes, such as `v1.36.3`. */
  readonly release: string;
  /** The time of the next step, in seconds since 1970. */
  readonly seconds: number;
  /** Whether anything was written yet. From then on time only goes forward. */
  readonly started: boolean;
  /** The object of the last step and its value; the value is undefined where the object does not exist. */
  readonly target: Target | undefined;
  readonly object: ValueMap | undefined;
  /** What admission wrote in the objects, and nobody else has written since. */
  readonly admitted: AdmittedObjects;
  /** The files of the kubectl commands so far, by name. Each command finds those of the commands before it. */
  readonly files: ReadonlyMap<string, string>;
  /** The names of those whose text a command wrote last, and nobody gave. */
  readonly written: ReadonlySet<string>;
  /** What tools kept of their runs, in the order of these. */
  readonly kept: readonly StoredRelease[];
  /** The names of the definitions that the scenario holds in any step. Known definitions of these are not used. */
  readonly ownDefinitions: ReadonlySet<string>;
  /**
   * The projects whose known definitions are in use, by the resource of each. `keepsUnknown`: fields that the
   * definition does not have are kept.
   */
  readonly known: ReadonlyMap<Resource, KnownRelease & { readonly keepsUnknown?: true }>;
  /** The releases of the servers whose published schemas are in use as definitions, by the resource of each. */
  readonly published: ReadonlyMap<Resource, string>;
}

/** Scenarios start at 2026-01-01T00:00:00Z. */
const firstSecond = Date.UTC(2026, 0, 1) / 1000;

/** The state before the first step. */
export function firstState(
  catalog: TypeCatalog,
  release: string,
  ownDefinitions: ReadonlySet<string>,
  server: ServerKind = 'plain',
): PlayState {
  return {
    cluster: emptyCluster(catalog, { admission: { plugins: server, controllers: true } }),
    release,
    seconds: firstSecond,
    started: false,
    target: undefined,
    object: undefined,
    admitted: new Map(),
    files: new Map(),
    written: new Set(),
    kept: [],
    ownDefinitions,
    known: new Map(),
    published: new Map(),
  };
}

/** A time in the form in which the server writes it. */
export function timeText(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

/**
 * The newest time in the metadata and managedFields of a pasted object, in seconds since 1970; undefined where it has
 * none.
 */
export function newestTime(object: ValueMap): number | undefined {
  const metadata = mapAt(object, 'metadata');
  const times = [
    stringAt(metadata, 'creationTimestamp'),
    ...(listAt(metadata, 'managedFields') ?? []).map((entry) =>
      entry instanceof Map ? stringAt(entry, 'time') : undefined,
    ),
  ];
  const seconds = times.flatMap((time) => {
    const milliseconds = time === undefined ? Number.NaN : Date.parse(time);
    return Number.isNaN(milliseconds) ? [] : [Math.floor(milliseconds / 1000)];
  });
  return seconds.length === 0 ? undefined : Math.max(...seconds);
}
