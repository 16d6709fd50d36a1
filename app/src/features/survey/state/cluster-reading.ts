import { create } from 'zustand';
import type { Loaded } from '../../live-cluster/state/resources.ts';

/** A list that did not come. */
export interface UnreadList {
  readonly resource: string;
  /** Empty for all namespaces, and for objects of the cluster. */
  readonly namespace: string;
  readonly failed: Extract<Loaded<never>, { readonly kind: 'failed' }>;
}

/** Lists of the cluster on their way into the survey. */
interface ClusterReading {
  /** How many lists there are, and how many have ended; undefined where none is read. */
  readonly lists: { readonly done: number; readonly of: number } | undefined;
  readonly unread: readonly UnreadList[];
}

/** The store of what is read from the cluster. It brings no code of the cluster mode. */
export const useClusterReading = create<ClusterReading>(() => ({ lists: undefined, unread: [] }));
