import type { ObjectPlace } from '@managed-fields/api-server';
import { metadataText, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { Refusal } from './session.ts';

/** An address for a resource whose real one stands in a stack that is not here. */
export function urnOf({ version, name }: ObjectPlace): string {
  const { apiVersion } = version;
  return `urn:pulumi:prod::shop::kubernetes:${apiVersion.includes('/') ? apiVersion : `core/${apiVersion}`}:${version.resource.kind}::${name}`;
}

/** Says that an object was not created. Upstream: pkg/provider/provider.go Create. */
export function notCreated(place: ObjectPlace, message: string): string {
  return `resource ${JSON.stringify(urnOf(place))} was not successfully created by the Kubernetes API server: ${message}`;
}

/** Says that the server does not have a kind. Upstream: pkg/provider/provider.go Create. */
export function noKind(manifest: ValueMap): string {
  const [apiVersion, kind] = [stringAt(manifest, 'apiVersion') ?? '', stringAt(manifest, 'kind') ?? ''];
  const urn = `urn:pulumi:prod::shop::kubernetes:${apiVersion}:${kind}::${metadataText(manifest, 'name')}`;
  return `creation of resource ${JSON.stringify(urn)} with kind ${apiVersion}/${kind} failed because the Kubernetes API server reported that the apiVersion for this resource does not exist. Verify that any required CRDs have been created: no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`;
}

/** What is said of a refused apply. Upstream: pkg/await/await.go handleSSAErr. */
export function applyError({ reason, message }: Refusal, manager: string): string {
  if (reason !== 'Conflict') return message;
  const link =
    'https://www.pulumi.com/registry/packages/kubernetes/how-to-guides/managing-resources-with-server-side-apply/#handle-field-conflicts-on-existing-resources';
  return `Server-Side Apply field conflict detected. See ${link} for troubleshooting help.\nThe resource managed by field manager ${JSON.stringify(manager)} had an apply conflict: ${message}`;
}
