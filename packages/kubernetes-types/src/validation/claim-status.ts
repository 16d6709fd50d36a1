import { byteLength, isMap, sortedKeys, type ValueMap } from '@managed-fields/merge-engine';
import { conditions } from './conditions.ts';
import { bindingConditions } from './device-binding.ts';
import { deviceKey, formerDeviceKey } from './device-key.ts';
import { checkedList } from './device-lists.ts';
import { attributeName, coveredDriver, coveredPool, deviceName, poolName, shareId } from './device-names.ts';
import {
  configuration,
  deviceToleration,
  isDeclared,
  type RequestNames,
  rawObject,
  requestNames,
  requestReference,
  requestReferences,
  struct,
} from './device-request.ts';
import {
  declarative,
  declaredFrom,
  type Errors,
  forbidden,
  inVersions,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
} from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { parseRange, printAddress } from './ip.ts';
import { has, list, pointer, structAt, struct as structOf, structs, text } from './object.ts';
import { metadataUpdateErrors } from './object-meta.ts';
import { nodeSelector } from './scheduling.ts';
import { sameMeaning } from './semantic.ts';
import { shown } from './shown.ts';
import { driverName } from './volume-source.ts';

/*
 * The status of a ResourceClaim: what was allocated, for whom, and what drivers say about it.
 * Upstream: k8s.io/kubernetes pkg/apis/resource/validation/validation.go ValidateResourceClaimStatusUpdate.
 */

/** Complaints about a ResourceClaim whose status changes; `admin` are those about access for administrators. */
export function claimStatusErrors(claim: ValueMap, old: ValueMap, admin: Errors): Errors {
  const status = structOf(claim, 'status');
  const before = structOf(old, 'status');
  const names = requestNames(structAt(claim, 'spec', 'devices'));
  const isDeleted = has(structOf(claim, 'metadata'), 'deletionTimestamp');
  const consumers = consumerErrors(status);
  const devices = deviceErrors(status);
  const allocation = allocationErrors(status, before, names);
  const all = [...consumers, ...devices, ...reservationErrors(status, before, isDeleted), ...allocation];
  return [
    ...admin,
    ...metadataUpdateErrors(claim, old),
    ...inVersions({ until: 'v1.36' }, all),
    // Declarative validation goes through the fields in their order.
    ...inVersions({ from: 'v1.37' }, [
      ...all.filter((error) => !isDeclared(error)),
      ...[...allocation, ...consumers, ...devices].filter(isDeclared),
    ]),
  ];
}

/** The most consumers of a claim. */
const mostConsumers = 256;

function consumerErrors(status: ValueMap): Errors {
  const check = struct((consumer, field) =>
    ['resource', 'name', 'uid'].flatMap((name) => (text(consumer, name) === '' ? [required(child(field, name))] : [])),
  );
  return checkedList(status, 'reservedFor', 'status', check, {
    most: mostConsumers,
    covered: true,
    key: (item) => (isMap(item) ? text(item, 'uid') : ''),
    keyField: 'uid',
    coveredKeys: 'resource.ResourceClaimConsumerReference',
  });
}

/** Complaints about consumers that do not go with the rest of the status. */
function reservationErrors(status: ValueMap, before: ValueMap, isDeleted: boolean): Errors {
  const consumers = list(status, 'reservedFor');
  const field = 'status.reservedFor';
  if (consumers.length === 0) return [];
  if (!has(status, 'allocation')) return [forbidden(field, 'may not be specified when `allocated` is not set')];
  const known = list(before, 'reservedFor');
  const isNew = consumers.some((each) => !known.some((other) => sameMeaning(each, other)));
  if (!isDeleted || !isNew) return [];
  return [
    forbidden(field, 'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set'),
  ];
}

function deviceErrors(status: ValueMap): Errors {
  const allocated = structs(structAt(status, 'allocation', 'devices'), 'results').map((result) => deviceKey(result));
  const check = struct((device, field) => [
    ...driverName(text(device, 'driver'), child(field, 'driver')),
    ...poolName(text(device, 'pool'), child(field, 'pool')),
    ...deviceName(text(device, 'device'), child(field, 'device')),
    ...(has(device, 'shareID') ? shareId(text(device, 'shareID'), child(field, 'shareID')) : []),
    ...(allocated.includes(deviceKey(device)) ? [] : notAllocated(device, field)),
    ...conditionErrors(device, field),
    ...(has(device, 'data') ? rawObject(device.get('data'), child(field, 'data')) : []),
    ...networkErrors(pointer(device, 'networkData'), child(field, 'networkData')),
  ]);
  return checkedList(status, 'devices', 'status', check, {
    key: (item) => ({ raw: deviceKey(isMap(item) ? item : new Map()) }),
    keyField: 'deviceID',
    formerKey: { raw: formerDeviceKey },
    coveredKeys: 'resource.AllocatedDeviceStatus',
  });
}

function notAllocated(device: ValueMap, field: Field): Errors {
  const words = 'must be an allocated device in the claim';
  return [
    ...inVersions({ until: 'v1.34' }, [invalid(field, { raw: formerDeviceKey }, words)]),
    ...inVersions({ from: 'v1.35' }, [invalid(field, { raw: deviceKey(device) }, words)]),
  ];
}

