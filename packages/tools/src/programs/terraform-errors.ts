import type { ObjectPlace, ResourceVersion } from '@managed-fields/api-server';
import { isMap, listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { groupOf, type Refusal } from './session.ts';
import type { TfError } from './terraform-value.ts';

/** Errors as Terraform's program prints them, without the places in its files. */
export function wordsOf(errors: readonly TfError[]): string {
  return errors.map(({ summary, detail }) => `Error: ${summary}\n\n${detail}`.trim()).join('\n\n');
}

/** Says that the server does not have a kind. */
export function noMatch(manifest: ValueMap): string {
  const group = groupOf(manifest);
  return `no matches for kind ${JSON.stringify(stringAt(manifest, 'kind') ?? '')} in group ${JSON.stringify(group)}`;
}

/** An object's names as Go prints a map of them. */
export function identity({ version, namespace, name }: ObjectPlace): string {
  const metadata = namespace === '' ? `map[name:${name}]` : `map[name:${name} namespace:${namespace}]`;
  return `map[apiVersion:${version.apiVersion} kind:${version.resource.kind} metadata:${metadata}]`;
}

/** An address for a resource whose real one stands in a configuration that is not here. */
export function addressOf(place: ObjectPlace): string {
  return addressIn('kubernetes_manifest', place);
}

/** The same of a resource of another kind. */
export function addressIn(resource: string, { version, namespace, name }: ObjectPlace): string {
  const names = [version.resource.kind, namespace === '' ? '<nil>' : namespace, name];
  return `${resource}.${names
    .join('_')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()}`;
}

/** What is wrong with a manifest whatever its kind. Upstream: manifest/provider/validate.go ValidateResourceTypeConfig. */
export function shapeErrors(manifest: ValueMap): readonly TfError[] {
  const missing = ['apiVersion', 'kind', 'metadata']
    .filter((key) => !manifest.has(key))
    .map((key) => ({
      summary: 'Attribute key missing from "manifest" value',
      detail: `'${key}' attribute key is missing from manifest configuration`,
    }));
  const forbidden = {
    summary: 'Forbidden attribute key in "manifest" value',
    detail: "'status' attribute key is not allowed in manifest configuration",
  };
  return manifest.has('status') ? [...missing, forbidden] : missing;
}

/** What is wrong with the namespace of a manifest. Upstream: manifest/provider/validate.go validateResourceOnline. */
export function namespaceError(manifest: ValueMap, { version, resource }: ResourceVersion): TfError | undefined {
  const kind = `${resource.group}/${version}, Kind=${resource.kind}`;
  const namespace = mapAt(manifest, 'metadata')?.get('namespace');
  const summary = 'Namespace required';
  if (!resource.namespaced) {
    if (namespace === undefined || namespace === null) return undefined;
    const detail = `Resources of type '${kind}' cannot have a namespace`;
    return { summary: 'Cluster level resource cannot take namespace', detail };
  }
  if (namespace === undefined) return { summary, detail: `Resources of type '${kind}' require a namespace` };
  if (namespace === null) return { summary, detail: `Namespace for resource '${kind}' cannot be nil` };
  return namespace === '' ? { summary, detail: `Namespace for resource '${kind}' cannot be empty` } : undefined;
}

/**
 * What the provider says of a refused apply. Upstream: manifest/provider/apply.go ApplyResourceChange,
 * manifest/provider/diagnostics.go APIStatusErrorToDiagnostics.
 */
export function refusalErrors({ reason, message, status }: Refusal, name: string): readonly TfError[] {
  if (reason === 'Conflict') {
    const summary = `There was a field manager conflict when trying to apply the manifest for "${name}"`;
    const way = 'You can override this conflict by setting "force_conflicts" to true in the "field_manager" block.';
    return [{ summary, detail: `The API returned the following conflict: ${JSON.stringify(message)}\n\n${way}` }];
  }
  const first = { summary: `API response status: ${stringAt(status, 'status') ?? ''}`, detail: message };
  const details = mapAt(status, 'details');
  if (details === undefined) return [first];
  const [group, kind] = [stringAt(details, 'group') ?? '', stringAt(details, 'kind') ?? ''];
  const summary = `Kubernetes API Error: ${reason} ${group === '' ? kind : `${kind}.${group}`} [${stringAt(details, 'name') ?? ''}]`;
  const causes = (listAt(details, 'causes') ?? []).filter(isMap);
  return [
    first,
    { summary, detail: '' },
    ...causes.map((each) => ({ summary: stringAt(each, 'field') ?? '', detail: stringAt(each, 'message') ?? '' })),
  ];
}
