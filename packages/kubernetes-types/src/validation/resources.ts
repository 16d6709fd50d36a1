import type { ValueMap } from '@managed-fields/merge-engine';
import { amountOf, compareAmounts, printAmount, signOf } from './amount.ts';
import { duplicate, type Errors, forbidden, invalid, notFound, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { qualifiedName } from './names.ts';
import { struct, structs, text } from './object.ts';
import { amountsOf, isLabel, isNonnegativeAmount, isQualified, isWholeAmount } from './scalars.ts';
import { shown } from './shown.ts';

/*
 * Names and amounts of resources.
 * Upstream: k8s.io/kubernetes pkg/apis/core/helper/helpers.go, pkg/apis/core/validation/validation.go.
 */

const containerResources = ['cpu', 'memory', 'ephemeral-storage'];

/** Resources that are whole numbers. */
export const countedResources = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
];

const standardResources = [
  ...containerResources,
  ...containerResources.flatMap((name) => [`requests.${name}`, `limits.${name}`]),
  ...countedResources,
  'storage',
  'requests.storage',
];

/** Whether a resource is memory in large pages. */
export function isHugePages(name: string): boolean {
  return name.startsWith('hugepages-');
}

function isStandard(name: string): boolean {
  return standardResources.includes(name) || isHugePages(name) || name.startsWith('requests.hugepages-');
}

/** Whether a resource is one of Kubernetes' own. */
export function isNative(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

function isExtended(name: string): boolean {
  return !isNative(name) && !name.startsWith('requests.') && qualifiedName(`requests.${name}`).length === 0;
}

/** Whether more of a resource may be requested than there is. */
export function isOvercommitable(name: string): boolean {
  return isNative(name) && !isHugePages(name);
}

/** Complaints about a resource name of any kind. Upstream: validateResourceName. */
export function resourceName(name: string, field: Field): Errors {
  const value = shown('core.ResourceName', name);
  const errors = isQualified(name, field).map((error) => ({ ...error, value }));
  if (errors.length > 0 || name.includes('/') || isStandard(name)) return errors;
  return [invalid(field, value, 'must be a standard resource type or fully qualified')];
}

/** Complaints about the name of a resource that a container can ask for. Upstream: validateContainerResourceName. */
export function containerResourceName(name: string, field: Field): Errors {
  const errors = resourceName(name, field);
  if (!name.includes('/')) {
    if (containerResources.includes(name) || isHugePages(name)) return errors;
    return [...errors, invalid(field, shown('core.ResourceName', name), 'must be a standard resource for containers')];
  }
  if (isNative(name) || isExtended(name)) return errors;
  return [
    ...errors,
    invalid(field, shown('core.ResourceName', name), "doesn't follow extended resource name standard"),
  ];
}

/** Complaints about an amount of a resource. Upstream: ValidateResourceQuantityValue. */
export function resourceAmount(name: string, amount: ReturnType<typeof amountOf>, field: Field): Errors {
  if (amount === undefined) return [];
  const whole = countedResources.includes(name) || isExtended(name);
  return [...isNonnegativeAmount(amount, field), ...(whole ? isWholeAmount(amount, field) : [])];
}

/** Upstream: IsHugePageResourceValueDivisible. */
function isDivisible(name: string, value: NonNullable<ReturnType<typeof amountOf>>): boolean {
  const page = amountOf(name.slice('hugepages-'.length));
  if (page === undefined || signOf(page) <= 0) return false;
  const scale = Math.max(page.amount.scale, value.amount.scale);
  const unit = page.amount.unscaled * 10n ** BigInt(scale - page.amount.scale);
  return (value.amount.unscaled * 10n ** BigInt(scale - value.amount.scale)) % unit === 0n;
}

/**
 * Complaints about limits and requests of a container, and the claims that it uses.
 * Upstream: validateResourceRequirements.
 */
export function resourceRequirements(
  resources: ValueMap,
  field: Field,
  claims: readonly string[],
  nameCheck: (name: string, field: Field) => Errors = containerResourceName,
): Errors {
  const limits = struct(resources, 'limits');
  const requests = struct(resources, 'requests');
  const names = [...limits.keys(), ...requests.keys()];
  const lonely = names.some(isHugePages) && !names.some((name) => name === 'cpu' || name === 'memory');
  return [
    ...amountsOf(limits).flatMap(([name, amount]) => one(name, amount, at(child(field, 'limits'), name), nameCheck)),
    ...amountsOf(requests).flatMap(([name, amount]) => {
      const place = at(child(field, 'requests'), name);
      const errors = [...nameCheck(name, place), ...resourceAmount(name, amount, place)];
      return [...errors, ...requestErrors(name, amount, limits, field), ...pageErrors(name, amount, place)];
    }),
    ...(lonely ? [forbidden(field, 'HugePages require cpu or memory')] : []),
    ...claimNames(resources, claims, child(field, 'claims')),
  ];
}

type Amount = NonNullable<ReturnType<typeof amountOf>>;

function one(name: string, amount: Amount, place: Field, nameCheck: (name: string, field: Field) => Errors): Errors {
  return [...nameCheck(name, place), ...resourceAmount(name, amount, place), ...pageErrors(name, amount, place)];
}

function pageErrors(name: string, amount: Amount, place: Field): Errors {
  if (!isHugePages(name) || isDivisible(name, amount)) return [];
  const printed = printAmount(amount);
  return [invalid(place, printed, `${printed} is not positive integer multiple of ${name}`)];
}

function requestErrors(name: string, amount: Amount, limits: ValueMap, field: Field): Errors {
  const limit = amountOf(limits.get(name));
  if (limit === undefined) {
    if (isOvercommitable(name)) return [];
    return [required(child(field, 'limits'), 'Limit must be set for non overcommitable resources')];
  }
  const order = compareAmounts(amount, limit);
  if (order !== 0 && !isOvercommitable(name)) {
    const detail = `must be equal to ${name} limit of ${printAmount(limit)}`;
    return [invalid(child(field, 'requests'), printAmount(amount), detail)];
  }
  if (order <= 0) return [];
  const detail = `must be less than or equal to ${name} limit of ${printAmount(limit)}`;
  return [invalid(child(field, 'requests'), printAmount(amount), detail)];
}

/** Upstream: validateResourceClaimNames. */
function claimNames(resources: ValueMap, known: readonly string[], field: Field): Errors {
  const seen = new Set<string>();
  return structs(resources, 'claims').flatMap((claim, i) => {
    const place = at(field, i);
    const name = text(claim, 'name');
    if (name === '') return [required(place)];
    const request = text(claim, 'request');
    const key = request === '' ? name : `${name}/${request}`;
    const errors = request === '' ? [] : [...isLabel(request, child(place, 'request'))];
    const twice =
      seen.has(name) || seen.has(key) || (request === '' && [...seen].some((other) => other.startsWith(`${name}/`)));
    if (twice) errors.push(duplicate(place, seen.has(name) ? name : key));
    seen.add(key);
    if (!known.includes(name)) {
      const listed = known.length === 0 ? ' which is empty' : `: ${[...known].sort().join(', ')}`;
      errors.push({ ...notFound(place, name), detail: `must be one of the names in pod.spec.resourceClaims${listed}` });
    }
    return errors;
  });
}
