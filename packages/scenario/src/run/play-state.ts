import { type Cluster, emptyCluster, type Resource, type TypeCatalog } from '@managed-fields/api-server';
import { listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { Target } from './target.ts';

/** A project's release that brings definitions of its kinds. */
export interface KnownRelease {
  readonly project: string;
  readonly release: string;
}

/** Where a scenario stands between two steps. */
export interface PlayState {
  readonly cluster: Cluster;
  /** The release of Kubernetes, `v1.36.3`. */
  readonly release: string;
  /** The time of the next step, in seconds since 1970. */
  readonly seconds: number;
  /** Whether anything was written yet; from then on time only goes forward. */
  readonly started: boolean;
  /** The object that the last step was about, and how it stands; no object where it does not exist. */
  readonly target: Target | undefined;
  readonly object: ValueMap | undefined;
  /** Files of kubectl commands, by name; they stay from one to the next. */
  readonly files: ReadonlyMap<string, string>;
  /** The definitions that the scenario holds anywhere: for these none is assumed. */
  readonly ownDefinitions: ReadonlySet<string>;
  /** Whose definition was assumed for the kinds that are read by a known one, by the resource that it makes. */
  readonly known: ReadonlyMap<Resource, KnownRelease & { readonly keepsUnknown?: true }>;
}

/** Scenarios begin on the first of January 2026. */
const firstSecond = Date.UTC(2026, 0, 1) / 1000;

/** Before the first step. */
export function firstState(catalog: TypeCatalog, release: string, ownDefinitions: ReadonlySet<string>): PlayState {
  return {
    cluster: emptyCluster(catalog),
    release,
    seconds: firstSecond,
    started: false,
    target: undefined,
    object: undefined,
    files: new Map(),
    ownDefinitions,
    known: new Map(),
  };
}

/** A time as the server writes it. */
export function timeText(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

/**
 * When an object that was pasted was last written: the newest time in its metadata and managedFields, in seconds;
 * undefined where it tells none.
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
