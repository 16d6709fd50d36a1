import { isJsonMap } from '../kubernetes-data.ts';

/** What a cluster says of its own kinds, as plain data: its release, its OpenAPI documents and its discovery. */
export interface ClusterKinds {
  /** The release as `/version` names it: `v1.38.1`, `v1.31.4-gke.100`, `v1.30.2+k3s1`. */
  readonly release: string;
  readonly documents: readonly ClusterDocument[];
  readonly resources: readonly ClusterResource[];
}

/** The OpenAPI v3 document of a group and version. */
export interface ClusterDocument {
  /** Empty for core. */
  readonly group: string;
  readonly version: string;
  /** The hash by which the server names this state of the document. */
  readonly hash: string;
  /** The document as the server gave it, as JSON. */
  readonly text: string;
}

/** A resource in one version, as discovery lists it. */
export interface ClusterResource {
  readonly group: string;
  readonly version: string;
  /** `deployments` */
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  /** The names of its subresources: `status`, `scale`. */
  readonly subresources: readonly string[];
  /** Whether clients use this version of the group where they name none. */
  readonly preferred: boolean;
}

/** A group and version as objects name it: `apps/v1`, or `v1` for core. */
export function apiVersionOf(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}

/** Whether a resource is what its type says, whatever server listed it, with names that a path can hold. */
export function isResource(resource: ClusterResource): boolean {
  if (!isJsonMap(resource)) return false;
  const { group, version, plural, singular, kind, shortNames, subresources } = resource;
  return (
    [group, singular].every(isText) &&
    [version, plural, kind].every((name) => isText(name) && name !== '' && !name.includes('/')) &&
    [shortNames, subresources].every((names) => Array.isArray(names) && names.every(isText))
  );
}

/** Whether a document is what its type says. */
export function isDocument(document: ClusterDocument): boolean {
  return isJsonMap(document) && [document.group, document.version, document.text].every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