/** The most conditions of a device. */
const mostConditions = 8;

function conditionErrors(device: ValueMap, field: Field): Errors {
  const count = list(device, 'conditions').length;
  return [
    ...(count > mostConditions ? [tooMany(child(field, 'conditions'), count, mostConditions)] : []),
    ...conditions(device, 'conditions', field),
  ];
}

/** The most addresses of an interface, and the longest names of it and of its hardware, in bytes. */
const mostAddresses = 16;
const longestNames = { interfaceName: 256, hardwareAddress: 128 } as const;

function networkErrors(network: ValueMap | undefined, field: Field): Errors {
  if (network === undefined) return [];
  const length = (name: keyof typeof longestNames) => {
    const most = longestNames[name];
    return declarative('v1.37', byteLength(text(network, name)) > most ? [tooLong(child(field, name), most)] : []);
  };
  const addresses = checkedList(network, 'ips', field, (item, place) => interfaceAddress(String(item), place), {
    most: mostAddresses,
    covered: true,
    key: (item) => item,
    coveredKeys: 'string',
  });
  const hardware = length('hardwareAddress');
  return [
    ...length('interfaceName'),
    ...inVersions({ until: 'v1.36' }, hardware),
    ...addresses,
    ...inVersions({ from: 'v1.37' }, hardware),
  ];
}

/** Upstream: k8s.io/apimachinery pkg/util/validation/ip.go IsValidInterfaceAddress. */
function interfaceAddress(value: string, field: Field): Errors {
  const range = parseRange(value);
  if (range === undefined) {
    const words = 'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)';
    return [invalid(field, value, words)];
  }
  const { address, bits } = range;
  const written = `${printAddress(address)}/${address.mapped && bits > 32 ? bits - 96 : bits}`;
  return written === value ? [] : [invalid(field, value, `must be in canonical form ("${written}")`)];
}

/** The most results of an allocation, and the most configurations: those of the class and of the claim. */
const mostResults = 32;
const mostConfigurations = 64;

function allocationErrors(status: ValueMap, before: ValueMap, names: RequestNames): Errors {
  const allocation = pointer(status, 'allocation');
  if (allocation === undefined) return [];
  const field = 'status.allocation';
  const words = 'field is immutable';
  const was = pointer(before, 'allocation');
  if (was !== undefined) {
    if (sameMeaning(allocation, was)) return [];
    const whole = [invalid(field, shown('*resource.AllocationResult', allocation), words)];
    return declaredFrom('v1.37', whole, [invalid(field, null, words)]);
  }
  const devices = structOf(allocation, 'devices');
  const place = child(field, 'devices');
  const selector = pointer(allocation, 'nodeSelector');
  return [
    ...checkedList(
      devices,
      'results',
      place,
      struct((result, each) => resultErrors(result, each, names)),
      {
        most: mostResults,
        covered: true,
      },
    ),
    ...checkedList(
      devices,
      'config',
      place,
      struct((config, each) => [
        ...sourceErrors(text(config, 'source'), child(each, 'source')),
        ...requestReferences(config, each, names),
        ...configuration(config, each, false),
      ]),
      { most: mostConfigurations, covered: true },
    ),
    ...(selector === undefined ? [] : nodeSelector(selector, child(field, 'nodeSelector'))),
  ];
}

function sourceErrors(source: string, field: Field): Errors {
  const sources = ['FromClaim', 'FromClass'];
  if (sources.includes(source)) return [];
  return declarative('v1.37', [source === '' ? required(field) : notSupported(field, source, sources)]);
}

function resultErrors(result: ValueMap, field: Field, names: RequestNames): Errors {
  const binding = bindingConditions(result, field);
  const tolerations = structs(result, 'tolerations').flatMap((each, i) =>
    deviceToleration(each, at(child(field, 'tolerations'), i)),
  );
  const place = child(field, 'consumedCapacity');
  const consumed = sortedKeys(structOf(result, 'consumedCapacity')).flatMap((name) => attributeName(name, place));
  return [
    ...requestReference(text(result, 'request'), child(field, 'request'), names),
    ...coveredDriver(text(result, 'driver'), child(field, 'driver')),
    ...coveredPool(text(result, 'pool'), child(field, 'pool')),
    ...deviceName(text(result, 'device'), child(field, 'device')),
    ...inVersions({ from: 'v1.38' }, consumed),
    ...inVersions({ from: 'v1.37' }, tolerations.filter(isDeclared)),
    ...binding,
    ...inVersions(
      { from: 'v1.37' },
      tolerations.filter((error) => !isDeclared(error)),
    ),
    ...(has(result, 'shareID') ? shareId(text(result, 'shareID'), child(field, 'shareID')) : []),
  ];
}

/** The field of a result that gives access for administrators; undefined where none does. */
export function adminResult(status: ValueMap): Field | undefined {
  const results = structs(structAt(status, 'allocation', 'devices'), 'results');
  const place = results.findIndex((result) => result.get('adminAccess') === true);
  return place < 0 ? undefined : child(at('status.allocation.devices.results', place), 'adminAccess');
}
