import { any, list, type Maker, map } from './makers.ts';

/** A kind that scenarios are made of. */
export interface RandomKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  /** Whether its objects live outside of namespaces. */
  readonly cluster?: boolean;
  /** Everything but apiVersion, kind and metadata. */
  readonly body: Maker;
  /** The status that a controller writes, where the kind has the subresource. */
  readonly status?: Maker;
  /** Whether it has the subresource `scale`. */
  readonly scale?: boolean;
  /** Another version that the same objects are served at. */
  readonly other?: { readonly apiVersion: string; readonly body: Maker };
}

/** The selector of what runs pods. */
export const selector = { 'selector!': { matchLabels: { app: 'web' } } };
/** Conditions as controllers report them. */
export const conditions = list(
  map({
    'type!': any('Available', 'Progressing', 'Ready'),
    'status!': any('True', 'False', 'Unknown'),
    reason: any('R', ''),
    message: 'm',
    'lastTransitionTime?': '2025-01-01T00:00:00Z',
  }),
  0,
  2,
  'type',
);
/** The status of what counts replicas. */
export const counted = map({
  'replicas!': any(2, 3),
  readyReplicas: any(0, 1, 2),
  observedGeneration: any(1, 2),
  conditions,
});
/** A number of pods, or a share of them. */
export const amountOrShare = any(1, '25%', 0, '50%', 2);
/** The restart policy of what runs for ever. */
export const always = { 'restartPolicy?': 'Always' };
