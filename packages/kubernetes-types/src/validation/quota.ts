import { sortedKeys, type ValueMap } from '@managed-fields/merge-engine';
import { amountOf } from './amount.ts';
import { type Errors, invalid, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { dns1123Subdomain } from './names.ts';
import { list, pointer, struct, structs, text, texts } from './object.ts';
import { type MetadataRules, metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { countedResources, isHugePages, resourceAmount, resourceName } from './resources.ts';
import { type Shown, shown } from './shown.ts';

/*
 * ResourceQuotas.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go, pkg/apis/core/helper/helpers.go.
 */

const metadataRules: MetadataRules = { namespaced: true, name: dns1123Subdomain };

/** Complaints about a new ResourceQuota. */
export function quotaErrors(quota: ValueMap): Errors {
  return [
    ...metadataErrors(quota, metadataRules),
    ...quotaSpec(struct(quota, 'spec')),
    ...statusAmounts(struct(quota, 'status')),
  ];
}

/** Complaints about a changed ResourceQuota. */
export function quotaUpdateErrors(quota: ValueMap, old: ValueMap): Errors {
  const scopes = new Set(list(struct(quota, 'spec'), 'scopes'));
  const before = new Set(list(struct(old, 'spec'), 'scopes'));
  const changed = scopes.size !== before.size || [...scopes].some((scope) => !before.has(scope));
  return [
    ...metadataUpdateErrors(quota, old),
    ...quotaSpec(struct(quota, 'spec')),
    ...(changed ? [invalid('spec.scopes', shownScopes(struct(quota, 'spec')), 'field is immutable')] : []),
  ];
}

/** Complaints about the status of a ResourceQuota that changes. */
export function quotaStatusErrors(quota: ValueMap, old: ValueMap): Errors {
  const version = text(struct(quota, 'metadata'), 'resourceVersion');
  return [
    ...metadataUpdateErrors(quota, old),
    ...(version === '' ? [required('resourceVersion')] : []),
    ...statusAmounts(struct(quota, 'status')),
  ];
}

function quotaSpec(spec: ValueMap): Errors {
  return [...amounts(spec, 'hard', 'spec'), ...scopeErrors(spec), ...selectorErrors(spec)];
}

function statusAmounts(status: ValueMap): Errors {
  return [...amounts(status, 'hard', 'status'), ...amounts(status, 'used', 'status')];
}

function amounts(holder: ValueMap, name: string, field: Field): Errors {
  const given = struct(holder, name);
  return sortedKeys(given).flatMap((resource) => {
    const place = at(child(field, name), resource);
    return [...quotaResource(resource, place), ...resourceAmount(resource, amountOf(given.get(resource)), place)];
  });
}

const quotaResources = [
  ...['cpu', 'memory', 'ephemeral-storage'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
  'requests.storage',
  ...countedResources,
];

function isQuotaResource(name: string): boolean {
  return quotaResources.includes(name) || isHugePages(name) || name.startsWith('requests.hugepages-');
}

function quotaResource(name: string, field: Field): Errors {
  const errors = resourceName(name, field);
  if (name.includes('/') || isQuotaResource(name)) return errors;
  return [...errors, invalid(field, shown('core.ResourceName', name), 'must be a standard resource for quota')];
}

const pods = ['pods'];
const podResources = [...pods, ...['', 'limits.', 'requests.'].flatMap((kind) => [`${kind}cpu`, `${kind}memory`])];

/** The resources that can be counted in a scope. */
const scopes: Readonly<Record<string, readonly string[]>> = {
  Terminating: podResources,
  NotTerminating: podResources,
  BestEffort: pods,
  NotBestEffort: podResources,
  PriorityClass: podResources,
  CrossNamespacePodAffinity: podResources,
  VolumeAttributesClass: ['persistentvolumeclaims', 'requests.storage'],
};

const contrary = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
];

/** The resources of the quota that cannot be counted in a scope: one complaint for each. */
function unscoped(spec: ValueMap, scope: string): readonly string[] {
  const valid = scopes[scope];
  if (valid === undefined) return [];
  return sortedKeys(struct(spec, 'hard')).filter((name) => isQuotaResource(name) && !valid.includes(name));
}

function conflicts(spec: ValueMap, given: readonly string[], field: Field): Errors {
  const met = contrary.filter((pair) => pair.every((scope) => given.includes(scope)));
  return met.map(() => invalid(field, shownScopes(spec), 'conflicting scopes'));
}

function shownScopes(spec: ValueMap): Shown {
  return shown('[]core.ResourceQuotaScope', spec.get('scopes'));
}

/** Upstream: validateResourceQuotaScopes. */
function scopeErrors(spec: ValueMap): Errors {
  const field = 'spec.scopes';
  const given = texts(spec, 'scopes');
  return [
    ...given.flatMap((scope) => [
      ...(scopes[scope] === undefined ? [invalid(field, shownScopes(spec), 'unsupported scope')] : []),
      ...unscoped(spec, scope).map(() => invalid(field, shownScopes(spec), 'unsupported scope applied to resource')),
    ]),
    ...conflicts(spec, given, field),
  ];
}

/** Upstream: validateScopedResourceSelectorRequirement. */
function selectorErrors(spec: ValueMap): Errors {
  const selector = pointer(spec, 'scopeSelector');
  if (selector === undefined) return [];
  const field = 'spec.scopeSelector.matchExpressions';
  const expressions = structs(selector, 'matchExpressions');
  const given = expressions.map((expression) => text(expression, 'scopeName'));
  return [
    ...expressions.flatMap((expression) => {
      const scope = text(expression, 'scopeName');
      return [
        ...(scopes[scope] === undefined ? [invalid(child(field, 'scopeName'), scope, 'unsupported scope')] : []),
        ...unscoped(spec, scope).map(() =>
          invalid(field, shown('*core.ScopeSelector', selector), 'unsupported scope applied to resource'),
        ),
        ...operatorErrors(expression, scope, field),
      ];
    }),
    ...conflicts(spec, given, field),
  ];
}

const classes = ['PriorityClass', 'VolumeAttributesClass'];
const existsWords =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";

function operatorErrors(expression: ValueMap, scope: string, field: Field): Errors {
  const operator = text(expression, 'operator');
  const values = list(expression, 'values');
  const place = child(field, 'operator');
  const errors: Errors[number][] = [];
  if (scopes[scope] !== undefined && !classes.includes(scope) && operator !== 'Exists') {
    errors.push(invalid(place, operator, existsWords));
  }
  if (operator === 'In' || operator === 'NotIn') {
    const words = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    if (values.length === 0) errors.push(required(child(field, 'values'), words));
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    const words = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
    if (values.length > 0) errors.push(invalid(child(field, 'values'), values, words));
  } else {
    errors.push(invalid(place, operator, 'not a valid selector operator'));
  }
  return errors;
}
