import { managedFieldsOf, metadataText, stringAt, type ValueMap } from '@managed-fields/merge-engine';
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

/**
 * The Objects of provider-kubernetes that applied some manifests, by the managers of their live objects: names between
 * commas, in the order of the manifests, empty where an Object is named as its manifest is.
 */
export function crossplaneObjects(manifests: readonly ValueMap[], live: readonly ValueMap[]): string {
  const names = manifests.map((manifest) => {
    const found = new Set(liveOf([manifest], live).flatMap((object) => managersOf(object, 'Apply', crossplaneManager)));
    const [name, ...others] = found;
    return name === undefined || others.length > 0 || name === metadataText(manifest, 'name') ? '' : name;
  });
  return names.some((name) => name !== '') ? names.join(',') : '';
}

/** Whether provider-kubernetes patched some live objects, and applied none. */
export function isPatchedByCrossplane(live: readonly ValueMap[]): boolean {
  const isPatched = live.some(
    (object) => managersOf(object, 'Update', /^(crossplane-kubernetes-provider)$/).length > 0,
  );
  return isPatched && !live.some((object) => managersOf(object, 'Apply', crossplaneManager).length > 0);
}

/** The controller of Cluster API that applied some live objects; undefined where several did, or none. */
export function capiController(live: readonly ValueMap[]): string | undefined {
  const found = new Set(live.flatMap((object) => managersOf(object, 'Apply', capiManager)));
  const [name, ...others] = found;
  return others.length > 0 ? undefined : name;
}

const crossplaneManager = /^provider-kubernetes\/(.+)$/;
const capiManager =
  /^(?:capi-(topology|machinedeployment|machineset|kubeadmcontrolplane)(?:-metadata)?|(machinepool)-controller)$/;

/** What an expression finds in the managers of an object's entries. */
function managersOf(object: ValueMap, operation: string, expression: RegExp): readonly string[] {
  return managedFieldsOf(object).flatMap((entry) => {
    const found = stringAt(entry, 'operation') === operation ? expression.exec(stringAt(entry, 'manager') ?? '') : null;
    return found?.slice(1).find((each) => each !== undefined) ?? [];
  });
}
