import { type Amount, milliValue, printAmount, wholeValue } from '@managed-fields/kubernetes-types/amounts';
import { fixedFloat } from '@managed-fields/merge-engine';
import type { Usage } from './resources.ts';

/** Holds a use of one resource to a bound of a LimitRange; the complaint, or undefined. */
type Constraint = (type: string, resource: string, bound: Amount, usage: Usage) => string | undefined;

/** Upstream: k8s.io/kubernetes plugin/pkg/admission/limitranger/admission.go minConstraint. */
export const minConstraint: Constraint = (type, resource, bound, { requests, limits }) => {
  const [request, limit] = [requests.get(resource), limits.get(resource)];
  const least = `minimum ${resource} usage per ${type} is ${printAmount(bound)}`;
  if (request === undefined) return `${least}.  No request is specified`;
  const observed = atOnePrecision(request, limit, bound);
  if (observed.request < observed.bound) return `${least}, but request is ${printAmount(request)}`;
  if (limit === undefined || observed.limit >= observed.bound) return undefined;
  return `${least}, but limit is ${printAmount(limit)}`;
};

/** Upstream: maxConstraint. */
export const maxConstraint: Constraint = (type, resource, bound, { requests, limits }) => {
  const [request, limit] = [requests.get(resource), limits.get(resource)];
  const most = `maximum ${resource} usage per ${type} is ${printAmount(bound)}`;
  if (limit === undefined) return `${most}.  No limit is specified`;
  const observed = atOnePrecision(request, limit, bound);
  if (observed.limit > observed.bound) return `${most}, but limit is ${printAmount(limit)}`;
  if (request === undefined || observed.request <= observed.bound) return undefined;
  return `${most}, but request is ${printAmount(request)}`;
};

/** The most that may be asked for, of what has no limits. Upstream: maxRequestConstraint. */
export const maxRequestConstraint: Constraint = (type, resource, bound, { requests }) => {
  const request = requests.get(resource);
  const most = `maximum ${resource} usage per ${type} is ${printAmount(bound)}`;
  if (request === undefined) return `${most}.  No request is specified`;
  const observed = atOnePrecision(request, undefined, bound);
  return observed.request > observed.bound ? `${most}, but request is ${printAmount(request)}` : undefined;
};

/** Upstream: limitRequestRatioConstraint. */
export const ratioConstraint: Constraint = (type, resource, bound, { requests, limits }) => {
  const observed = atOnePrecision(requests.get(resource), limits.get(resource), bound);
  const most = `${resource} max limit to request ratio per ${type} is ${printAmount(bound)}`;
  if (observed.request === 0n) return `${most}, but no request is specified or request is 0`;
  if (observed.limit === 0n) return `${most}, but no limit is specified or limit is 0`;
  const ratio = Number(observed.limit) / Number(observed.request);
  const isSmall = goInteger(bound, wholeValue) <= mostThousands;
  const exceeds = isSmall
    ? ratio * 1000 > Number(goInteger(bound, milliValue))
    : ratio > Number(goInteger(bound, wholeValue));
  return exceeds ? `${most}, but provided ratio is ${fixedFloat(ratio, 6)}` : undefined;
};

const mostInteger = 2n ** 63n - 1n;
/** The largest whole number of which the thousandths are counted. Upstream: apimachinery resource.MaxMilliValue. */
const mostThousands = mostInteger / 1000n;

/**
 * Amounts as integers of one unit: thousandths, or whole ones where an amount is too large; 0 where there is none.
 * Upstream: requestLimitEnforcedValues.
 */
function atOnePrecision(request: Amount | undefined, limit: Amount | undefined, bound: Amount) {
  const small = [request, limit, bound].every((amount) => goInteger(amount, wholeValue) <= mostThousands);
  const unit = small ? milliValue : wholeValue;
  return { request: goInteger(request, unit), limit: goInteger(limit, unit), bound: goInteger(bound, unit) };
}

/** An amount as Go's int64, where one that does not fit is 0. Upstream: apimachinery quantity.go ScaledValue. */
function goInteger(amount: Amount | undefined, unit: (amount: Amount) => bigint): bigint {
  const exact = amount === undefined ? 0n : unit(amount);
  if (exact <= mostInteger) return exact;
  return amount?.wide === true ? BigInt.asIntN(64, exact) : 0n;
}
