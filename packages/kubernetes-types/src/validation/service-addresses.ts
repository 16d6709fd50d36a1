import type { ValueMap } from '@managed-fields/merge-engine';
import { releasedAddresses, shownAddress } from '../strategy/service.ts';
import { duplicate, type Errors, firstOf, invalid, notSupported, required } from './errors.ts';
import { at } from './field-path.ts';
import { parseAddress, printAddress } from './ip.ts';
import { has, list, struct, text, texts } from './object.ts';
import { isAddress, isOneOf } from './scalars.ts';

const ipsField = 'spec.clusterIPs';
const families = ['IPv4', 'IPv6'];
const policies = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];

function isHeadless(ips: readonly string[]): boolean {
  return ips.length === 1 && ips[0] === 'None';
}

/**
 * Complaints about addresses and their families that do not go together.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidateServiceClusterIPsRelatedFields.
 */
export function serviceAddresses(spec: ValueMap, before: ValueMap | undefined): Errors {
  if (text(spec, 'type') === 'ExternalName') return [];
  const ips = texts(spec, 'clusterIPs');
  const wrong = addressErrors(ips, texts(before, 'clusterIPs'));
  return [
    ...singleErrors(text(spec, 'clusterIP'), ips),
    ...familyErrors(spec),
    ...wrong,
    ...(ips.length > 2 ? [invalid(ipsField, ips, 'may only hold up to 2 values')] : []),
    ...firstOf(wrong, () => mismatches(spec, ips)).slice(wrong.length),
  ];
}

/** Complaints about addresses that do not go with each other or with the families. */
function mismatches(spec: ValueMap, ips: readonly string[]): Errors {
  const errors: Errors[number][] = [];
  const kinds = ips.map((ip) => parseAddress(ip)?.family);
  if (ips.length > 1 && (kinds.length !== 2 || kinds[0] === kinds[1])) {
    errors.push(invalid(ipsField, ips, 'may specify no more than one IP for each IP family'));
  }
  if (isHeadless(ips)) return errors;
  texts(spec, 'ipFamilies').forEach((family, i) => {
    const ip = ips[i];
    if (ip === undefined || kinds[i] === family || !families.includes(family)) return;
    errors.push(invalid(at(ipsField, i), ip, `expected an ${family} value as indicated by \`ipFamilies[${i}]\``));
  });
  return errors;
}

/** Complaints about the single address, which must be the first of the list. */
function singleErrors(one: string, ips: readonly string[]): Errors {
  if (one === '') {
    return ips.length === 0 ? [] : [invalid(ipsField, ips, 'must be empty when `clusterIP` is not specified')];
  }
  if (ips.length === 0) return [required(ipsField)];
  return ips[0] === one ? [] : [invalid(ipsField, ips, 'first value must match `clusterIP`')];
}

function familyErrors(spec: ValueMap): Errors {
  const seen = new Set<string>();
  const errors = texts(spec, 'ipFamilies').flatMap((family, i) => {
    const place = at('spec.ipFamilies', i);
    const found: Errors[number][] = families.includes(family) ? [] : [notSupported(place, family, families)];
    if (seen.has(family)) found.push(duplicate(place, family));
    seen.add(family);
    return found;
  });
  if (!has(spec, 'ipFamilyPolicy')) return errors;
  return [...errors, ...isOneOf(text(spec, 'ipFamilyPolicy'), policies, 'spec.ipFamilyPolicy')];
}

function addressErrors(ips: readonly string[], before: readonly string[]): Errors {
  return ips.flatMap((ip, i) => {
    if (i > 0 || ip !== 'None') return isAddress(ip, at(ipsField, i), before);
    return ips.length > 1 ? [invalid(ipsField, ips, "'None' must be the first and only value")] : [];
  });
}

/** The range from which addresses are allocated. */
const range = '10.96.0.0/16';

/**
 * Complaints about families that a cluster with IPv4 only does not have.
 * Upstream: k8s.io/kubernetes pkg/registry/core/service/storage/alloc.go initIPFamilyFields.
 */
