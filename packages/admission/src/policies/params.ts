import {
  type AdmissionAttributes,
  catalogOf,
  objectsOf,
  type ResourceVersion,
  selects,
  toRequested,
} from '@managed-fields/api-server';
import { compareStrings, mapAt, metadataOf, metadataText, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { Binding, PolicyHook } from './hooks.ts';

/** The parameters with which a binding asks a policy, one at a time; undefined for none. Or why it cannot. */
export type Params =
  | { readonly kind: 'params'; readonly params: readonly (ValueMap | undefined)[] }
  | { readonly kind: 'error'; readonly message: string };

/** The kind of the parameters of a policy: none, or one that the server does not have. */
export type ParamKind =
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly version: ResourceVersion }
  | { readonly kind: 'error'; readonly message: string };

/** Upstream: apiserver pkg/admission/plugin/policy/generic/policy_source.go ensureParamsForPolicyLocked. */
export function paramKindOf({ cluster }: AdmissionAttributes, { spec }: PolicyHook): ParamKind {
  const wanted = mapAt(spec, 'paramKind');
  if (wanted === undefined) return { kind: 'none' };
  const [apiVersion, kind] = [stringAt(wanted, 'apiVersion') ?? '', stringAt(wanted, 'kind') ?? ''];
  const found = catalogOf(cluster).findKind(apiVersion, kind);
  if (found !== undefined) return { kind: 'known', version: found };
  const slashed = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
  const message = `failed to find resource referenced by paramKind: '${slashed}, Kind=${kind}'`;
  return { kind: 'error', message };
}

/**
 * Collects the parameters of a binding, in the order of their names; the server's order is one of a Go map.
 * Upstream: apiserver pkg/admission/plugin/policy/generic/policy_dispatcher.go CollectParams.
 */
export function collectParams(attributes: AdmissionAttributes, kind: ParamKind, { spec }: Binding): Params {
  const ref = mapAt(spec, 'paramRef');
  if (kind.kind === 'error') return kind;
  if (kind.kind === 'none' || ref === undefined) return { kind: 'params', params: [undefined] };
  const { version } = kind;
  const { namespaced, plural } = version.resource;
  const named = stringAt(ref, 'namespace') ?? '';
  const namespace = namespaced ? named || attributes.namespace : '';
  if (namespaced && namespace === '') {
    return error('cannot use namespaced paramRef in policy binding that matches cluster-scoped resources');
  }
  if (!namespaced && named !== '') {
    return error('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
  }
  const name = stringAt(ref, 'name') ?? '';
  const selector = mapAt(ref, 'selector') ?? new Map();
  const params = objectsOf(attributes.cluster, version.apiVersion, plural, namespace)
    .filter((object) =>
      name === '' ? selects(selector, mapAt(metadataOf(object), 'labels')) : metadataText(object, 'name') === name,
    )
    .sort((a, b) => compareStrings(metadataText(a, 'name'), metadataText(b, 'name')))
    .flatMap((object) => {
      const shown = toRequested(version, object);
      return shown.kind === 'converted' ? [shown.object] : [];
    });
  if (params.length === 0 && stringAt(ref, 'parameterNotFoundAction') === 'Deny') {
    return error('no params found for policy binding with `Deny` parameterNotFoundAction');
  }
  return { kind: 'params', params };
}

function error(message: string): Params {
  return { kind: 'error', message };
}
