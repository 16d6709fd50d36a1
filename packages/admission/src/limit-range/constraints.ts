import {
  type Amount,
  compareAmounts,
  milliValue,
  printAmount,
  wholeValue,
} from '@managed-fields/kubernetes-types/amounts';
import { approximateFloat, compareDecimals, fixedFloat } from '@managed-fields/merge-engine';
import { zero } from '../resource-list.ts';
import type { Usage } from './resources.ts';

/**
 * Holds a use of one resource to a bound of a LimitRange; the complaint, or undefined. `isExact`: whether amounts are compared as
 * they are, as since v1.38, and not as integers of one unit.
 */
type Constraint = (type: string, resource: string, bound: Amount, usage: Usage, isExact: boolean) => string | undefined;

/** Upstream: k8s.io/kubernetes plugin/pkg/admission/limitranger/admission.go minConstraint. */
export const minConstraint: Constraint = (type, resource, bound, { requests, limits }, isExact) => {
  const [request, limit] = [requests.get(resource), limits.get(resource)];
  const least = `minimum ${resource} usage per ${type} is ${printAmount(bound)}`;
  if (request === undefined) return `${least}.  No request is specified`;
  const order = orderOf(isExact, request, limit, bound);
  if (order(request, bound) < 0) return `${least}, but request is ${printAmount(request)}`;
  if (limit === undefined || order(limit, bound) >= 0) return undefined;
  return `${least}, but limit is ${printAmount(limit)}`;
};

/** Upstream: maxConstraint. */
export const maxConstraint: Constraint = (type, resource, bound, { requests, limits }, isExact) => {
  const [request, limit] = [requests.get(resource), limits.get(resource)];
  const most = `maximum ${resource} usage per ${type} is ${printAmount(bound)}`;
  if (limit === undefined) return `${most}.  No limit is specified`;
  const order = orderOf(isExact, request, limit, bound);
  if (order(limit, bound) > 0) return `${most}, but limit is ${printAmount(limit)}`;
  if (request === undefined || order(request, bound) <= 0) return undefined;
  return `${most}, but request is ${printAmount(request)}`;
};

/** The most that may be asked for, of what has no limits. Upstream: maxRequestConstraint. */
export const maxRequestConstraint: Constraint = (type, resource, bound, { requests }, isExact) => {
  const request = requests.get(resource);
  const most = `maximum ${resource} usage per ${type} is ${printAmount(bound)}`;
  if (request === undefined) return `${most}.  No request is specified`;
  const order = orderOf(isExact, request, bound);
  return order(request, bound) > 0 ? `${most}, but request is ${printAmount(request)}` : undefined;
};

/** Upstream: limitRequestRatioConstraint. */
export const ratioConstraint: Constraint = (type, resource, bound, { requests, limits }, isExact) => {
  const [request, limit] = [requests.get(resource), limits.get(resource)];
  const most = `${resource} max limit to request ratio per ${type} is ${printAmount(bound)}`;
  const order = orderOf(isExact, request, limit, bound);
  if (request === undefined || order(request, zero) === 0)
    return `${most}, but no request is specified or request is 0`;
  if (limit === undefined || order(limit, zero) === 0) return `${most}, but no limit is specified or limit is 0`;
  const ratio = isExact ? tooLargeExactly(limit, request, bound) : tooLarge(limit, request, bound);
  return ratio === undefined ? undefined : `${most}, but provided ratio is ${fixedFloat(ratio, 6)}`;
};

/** The ratio of a limit to a request where it is larger than a bound. */
function tooLarge(limit: Amount, request: Amount, bound: Amount): number | undefined {
  const unit = unitOf(request, limit, bound);
  const ratio = Number(unit(limit)) / Number(unit(request));
  const whole = wholeValue(bound);
  const exceeds = whole <= mostThousands ? ratio * 1000 > Number(milliValue(bound)) : ratio > Number(whole);
  return exceeds ? ratio : undefined;
}

/** Upstream: exceedsAllowed. */
function tooLargeExactly(limit: Amount, request: Amount, bound: Amount): number | undefined {
  const allowed = {
    unscaled: request.amount.unscaled * bound.amount.unscaled,
    scale: request.amount.scale + bound.amount.scale,
  };
  if (compareDecimals(limit.amount, allowed) <= 0) return undefined;
  return approximateFloat(limit) / approximateFloat(request);
}

/** Negative, zero or positive, as the first amount is below, at or above the second. */
type Order = (a: Amount, b: Amount) => number;

function orderOf(isExact: boolean, ...amounts: readonly (Amount | undefined)[]): Order {
  if (isExact) return compareAmounts;
  const unit = unitOf(...amounts);
  return (a, b) => Number(unit(a) - unit(b));
}

/** The largest whole number of which the thousandths are counted. Upstream: apimachinery resource.MaxMilliValue. */
const mostThousands = (2n ** 63n - 1n) / 1000n;

/**
 * The unit in which amounts are compared: thousandths, or whole ones where one of them is too large.
 * Upstream: requestLimitEnforcedValues.
 */
function unitOf(...amounts: readonly (Amount | undefined)[]): (amount: Amount) => bigint {
  return amounts.every((each) => each === undefined || wholeValue(each) <= mostThousands) ? milliValue : wholeValue;
}