export function familyGaps(spec: ValueMap, before: ValueMap | undefined): Errors {
  if (text(spec, 'type') === 'ExternalName') return [];
  const ips = texts(spec, 'clusterIPs');
  const released = releasedAddresses(spec, before);
  const asked = texts(spec, 'ipFamilies');
  const policy = text(spec, 'ipFamilyPolicy');
  const field = 'spec.ipFamilyPolicy';
  const both = (what: string) =>
    invalid(field, policy, `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`);
  const single = policy === 'SingleStack';
  const loose: Errors = [
    ...(single
      ? []
      : released.map((what) => invalid(field, policy, `must be 'SingleStack' to release the secondary ${what}`))),
    ...(single && ips.length === 2 ? [both('cluster IPs')] : []),
    ...(single && asked.length === 2 ? [both('IP families')] : []),
    ...ips.flatMap((ip, i) =>
      i >= asked.length && parseAddress(ip)?.family === 'IPv6'
        ? [invalid(at(ipsField, i), ips, 'IPv6 is not configured on this cluster')]
        : [],
    ),
  ];
  if (loose.length > 0 || (isHeadless(ips) && struct(spec, 'selector').size === 0)) return loose;
  const dual = policy === 'RequireDualStack';
  return [
    ...(dual ? [invalid(field, policy, 'this cluster is not configured for dual-stack services')] : []),
    ...asked.flatMap((family, i) =>
      family === 'IPv6' ? [invalid(at('spec.ipFamilies', i), family, 'not configured on this cluster')] : [],
    ),
  ];
}

/**
 * Complaints about addresses out of the range of the cluster, whose first and last address are nobody's. A dry run asks the
 * range itself, another request whichever range has the address.
 * Upstream: allocIPs; pkg/registry/core/service/ipallocator/cidrallocator.go AllocateService, ipallocator.go.
 */
export function unallocated(spec: ValueMap, dryRun: boolean): Errors {
  const ips = texts(spec, 'clusterIPs');
  if (text(spec, 'type') === 'ExternalName' || isHeadless(ips)) return [];
  const out = ips.find((ip) => {
    // A dry run has it in place of an address that it would get.
    if (dryRun && ip === shownAddress('IPv4')) return false;
    const bytes = parseAddress(ip)?.bytes ?? [];
    const [first, second, third, last] = bytes;
    return first !== 10 || second !== 96 || (third === last && (last === 0 || last === 255));
  });
  if (out === undefined) return [];
  const address = parseAddress(out);
  const read = address === undefined ? out : printAddress(address);
  const words = dryRun
    ? `the provided IP (${read}) is not in the valid range. The range of valid IPs is ${range}`
    : 'the provided network does not match the current range';
  return [invalid(ipsField, ips, `failed to allocate IP ${out}: ${words}`)];
}

/**
 * Complaints about changed addresses: only the second one may be added or removed.
 * Upstream: validateUpgradeDowngradeClusterIPs, validateUpgradeDowngradeIPFamilies.
 */
export function serviceAddressChanges(spec: ValueMap, before: ValueMap): Errors {
  if (text(spec, 'type') === 'ExternalName' || text(before, 'type') === 'ExternalName') return [];
  const now = isHeadless(texts(spec, 'clusterIPs'));
  const was = isHeadless(texts(before, 'clusterIPs'));
  return [
    ...(now && was ? [] : listChanges(spec, before, 'clusterIPs', 'clusterIP', true)),
    ...(now || was ? [] : listChanges(spec, before, 'ipFamilies', 'ipFamily', false)),
  ];
}

function listChanges(spec: ValueMap, before: ValueMap, field: string, one: string, each: boolean): Errors {
  const now = list(spec, field);
  const was = list(before, field);
  const first = at(`spec.${field}`, 0);
  const moved = invalid(first, now, 'may not change once set');
  if (now.length === was.length) {
    return was.flatMap((value, i) => {
      if (value === now[i]) return [];
      return [invalid(each ? at(`spec.${field}`, i) : first, now, 'may not change once set')];
    });
  }
  const changed = was.length > 0 && now.length > 0 && was[0] !== now[0];
  if (now.length > was.length) return changed ? [moved] : [];
  const released = now.length === 1 && text(spec, 'ipFamilyPolicy') !== 'SingleStack';
  const words = `must be set to 'SingleStack' when releasing the secondary ${one}`;
  return [
    ...(now.length === 0 ? [invalid(first, now, `primary ${one} can not be unset`)] : []),
    ...(changed ? [moved] : []),
    ...(released ? [invalid('spec.ipFamilyPolicy', spec.get('ipFamilyPolicy') ?? null, words)] : []),
  ];
}
