import type { ResourceVersion, TypeCatalog } from '@managed-fields/api-server';
import { isMap, mapAt, stringAt, type Value, type ValuePath } from '@managed-fields/merge-engine';
import type { LiveStep, ObjectName, RequestStep } from '@managed-fields/scenario';

/** The object that a step is about. */
export interface Target {
  readonly version: ResourceVersion;
  /** Empty for kinds that have no namespace. */
  readonly namespace: string;
  /** Empty where the request is to be sent without a name, so that the server complains (a create). */
  readonly name: string;
}

/** The object of a step, or the reason why there is none. `place` is the field of the text that names the kind. */
export type Targeted =
  | { readonly kind: 'target'; readonly target: Target }
  | { readonly kind: 'unknown-kind'; readonly apiVersion: string; readonly name: string; readonly place: ValuePath }
  | { readonly kind: 'no-object' }
  | { readonly kind: 'no-name' };

/**
 * Finds the object of a step: the one that its settings name, else the one that its text names, else that of the step
 * before. A text that names a kind but no name means the object of the step before if that has the same kind. Without a
 * namespace, that of the object of before is taken if kind and name are the same, else `default`.
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
  // The same as `kubectl -n`: a configuration that names no namespace means the object of its name in the namespace of
  // before.
  const inherited = sameKind && before.name === name ? before.namespace : '';
  const namespace = version.resource.namespaced ? named.namespace || inherited || 'default' : '';
  return { kind: 'target', target: { version, namespace, name } };
}

/**
 * The object of an earlier step with the definition that its kind has now; undefined where the kind or version is gone.
 */
export function knownTarget(target: Target, catalog: TypeCatalog): Target | undefined {
  const { apiVersion, resource } = target.version;
  const version = catalog.findKind(apiVersion, resource.kind);
  return version === undefined ? undefined : { ...target, version };
}

/** The object that a text names. A Scale names none: it is a view of an object of another kind. */
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

/** Names an object on one line: `apps/v1 Deployment default/api`. */
export function describeTarget({ version, namespace, name }: Target): string {
  const place = namespace === '' ? name : `${namespace}/${name}`;
  return `${version.apiVersion} ${version.resource.kind} ${place}`;
}
