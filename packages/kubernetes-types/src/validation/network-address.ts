import type { ValueMap } from '@managed-fields/merge-engine';
import { declarative, declaredFrom, type Errors, invalid, required } from './errors.ts';
import { at, child } from './field-path.ts';
import { parseAddress, parseRange, printAddress } from './ip.ts';
import { dns1123Subdomain, type NameCheck, pathSegment } from './names.ts';
import { list, pointer, struct, text, texts } from './object.ts';
import { metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { named } from './scalars.ts';
import { sameAt } from './semantic.ts';
import { shown } from './shown.ts';

/*
 * IPAddresses and ServiceCIDRs.
 * Upstream: k8s.io/kubernetes pkg/apis/networking/validation/validation.go ValidateIPAddress, ValidateServiceCIDR.
 */

/** An address as it has to be written. Upstream: k8s.io/apimachinery pkg/util/validation/ip.go IsValidIP. */
const canonicalAddress: NameCheck = (value) => {
  const address = parseAddress(value);
  if (address === undefined) return ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];
  if (!address.strict) return ['must not have leading 0s'];
  if (address.mapped) return ['must not be an IPv4-mapped IPv6 address'];
  const written = printAddress(address);
  return written === value ? [] : [`must be in canonical form ("${written}")`];
};

/** Complaints about a new IPAddress. */
export function addressErrors(address: ValueMap): Errors {
  const parent = pointer(struct(address, 'spec'), 'parentRef');
  return [
    ...metadataErrors(address, { namespaced: false, name: canonicalAddress }),
    ...(parent === undefined ? declarative('v1.37', [required('spec.parentRef')]) : parentErrors(parent)),
  ];
}

const parentField = 'spec.parentRef';

function parentErrors(parent: ValueMap, isChanged = false): Errors {
  const group = text(parent, 'group');
  const segment = (name: string) => {
    const value = text(parent, name);
    const place = child(parentField, name);
    if (value !== '') return named(pathSegment, value, place);
    if (name === 'namespace') return [];
    return isChanged ? [required(place)] : declarative('v1.37', [required(place)]);
  };
  return [
    ...(group === '' ? [] : named(dns1123Subdomain, group, child(parentField, 'group'))),
    ...['resource', 'name', 'namespace'].flatMap(segment),
  ];
}

/** Complaints about a changed IPAddress, whose parent does not change. */
export function addressUpdateErrors(address: ValueMap, old: ValueMap): Errors {
  const parent = pointer(struct(address, 'spec'), 'parentRef');
  const isChanged = !sameAt(address, old, 'spec', 'parentRef');
  const words = 'field is immutable';
  return [
    ...metadataErrors(address, { namespaced: false, name: canonicalAddress }),
    ...(parent === undefined ? declarative('v1.37', [required(parentField)]) : parentErrors(parent, isChanged)),
    ...metadataUpdateErrors(address, old),
    ...(isChanged
      ? declaredFrom(
          'v1.37',
          [invalid(parentField, shown('*networking.ParentReference', parent), words)],
          [invalid(parentField, null, words)],
        )
      : []),
  ];
}

/** Complaints about a new ServiceCIDR. */
export function serviceRangeErrors(range: ValueMap): Errors {
  return [
    ...metadataErrors(range, { namespaced: false, name: dns1123Subdomain }),
    ...rangesErrors(struct(range, 'spec')),
  ];
}

const rangesField = 'spec.cidrs';

function rangesErrors(spec: ValueMap): Errors {
  const ranges = texts(spec, 'cidrs');
  if (ranges.length === 0) return [required(rangesField, 'at least one CIDR required')];
  if (ranges.length > 2) {
    return [invalid(rangesField, shown('*networking.ServiceCIDRSpec', spec), 'may only hold up to 2 values')];
  }
  const [first, second] = ranges.map((range) => parseRange(range)?.address);
  const words = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
  return [
    ...ranges.flatMap((range, i) => canonicalRange(range).map((fault) => invalid(at(rangesField, i), range, fault))),
    ...(ranges.length === 2 && first !== undefined && first.family === second?.family
      ? [invalid(rangesField, [...list(spec, 'cidrs')], words)]
      : []),
  ];
}

/** A range as it has to be written. Upstream: ip.go IsValidCIDR. */
const canonicalRange: NameCheck = (value) => {
  const range = parseRange(value);
  if (range === undefined) return ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'];
  if (!range.strict) return ['must not have leading 0s in IP or prefix length'];
  if (range.address.mapped) return ['must not have an IPv4-mapped IPv6 address'];
  if (range.loose) return ['must not have bits set beyond the prefix length'];
  const written = `${printAddress(range.address)}/${range.bits}`;
  return written === value ? [] : [`must be in canonical form ("${written}")`];
};

/** Complaints about a changed ServiceCIDR: a second range may be added. */
export function serviceRangeUpdateErrors(range: ValueMap, old: ValueMap): Errors {
  const now = texts(struct(range, 'spec'), 'cidrs');
  const was = texts(struct(old, 'spec'), 'cidrs');
  const words = 'field is immutable';
  const kept = was.flatMap((each, i) => {
    const is = now[i] ?? '';
    return is === each ? [] : [invalid(at(rangesField, i), is, words)];
  });
  const changes = () => {
    if (now.length === was.length) return kept;
    if (was.length === 1 && now.length === 2) return [...kept, ...rangesErrors(struct(range, 'spec'))];
    return [invalid(rangesField, shown('[]string', struct(range, 'spec').get('cidrs')), words)];
  };
  return [...metadataUpdateErrors(range, old), ...changes()];
}

/** Complaints about a ServiceCIDR whose status changes. */
export function serviceRangeStatusErrors(range: ValueMap, old: ValueMap): Errors {
  return metadataUpdateErrors(range, old);
}
