import {
  type AdmissionAttributes,
  isCustom,
  type ResourceVersion,
  selects,
  selectsAll,
} from '@managed-fields/api-server';
import { listAt, mapAt, metadataOf, remembered, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { mapsAt } from '../attributes.ts';
import { namespaceNamed } from './namespace.ts';

/** As what a policy matched a request: the resource that its rule names, and the kind of the objects that it sees. */
export interface Match {
  readonly attributes: AdmissionAttributes;
  readonly resource: GroupVersionResource;
  /** The kind at the version of that resource, or the Scale of a request for it. */
  readonly kind: ResourceVersion;
}

/** A resource at a version. */
export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** The resource of a request. */
export function requestResource({ endpoint: { version } }: AdmissionAttributes): GroupVersionResource {
  return { group: version.resource.group, version: version.version, resource: version.resource.plural };
}

/** The match of policies that name the resource of a request at its own version. */
const ownMatch = remembered(
  (attributes: AdmissionAttributes): Match => ({
    attributes,
    resource: requestResource(attributes),
    kind: attributes.endpoint.view,
  }),
);

/** What match conditions see of the request: the resource that it names, whatever the rule names. */
export const conditionMatch = remembered(
  ({ attributes, kind }: Match): Match => ({ attributes, resource: requestResource(attributes), kind }),
);

/**
 * Whether a policy or binding that constrains what it matches, or nothing, is for a request, and as what it sees it.
 * Upstream: apiserver pkg/admission/plugin/policy/matching/matching.go Matches.
 */
export function matchOf(attributes: AdmissionAttributes, constraints: ValueMap | undefined): Match | undefined {
  const own = ownMatch(attributes);
  if (!inNamespace(attributes, mapAt(constraints, 'namespaceSelector') ?? new Map())) return undefined;
  if (!ofLabels(attributes, mapAt(constraints, 'objectSelector') ?? new Map())) return undefined;
  const isExact = stringAt(constraints, 'matchPolicy') === 'Exact';
  const find = (rules: readonly ValueMap[]) => ruled(attributes, rules, own, isExact);
  if (find(mapsAt(constraints, 'excludeResourceRules')) !== undefined) return undefined;
  const rules = mapsAt(constraints, 'resourceRules');
  return rules.length === 0 ? own : find(rules);
}

/** Upstream: apiserver pkg/admission/plugin/webhook/predicates/namespace/matcher.go MatchNamespaceSelector. */
function inNamespace(attributes: AdmissionAttributes, selector: ValueMap): boolean {
  const { cluster, endpoint, namespace, object, operation } = attributes;
  const isNamespaces = endpoint.version.resource.plural === 'namespaces';
  if ((namespace === '' && !isNamespaces) || selectsAll(selector)) return true;
  const isWritten = isNamespaces && endpoint.route.subresource === '' && operation !== 'DELETE';
  const found = isWritten ? object : namespaceNamed(cluster, namespace);
  return selects(selector, found && mapAt(metadataOf(found), 'labels'));
}

/** Upstream: apiserver pkg/admission/plugin/webhook/predicates/object/matcher.go MatchObjectSelector. */
function ofLabels({ object, old }: AdmissionAttributes, selector: ValueMap): boolean {
  if (selectsAll(selector)) return true;
  return [object, old].some((each) => each !== undefined && selects(selector, mapAt(metadataOf(each), 'labels')));
}

/**
 * The other versions of the resource of a request that have its subresource; those of a custom resource need not be served.
 * Upstream: apimachinery pkg/runtime/mapper.go equivalentResourceRegistry.
 */
function equivalents(attributes: AdmissionAttributes): readonly Match[] {
  const { version, view, route } = attributes.endpoint;
  const { group, plural, versions } = version.resource;
  const others: readonly ResourceVersion[] = [...versions.values()];
  return others
    .filter((other) => other.version !== version.version && (other.served || isCustom(other)))
    .filter(({ subresources }) => route.subresource === '' || subresources.has(route.subresource))
    .map((other) => ({
      attributes,
      resource: { group, version: other.version, resource: plural },
      kind: view === version ? other : view,
    }));
}

/** As what a rule is for a request: all rules are asked about its own version before the others. */
function ruled(
  attributes: AdmissionAttributes,
  rules: readonly ValueMap[],
  own: Match,
  isExact: boolean,
): Match | undefined {
  const isFor = (rule: ValueMap, { resource }: Match) => isRuled(attributes, rule, resource);
  if (rules.length === 0) return undefined;
  if (rules.some((rule) => isFor(rule, own))) return own;
  const others = isExact ? [] : equivalents(attributes);
  for (const rule of rules) {
    const found = others.find((other) => isFor(rule, other));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Upstream: apiserver pkg/admission/plugin/webhook/predicates/rules/rules.go Matches. */
function isRuled(attributes: AdmissionAttributes, rule: ValueMap, resource: GroupVersionResource): boolean {
  const { endpoint, name, namespace, operation } = attributes;
  const isNamespace = resource.group === '' && resource.version === 'v1' && resource.resource === 'namespaces';
  const scope = stringAt(rule, 'scope') ?? '*';
  const isNamespaced = !isNamespace && namespace !== '';
  if (scope !== '*' && isNamespaced !== (scope === 'Namespaced')) return false;
  if (!listed(rule, 'operations', operation)) return false;
  if (!listed(rule, 'apiGroups', resource.group) || !listed(rule, 'apiVersions', resource.version)) return false;
  const named = (listAt(rule, 'resources') ?? []).some((entry) => {
    const [plural, ...subresource] = String(entry).split('/');
    const sub = subresource.join('/');
    return (plural === '*' || plural === resource.resource) && (sub === '*' || sub === endpoint.route.subresource);
  });
  const names = listAt(rule, 'resourceNames') ?? [];
  return named && (names.length === 0 || names.includes(name));
}

function listed(rule: ValueMap, key: string, wanted: string): boolean {
  return (listAt(rule, key) ?? []).some((item) => item === '*' || item === wanted);
}

const policyKinds: ReadonlySet<string> = new Set([
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
]);

const reviews: ReadonlySet<string> = new Set(['authentication.k8s.io', 'authorization.k8s.io']);

/**
 * Whether policies are not asked about a resource: policies themselves, and reviews, which are not stored.
 * Upstream: apiserver pkg/admission/plugin/policy/generic/plugin.go Dispatch, k8s.io/kubernetes
 * pkg/kubeapiserver/admission/exclusion/resources.go.
 */
export function isExempt({ endpoint }: AdmissionAttributes): boolean {
  const { group, plural } = endpoint.version.resource;
  return reviews.has(group) || (group === 'admissionregistration.k8s.io' && policyKinds.has(plural));
}
