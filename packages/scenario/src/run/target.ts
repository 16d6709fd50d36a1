import type { ResourceVersion, TypeCatalog } from '@managed-fields/api-server';
import { isMap, mapAt, stringAt, type Value, type ValuePath } from '@managed-fields/merge-engine';
import type { LiveStep, ObjectName, RequestStep } from '../scenario.ts';

/** The one object that a step is about. */
export interface Target {
  readonly version: ResourceVersion;
  /** Empty for kinds outside of namespaces. */
  readonly namespace: string;
  /** Empty where the server is to complain about it (a create without a name). */
  readonly name: string;
}

/** Which object a step is about, or why nobody can know; `place` is where the text says it. */
export type Targeted =
  | { readonly kind: 'target'; readonly target: Target }
  | { readonly kind: 'unknown-kind'; readonly apiVersion: string; readonly name: string; readonly place: ValuePath }
  | { readonly kind: 'no-object' }
  | { readonly kind: 'no-name' };

/**
 * Finds the object of a step: what the step's settings name, else what its text names, else the object of the step
 * before; a text that names a kind without a name is about the object of before if that is of the kind.
 * Where no namespace is named, that of the object of before counts if kind and name are the same, else `default`.
 */
export function targetOf(
  step: LiveStep | RequestStep,
  value: Value | undefined,
  before: Target | undefined,
  catalog: TypeCatalog,
): Targeted {
  const named = (step.kind === 'live' ? undefined : step.object) ?? textNames(step, value);
  const known = before && knownTarget(before, catalog);
  if (named === undefined) return known === undefined ? { kind: 'no-object' } : { kind: 'target', target: known };
  const version = catalog.findKind(named.apiVersion, named.kind);
  if (version === undefined) {
    return { kind: 'unknown-kind', apiVersion: named.apiVersion, name: named.kind, place: ['kind'] };
  }
  const sameKind = before !== undefined && known?.version.resource === version.resource;
  const mayInherit = sameKind && step.kind !== 'create';
  if (named.name === '' && !mayInherit && step.kind !== 'create') return { kind: 'no-name' };
  const name = named.name === '' && mayInherit ? before.name : named.name;
  // A configuration that names no namespace is for the object of this name, as with `kubectl -n`.
  const inherited = sameKind && before.name === name ? before.namespace : '';
  const namespace = version.resource.namespaced ? named.namespace || inherited || 'default' : '';
  return { kind: 'target', target: { version, namespace, name } };
}

/** An object of before, as the kinds of now know it; undefined where its kind or its version is gone. */
export function knownTarget(target: Target, catalog: TypeCatalog): Target | undefined {
  const { apiVersion, resource } = target.version;
  const version = catalog.findKind(apiVersion, resource.kind);
  return version === undefined ? undefined : { ...target, version };
}

/** A Scale is a view of an object of another kind, and never the object itself. */
function textNames(step: LiveStep | RequestStep, value: Value | undefined): ObjectName | undefined {
  if (!isMap(value)) return undefined;
  const apiVersion = stringAt(value, 'apiVersion') ?? '';
  const kind = stringAt(value, 'kind') ?? '';
  if (apiVersion === '' || kind === '') return undefined;
  const isView =
    kind === 'Scale' &&
    apiVersion.startsWith('autoscaling/') &&
    (step.kind === 'scale' || (step.kind !== 'live' && step.subresource === 'scale'));
  if (isView) return undefined;
  const metadata = mapAt(value, 'metadata');
  return { apiVersion, kind, name: stringAt(metadata, 'name') ?? '', namespace: stringAt(metadata, 'namespace') ?? '' };
}

/** An object on one line: `apps/v1 Deployment default/api`. */
export function describeTarget({ version, namespace, name }: Target): string {
  const place = namespace === '' ? name : `${namespace}/${name}`;
  return `${version.apiVersion} ${version.resource.kind} ${place}`;
}

/** The path of an object, or of one of its subresources; without a name that of the collection. */
export function pathOf({ version, namespace, name }: Target, subresource = ''): string {
  const { resource, apiVersion } = version;
  const segments = [
    resource.group === '' ? 'api' : 'apis',
    ...apiVersion.split('/'),
    ...(namespace === '' ? [] : ['namespaces', namespace]),
    resource.plural,
    ...(name === '' ? [] : [name]),
    ...(name === '' || subresource === '' ? [] : [subresource]),
  ];
  return `/${segments.map(encodeURIComponent).join('/')}`;
}
