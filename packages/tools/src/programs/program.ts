import type { Cluster } from '@managed-fields/api-server';
import type { KubectlHost } from '@managed-fields/kubectl';
import type { ValueMap } from '@managed-fields/merge-engine';
import type { ToolRequest } from './session.ts';

/** An object of a release, with the text that a tool reads of it. */
export interface ToolManifest {
  readonly value: ValueMap;
  readonly text: string;
  /** The file that it was given in, for tools that name it; absent where nobody knows. */
  readonly file?: string;
}

/** What a tool is to do. */
export interface ToolTask {
  /** In the order in which they are given to the tool. */
  readonly manifests: readonly ToolManifest[];
  /** Documents among the manifests that are no objects; only kubectl says what is wrong with them. */
  readonly unread?: readonly UnreadDocument[];
  /** The namespace of objects that name none. */
  readonly namespace: string;
  /** By the names that the tool has for them. */
  readonly options: ReadonlyMap<string, string>;
  /** The release of the tool, `v4.3.1`. */
  readonly version: string;
  /** The field manager, where the tool lets it be chosen. */
  readonly manager?: string;
  /** What the tool applied last, where it keeps that. */
  readonly previous?: PreviousRelease;
  /** What tools kept of earlier runs (`keptOf`) outside of the live objects. */
  readonly kept?: readonly StoredRelease[];
  /** Why the tool ends before it sends anything, in its words. */
  readonly problem?: string;
  /** Whether that is a contradiction of its options, which is said without anything before it. */
  readonly isUsage?: true;
  /** Live objects that may belong to the release: the tool decides which of them it prunes. */
  readonly live: readonly ValueMap[];
}

/** A document that is no object. */
export interface UnreadDocument {
  readonly text: string;
  readonly file: string;
  /** The number of manifests that stand before it. */
  readonly before: number;
}

/** What a release applied last. */
export interface PreviousRelease {
  readonly manifests: readonly ValueMap[];
  /** Whether it was applied server-side, where that is known; of Helm's last revision, whether that failed or not. */
  readonly serverSide: boolean | undefined;
  /** The same of the revision that has the manifests, where a later one failed. */
  readonly deployedServerSide?: boolean;
}

/** A release as Helm keeps it in a Secret or a ConfigMap of its namespace, or what another tool keeps of a run (`keptOf`). */
export interface StoredRelease {
  readonly name: string;
  readonly namespace: string;
  /** From 1 on. */
  readonly revision: number;
  /** `deployed`, `superseded`, `failed`, `pending-upgrade`, … */
  readonly status: string;
  readonly manifests: readonly ValueMap[];
  /** Whether it was applied server-side. Helm 3 never does, and Helm 4 writes it down. */
  readonly serverSide: boolean;
}

/** How a tool ended for one object. */
export interface ObjectEnd {
  readonly object: ValueMap;
  /** The index of the manifest; undefined for objects that the release does not have. */
  readonly manifest: number | undefined;
  /**
   * `applied`: brought to the manifest, whether that changed it or not; `skipped`: the tool leaves it on purpose;
   * `failed`: the tool says why; `not-reached`: the tool ended before it.
   */
  readonly end: 'applied' | 'pruned' | 'skipped' | 'failed' | 'not-reached';
  /** The words of the tool, where it failed or skipped. */
  readonly message?: string;
  /** What the tool warns of by itself, beside the warnings of the server. */
  readonly warnings?: readonly string[];
}

/** What a tool did. */
export interface ToolRan {
  readonly cluster: Cluster;
  readonly requests: readonly ToolRequest[];
  readonly ends: readonly ObjectEnd[];
  /** What the tool ended with; undefined where all went well. */
  readonly error: string | undefined;
}

/** A tool as a program: plays a task against a cluster. The same task on the same cluster sends the same requests. */
export type ToolProgram = (cluster: Cluster, task: ToolTask, host: KubectlHost, now: string) => ToolRan;

/** The names that an option has between commas. */
export function namesIn({ options }: Pick<ToolTask, 'options'>, name: string): readonly string[] {
  return (options.get(name) ?? '').split(',').filter((each) => each !== '');
}

/** Whether an option is set to a truth; tools write `true`, and an option without a value is one, too. */
export function truth({ options }: Pick<ToolTask, 'options'>, name: string): boolean {
  const value = options.get(name);
  return value !== undefined && !['false', '0', 'no', ''].includes(value.toLowerCase());
}
