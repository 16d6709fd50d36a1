import type { TypeCatalog } from '@managed-fields/api-server';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import type { ValueMap } from '@managed-fields/merge-engine';
import type { ToolChoice } from '@managed-fields/tools/programs';
import { saysAdmission } from './admission-objects.ts';
import { kindKey } from './definitions.ts';
import { namesOf } from './live-objects.ts';
import type { Manifest } from './manifests.ts';
import { clientSideManager } from './played.ts';

/** What a forecast is made of. */
export interface ForecastInput {
  /** The objects of the cluster, with their managedFields. */
  readonly live: readonly ValueMap[];
  /** The manifests of the release, in the order in which they are applied. */
  readonly manifests: readonly Manifest[];
  /** The manager that applies server-side. */
  readonly manager: string;
  /** Whether it takes what others own. */
  readonly force: boolean;
  /** The namespace of manifests that name none. */
  readonly namespace: string;
  /** Whether `kubectl apply` with a three-way merge is played beside it. */
  readonly clientSide: boolean;
  /** Whether hooks of Helm and Argo CD are applied like everything else, as `kubectl apply` does. */
  readonly hooks: 'left-out' | 'applied';
  /** The tool that applies; absent: one apply, and nothing else. */
  readonly tool?: ToolChoice;
  readonly kubernetes: PlayedVersion;
  /** The built-in kinds of that version. */
  readonly catalog: TypeCatalog;
}

/** The managers that a release writes as. */
export function managersOf({
  manager,
  clientSide,
}: Pick<ForecastInput, 'manager' | 'clientSide'>): ReadonlySet<string> {
  return new Set([manager, ...(clientSide ? [clientSideManager] : [])]);
}

/** What of a live object says whether a forecast needs it. */
export interface LiveFacts {
  readonly apiVersion: string;
  readonly kind: string;
  /** The managers of its entries. */
  readonly managers: readonly string[];
  /** Whether Helm, Argo CD or Flux marked it as one of a release. */
  readonly marked: boolean;
}

/**
 * Returns a function that says whether a forecast can ask for a live object: one of the kinds of the release or of the last
 * one, a definition, one that says what admission does, or one that its managers wrote. Others need not be read.
 */
export function neededLive(
  input: Pick<ForecastInput, 'manifests' | 'manager' | 'clientSide' | 'tool'>,
): (object: LiveFacts) => boolean {
  // What a tool prunes is found by labels of the user's own.
  if (input.tool?.options.has('prune')) return () => true;
  const kinds = new Set(['apiextensions.k8s.io CustomResourceDefinition', ' Namespace']);
  for (const manifest of input.manifests) if (manifest.kind === 'object') kinds.add(kindKey(namesOf(manifest.value)));
  for (const last of input.tool?.previous?.manifests ?? []) kinds.add(kindKey(namesOf(last)));
  // What Argo CD ignores stands in its Application.
  if (input.tool !== undefined) kinds.add('argoproj.io Application');
  const own = managersOf(input);
  return (object) =>
    kinds.has(kindKey(object)) ||
    saysAdmission(kindKey(object)) ||
    object.managers.some((manager) => own.has(manager)) ||
    (input.tool !== undefined && object.marked);
}
