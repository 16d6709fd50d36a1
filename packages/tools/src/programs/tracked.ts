import { metadataText, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { trackingId } from './argo-cd.ts';
import { fluxGroup } from './flux.ts';
import { fluxHelmGroup } from './flux-helm.ts';
import { releaseName } from './helm.ts';
import type { ProgramName } from './run-tool.ts';
import { tagOf } from './session.ts';

/** The labels and annotations by which Helm, Argo CD and Flux know their objects, and Helm the notes of its releases. */
export const marks: readonly (readonly ['annotations' | 'labels', string])[] = [
  ['annotations', releaseName],
  ['annotations', trackingId],
  ['labels', `${fluxGroup}/name`],
  ['labels', `${fluxHelmGroup}/name`],
  ['labels', 'owner'],
];

/** The release, Application or Kustomization that an object says it belongs to. */
function markOf(tool: ProgramName, object: ValueMap): string | undefined {
  switch (tool) {
    case 'helm':
      return tagOf(object, 'annotations', releaseName);
    case 'argocd':
      return tagOf(object, 'annotations', trackingId)?.split(':')[0];
    case 'flux':
      return labelledBy(object, fluxGroup);
    case 'flux-helm':
      return labelledBy(object, fluxHelmGroup);
    default:
      return undefined;
  }
}

/** What the labels of a controller of Flux name, as `namespace/name`. */
function labelledBy(object: ValueMap, group: string): string | undefined {
  const name = tagOf(object, 'labels', `${group}/name`);
  return name === undefined ? undefined : `${tagOf(object, 'labels', `${group}/namespace`) ?? ''}/${name}`;
}

/** The live objects of some manifests, by kind and name: a manifest need not name its namespace. */
export function liveOf(manifests: readonly ValueMap[], live: readonly ValueMap[]): readonly ValueMap[] {
  const key = (object: ValueMap) => `${stringAt(object, 'kind') ?? ''}/${metadataText(object, 'name')}`;
  const wanted = new Set(manifests.map(key));
  return live.filter((object) => wanted.has(key(object)));
}

/** What the live objects of some manifests say they belong to, each once. */
export function trackedBy(
  tool: ProgramName,
  manifests: readonly ValueMap[],
  live: readonly ValueMap[],
): readonly string[] {
  return [...new Set(liveOf(manifests, live).flatMap((object) => markOf(tool, object) ?? []))];
}
