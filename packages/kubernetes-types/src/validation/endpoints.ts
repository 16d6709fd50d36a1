import type { ValueMap } from '@managed-fields/merge-engine';
import {
  declarative,
  declaredFrom,
  duplicate,
  type Errors,
  firstOf,
  immutableUnshown,
  invalid,
  invalidAll,
  otherFrom,
  required,
  tooMany,
} from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { parseAddress, printAddress } from './ip.ts';
import { labels } from './label-selector.ts';
import { dns1123Label, dns1123Subdomain, labelValue, portNumber } from './names.ts';
import { has, list, number, pointer, structs, text, texts } from './object.ts';
import { metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import {
  isAddress,
  isGivenOneOf,
  isLabel,
  isOneOf,
  isQualified,
  isReachable,
  isStrictAddress,
  named,
} from './scalars.ts';
import { sameAt } from './semantic.ts';

/*
 * Endpoints and slices of them.
 * Upstream: k8s.io/kubernetes pkg/apis/discovery/validation/validation.go, pkg/apis/core/validation/validation.go.
 */

const addressTypes = ['FQDN', 'IPv4', 'IPv6'];

/** Complaints about a new EndpointSlice. */
export function endpointSliceErrors(slice: ValueMap): Errors {
  return sliceErrors(slice, undefined);
}

/** Complaints about a changed EndpointSlice; its address type never changes. */
export function endpointSliceUpdateErrors(slice: ValueMap, old: ValueMap): Errors {
  const type = text(slice, 'addressType');
  const change = type === text(old, 'addressType') ? [] : immutableUnshown('v1.37', 'addressType', type);
  const isDeclared = ({ declarativeFrom }: Errors[number]) => declarativeFrom !== undefined;
  return [...sliceErrors(slice, old, change.filter(isDeclared)), ...change.filter((error) => !isDeclared(error))];
}

/** `change` are complaints that come right behind those about a missing type. */
function sliceErrors(slice: ValueMap, old: ValueMap | undefined, change: Errors = []): Errors {
  const type = text(slice, 'addressType');
  const kept = old !== undefined && sameAt(slice, old, 'endpoints');
  const given = isGivenOneOf(type, addressTypes, 'addressType');
  const isDeclared = type === '' || old === undefined;
  return [
    ...metadataErrors(slice, { namespaced: true, name: dns1123Subdomain }),
    // Of a changed type the declared rules say first that it may not change, and nothing of its value.
    ...otherFrom(
      'v1.38',
      [...(isDeclared ? declarative('v1.37', given) : given), ...change],
      [...change, ...(isDeclared ? declarative('v1.37', given) : [])],
    ),
    ...portErrors(structs(slice, 'ports')),
    ...(kept ? [] : endpointErrors(structs(slice, 'endpoints'), type)),
  ];
}

function portErrors(ports: readonly ValueMap[]): Errors {
  if (ports.length > 20_000) return [tooMany('ports', ports.length, 20_000)];
  const names = new Set<string>();
  return ports.flatMap((port, i) => {
    const place = at('ports', i);
    const name = text(port, 'name');
    const twice = names.has(name) ? [duplicate(child(place, 'name'), name)] : [];
    names.add(name);
    return [
      ...(name === '' ? [] : isLabel(name, child(place, 'name'))),
      ...twice,
      ...(has(port, 'protocol')
        ? isOneOf(text(port, 'protocol'), ['SCTP', 'TCP', 'UDP'], child(place, 'protocol'))
        : [required(child(place, 'protocol'))]),
      ...(has(port, 'appProtocol') ? isQualified(text(port, 'appProtocol'), child(place, 'appProtocol')) : []),
    ];
  });
}

function endpointErrors(endpoints: readonly ValueMap[], type: string): Errors {
  if (endpoints.length > 1000) return [tooMany('endpoints', endpoints.length, 1000)];
  return endpoints.flatMap((endpoint, i) => {
    const place = at('endpoints', i);
    const addresses = texts(endpoint, 'addresses');
    const field = child(place, 'addresses');
    return [
      ...(addresses.length === 0
        ? declaredFrom('v1.37', [required(field, 'must contain at least 1 address')], [required(field)])
        : []),
      ...(addresses.length > 100 ? [tooMany(field, addresses.length, 100)] : []),
      ...addresses.flatMap((address, j) => addressErrors(address, type, field, at(field, j))),
      ...(has(endpoint, 'nodeName')
        ? named(dns1123Subdomain, text(endpoint, 'nodeName'), child(place, 'nodeName'))
        : []),
      ...labels(endpoint, 'deprecatedTopology', place),
      ...(has(endpoint, 'hostname') ? isLabel(text(endpoint, 'hostname'), child(place, 'hostname')) : []),
      ...hintErrors(pointer(endpoint, 'hints'), child(place, 'hints')),
    ];
  });
}

function addressErrors(address: string, type: string, field: Field, place: Field): Errors {
  if (type === 'FQDN') return qualifiedDomain(address, place);
  if (type !== 'IPv4' && type !== 'IPv6') return [];
  const other = parseAddress(address)?.family !== type;
  return firstOf(type === 'IPv4' ? isAddress(address, place) : canonicalAddress(address, place), () => [
    ...(other ? [invalid(field, address, `must be an ${type} address`)] : []),
    ...isReachable(address, place),
  ]);
}

/**
 * Complaints about an address that is not in canonical form.
 * Upstream: k8s.io/apimachinery pkg/util/validation/ip.go IsValidIP.
 */
function canonicalAddress(address: string, place: Field): Errors {
  const errors = isStrictAddress(address, place);
  const parsed = parseAddress(address);
  if (errors.length > 0 || parsed === undefined) return errors;
  const preferred = printAddress(parsed);
  return preferred === address ? [] : [invalid(place, address, `must be in canonical form ("${preferred}")`)];
}

/** Upstream: k8s.io/apimachinery pkg/util/validation/validation.go IsFullyQualifiedDomainName. */
function qualifiedDomain(name: string, place: Field): Errors {
  if (name === '') return [required(place)];
  const bare = name.replace(/\.$/, '');
  const complaints = dns1123Subdomain(bare);
  if (complaints.length > 0) return [invalid(place, bare, complaints.join(','))];
  if (bare.split('.').length < 2) {
    return [invalid(place, bare, 'should be a domain with at least two segments separated by dots')];
  }
  const wrong = bare.split('.').find((part) => dns1123Label(part).length > 0);
  return wrong === undefined ? [] : [invalid(place, wrong, dns1123Label(wrong).join(','))];
}

function hintErrors(hints: ValueMap | undefined, field: Field): Errors {
  return (['forZones', 'forNodes'] as const).flatMap((kind) => {
    const items = structs(hints, kind);
    const place = child(field, kind);
    if (items.length > 8) return [tooMany(place, items.length, 8)];
    const names = items.map((item) => text(item, 'name'));
    return names.flatMap((name, i) => {
      const at_ = child(at(place, i), 'name');
      const complaints = kind === 'forZones' ? labelValue(name) : dns1123Subdomain(name);
      return [...(names.indexOf(name) < i ? [duplicate(at_, name)] : []), ...invalidAll(at_, name, complaints)];
    });
  });
}

/** Complaints about new Endpoints. Upstream: ValidateEndpointsCreate. */
export function endpointsErrors(endpoints: ValueMap): Errors {
  return [
    ...metadataErrors(endpoints, { namespaced: true, name: dns1123Subdomain }),
    ...structs(endpoints, 'subsets').flatMap((subset, i) => subsetErrors(subset, at('subsets', i))),
  ];
}

function subsetErrors(subset: ValueMap, field: Field): Errors {
  const lists = ['addresses', 'notReadyAddresses'];
  const none = lists.every((name) => list(subset, name).length === 0);
  const ports = structs(subset, 'ports');
  return [
    ...(none ? [required(field, 'must specify `addresses` or `notReadyAddresses`')] : []),
    ...lists.flatMap((name) =>
      structs(subset, name).flatMap((address, i) => {
        const place = at(child(field, name), i);
        const ip = text(address, 'ip');
        return [
          ...isAddress(ip, child(place, 'ip')),
          ...(text(address, 'hostname') === '' ? [] : isLabel(text(address, 'hostname'), child(place, 'hostname'))),
          ...(has(address, 'nodeName')
            ? named(dns1123Subdomain, text(address, 'nodeName'), child(place, 'nodeName'))
            : []),
          ...isReachable(ip, child(place, 'ip')),
        ];
      }),
    ),
    ...ports.flatMap((port, i) => endpointPort(port, ports.length > 1, at(child(field, 'ports'), i))),
  ];
}

function endpointPort(port: ValueMap, needsName: boolean, field: Field): Errors {
  const name = text(port, 'name');
  const value = number(port, 'port');
  return [
    ...(name === '' ? (needsName ? [required(child(field, 'name'))] : []) : isLabel(name, child(field, 'name'))),
    ...invalidAll(child(field, 'port'), BigInt(value), portNumber(value)),
    ...(text(port, 'protocol') === ''
      ? [required(child(field, 'protocol'))]
      : isOneOf(text(port, 'protocol'), ['SCTP', 'TCP', 'UDP'], child(field, 'protocol'))),
    ...(has(port, 'appProtocol') ? isQualified(text(port, 'appProtocol'), child(field, 'appProtocol')) : []),
  ];
}

/** Complaints about changed Endpoints. */
export function endpointsUpdateErrors(endpoints: ValueMap, old: ValueMap): Errors {
  return [...metadataUpdateErrors(endpoints, old), ...endpointsErrors(endpoints)];
}
