import { byteLength, sortedKeys, type ValueMap } from '@managed-fields/merge-engine';
import { bindingConditions } from './device-binding.ts';
import { capacityErrors } from './device-capacity.ts';
import { checkedList, shortened } from './device-lists.ts';
import { attributeName, counterSetName, deviceName, poolName } from './device-names.ts';
import { nameOf, struct, taintEffect } from './device-request.ts';
import {
  declarative,
  declaredFormat,
  declaredFrom,
  type Errors,
  inVersions,
  invalid,
  otherFrom,
  required,
  tooLong,
  tooMany,
} from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { dns1123Label, dns1123Subdomain, labelValue } from './names.ts';
import { has, list, number, pointer, struct as structOf, structs, text } from './object.ts';
import { metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { isQualified, named } from './scalars.ts';
import { nodeSelector } from './scheduling.ts';
import { sameAt, sameMeaning } from './semantic.ts';
import { shown } from './shown.ts';
import { driverName } from './volume-source.ts';

/*
 * ResourceSlices. Fields of features that are off have gone before an object is checked.
 * Upstream: k8s.io/kubernetes pkg/apis/resource/validation/validation.go ValidateResourceSlice.
 */

/** Complaints about a new ResourceSlice. */
export function resourceSliceErrors(slice: ValueMap): Errors {
  return [...metadataErrors(slice, { namespaced: false, name: dns1123Subdomain }), ...sliceSpec(slice, undefined)];
}

/** Complaints about a changed ResourceSlice. */
export function resourceSliceUpdateErrors(slice: ValueMap, old: ValueMap): Errors {
  return [...metadataUpdateErrors(slice, old), ...sliceSpec(slice, old)];
}

function sliceSpec(slice: ValueMap, old: ValueMap | undefined): Errors {
  const spec = structOf(slice, 'spec');
  const perDevice = spec.get('perDeviceNodeSelection') === true;
  const known = structs(structOf(old, 'spec'), 'devices');
  const devices = checkedList(
    spec,
    'devices',
    'spec',
    struct((device, field) => {
      const was = known.find((each) => text(each, 'name') === text(device, 'name'));
      return deviceErrors(device, was, field, perDevice);
    }),
    { most: mostDevices(spec), key: nameOf, keyField: 'name' },
  );
  const isKept = old !== undefined && sameAt(slice, old, 'spec', 'devices');
  const samePlaces = old !== undefined && sameAt(slice, old, 'spec', 'perDeviceNodeSelection');
  const places = structs(spec, 'devices').flatMap((device, i) => devicePlace(device, at('spec.devices', i), perDevice));
  return [
    ...driverName(text(spec, 'driver'), 'spec.driver'),
    ...poolErrors(structOf(spec, 'pool')),
    ...(old === undefined ? [] : fixedErrors(slice, old)),
    ...placeErrors(spec),
    ...(has(spec, 'sharedCounters') && has(spec, 'devices')
      ? [invalid('spec', '', 'only one of `sharedCounters` or `devices` is allowed')]
      : []),
    ...(isKept ? inVersions({ until: 'v1.37' }, devices) : devices),
    ...inVersions({ from: 'v1.38' }, isKept && samePlaces ? [] : places),
    ...checkedList(spec, 'sharedCounters', 'spec', struct(counterSet), {
      most: mostCounterSets,
      covered: true,
      key: nameOf,
      keyField: 'name',
      coveredKeys: 'resource.CounterSet',
    }),
  ];
}

const mostCounterSets = 8;

/** The most devices: fewer where they have taints or consume counters. */
function mostDevices(spec: ValueMap): number {
  const advanced = structs(spec, 'devices').some((device) =>
    ['taints', 'consumesCounters'].some((name) => list(device, name).length > 0),
  );
  return advanced ? 64 : 128;
}

function poolErrors(pool: ValueMap): Errors {
  const [slices, generation] = [number(pool, 'resourceSliceCount'), number(pool, 'generation')];
  return [
    ...poolName(text(pool, 'name'), 'spec.pool.name'),
    ...(slices <= 0 ? [invalid('spec.pool.resourceSliceCount', BigInt(slices), 'must be greater than zero')] : []),
    ...(generation < 0
      ? [invalid('spec.pool.generation', BigInt(generation), 'must be greater than or equal to zero')]
      : []),
  ];
}

function fixedErrors(slice: ValueMap, old: ValueMap): Errors {
  return [['pool', 'name'], ['driver'], ['nodeName']].flatMap((path) => {
    if (sameAt(slice, old, 'spec', ...path)) return [];
    const [last = ''] = path.slice(-1);
    const holder = path.length > 1 ? structOf(structOf(slice, 'spec'), 'pool') : structOf(slice, 'spec');
    const value = holder.get(last) ?? (last === 'nodeName' ? null : '');
    return [invalid(child('spec', ...path), value, 'field is immutable')];
  });
}

const onePlace = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';

/** Complaints about the nodes that devices are on. */
function placeErrors(spec: ValueMap): Errors {
  const selector = pointer(spec, 'nodeSelector');
  const terms = list(selector, 'nodeSelectorTerms');
  const onlyTrue = (name: string): Errors =>
    spec.get(name) === false ? [invalid(child('spec', name), false, 'must be either unset or set to true')] : [];
  const given = [
    ...(text(spec, 'nodeName') === '' ? [] : ['`nodeName`']),
    ...(selector === undefined ? [] : ['`nodeSelector`']),
    ...['allNodes', 'perDeviceNodeSelection'].filter((name) => spec.get(name) === true).map((name) => `\`${name}\``),
  ];
  return [
    ...nodeName(spec, 'spec', 'must be either unset or set to a non-empty string'),
    ...(selector === undefined ? [] : nodeSelector(selector, 'spec.nodeSelector')),
    ...(selector === undefined || terms.length === 1 ? [] : [oneTerm(selector, 'spec.nodeSelector.nodeSelectorTerms')]),
    ...onlyTrue('allNodes'),
    ...onlyTrue('perDeviceNodeSelection'),
    ...(given.length === 0 ? [required('spec', onePlace)] : []),
    ...(given.length > 1 ? [invalid('spec', `{${given.join(', ')}}`, `${onePlace}, but multiple fields are set`)] : []),
  ];
}

function oneTerm(selector: ValueMap, field: Field): Errors[number] {
  const value = shown('[]core.NodeSelectorTerm', selector.get('nodeSelectorTerms'));
  return invalid(field, value, 'must have exactly one node selector term');
}

function nodeName(holder: ValueMap, field: Field, empty: string): Errors {
  if (!has(holder, 'nodeName')) return [];
  const name = text(holder, 'nodeName');
  const place = child(field, 'nodeName');
  return name === '' ? [invalid(place, name, empty)] : named(dns1123Subdomain, name, place);
}

/** The most counters of a set or of what consumes of one. */
const mostCounters = 32;

function counterSet(set: ValueMap, field: Field): Errors {
  return [...counterSetName(text(set, 'name'), child(field, 'name')), ...counters(set, field)];
}

/** Complaints about counters by name. */
function counters(holder: ValueMap, field: Field): Errors {
  const given = structOf(holder, 'counters');
  const place = child(field, 'counters');
  if (given.size === 0) return declarative('v1.37', [required(place)]);
  if (given.size > mostCounters) return [tooMany(place, given.size, mostCounters)];
  return sortedKeys(given).flatMap((key) => declaredFormat('v1.37', named(dns1123Label, key, place)));
}

/** The most attributes and capacities of a device, values of attributes, and taints. */
const mostAttributes = 32;
const mostValues = 48;
const mostTaints = 16;

function deviceErrors(device: ValueMap, was: ValueMap | undefined, field: Field, perDevice: boolean): Errors {
  const attributes = structOf(device, 'attributes');
  const capacity = structOf(device, 'capacity');
  const total = attributes.size + capacity.size;
  const sameTaints = was !== undefined && sameMeaning(was.get('taints'), device.get('taints'));
  const sameCapacity = was !== undefined && sameMeaning(was.get('capacity'), device.get('capacity'));
  const limit = (count: number, what: string, most: number) =>
    count > most ? [invalid(field, BigInt(count), `the total number of ${what} must not exceed ${most}`)] : [];
  const taints = checkedList(device, 'taints', field, struct(deviceTaintErrors), { most: mostTaints });
  const isShared = device.get('allowMultipleAllocations') === true;
  const capacities = keyed(capacity, child(field, 'capacity'), (each, place) => capacityErrors(each, isShared, place));
  return [
    ...deviceName(text(device, 'name'), child(field, 'name')),
    ...limit(total, 'attributes and capacities', mostAttributes),
    ...inVersions({ from: 'v1.36' }, limit(attributes.size, 'attribute values', mostValues)),
    ...keyed(attributes, child(field, 'attributes'), attributeErrors),
    // From v1.38 on a changed list of devices is looked at again as a whole.
    ...(sameCapacity
      ? [...inVersions({ until: 'v1.36' }, capacities), ...inVersions({ from: 'v1.38' }, capacities)]
      : capacities),
    ...(sameTaints ? inVersions({ from: 'v1.38' }, taints) : taints),
    ...checkedList(
      device,
      'consumesCounters',
      field,
      struct((each, place) => [
        ...counterSetName(text(each, 'counterSet'), child(place, 'counterSet')),
        ...counters(each, place),
      ]),
      {
        most: 2,
        covered: true,
        key: (item) => (item instanceof Map ? text(item, 'counterSet') : ''),
        keyField: 'counterSet',
        coveredKeys: 'resource.DeviceCounterConsumption',
      },
    ),
    ...inVersions({ until: 'v1.37' }, devicePlace(device, field, perDevice)),
    ...bindingConditions(device, field),
  ];
}

/** The longest name of an attribute: a domain, a slash and an identifier. */
const longestKey = 63 + 1 + 32;

/** Complaints about the keys of a map and about its values. Until v1.35 the path of a key ends with it. */
function keyed(map: ValueMap, field: Field, check: (value: ValueMap, field: Field) => Errors): Errors {
  return sortedKeys(map).flatMap((key) => {
    const place = at(field, shortened(key, longestKey));
    const value = map.get(key);
    return [
      ...inVersions({ until: 'v1.35' }, attributeName(key, place)),
      ...inVersions({ from: 'v1.36' }, attributeName(key, field)),
      ...check(value instanceof Map ? value : new Map(), place),
    ];
  });
}

/** The longest text and version in an attribute, in bytes. */
const longestValue = 64;
const versionForm =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?$/;

/** Complaints about a version; from v1.38 on its numbers have 18 digits at most. */
function versionErrors(version: string, field: Field): Errors {
  const words = 'must be a string compatible with semver.org spec 2.0.0';
  const [core = ''] = version.split('+');
  const isLong = core.split(/[.-]/).some((part) => /^\d{19,}$/.test(part));
  return otherFrom(
    'v1.38',
    versionForm.test(version) ? [] : [invalid(field, version, words)],
    versionForm.test(version) && !isLong
      ? []
      : [invalid(field, version, `${words}, with at most 18 digits in numbers`)],
  );
}

const kinds = ['int', 'bool', 'string', 'version'] as const;

/** Upstream: validateDeviceAttribute. */
function attributeErrors(attribute: ValueMap, field: Field): Errors {
  const given = kinds.filter((name) => has(attribute, name));
  const version = text(attribute, 'version');
  const length = (name: string) =>
    byteLength(text(attribute, name)) > longestValue ? [tooLong(child(field, name), longestValue)] : [];
  const one = 'exactly one value must be specified';
  const all = [...kinds, ...kinds.map((name) => `${name}s`)].map((name) => `\`${name}\``).join(', ');
  const count =
    given.length === 0
      ? declaredFrom(
          'v1.37',
          [
            ...inVersions({ until: 'v1.34' }, [required(field, one)]),
            ...inVersions({ from: 'v1.35' }, [invalid(field, '', one)]),
          ],
          [invalid(field, '', `must specify one of: ${all}`)],
        )
      : declaredFrom(
          'v1.37',
          [invalid(field, shown('resource.DeviceAttribute', attribute), one)],
          [invalid(field, `{${given.join(', ')}}`, `must specify exactly one of: ${all}`)],
        );
  return [
    ...length('string'),
    ...(has(attribute, 'version') ? versionErrors(version, child(field, 'version')) : []),
    ...length('version'),
    ...(given.length === 1 ? [] : count),
  ];
}

function effectErrors(effect: string, place: Field): Errors {
  return effect === '' ? declarative('v1.37', [required(place)]) : taintEffect(effect, place);
}

/** Complaints about the taint of a device; an effect that it had before is not looked at. Upstream: validateDeviceTaint. */
export function deviceTaintErrors(taint: ValueMap, field: Field, old?: ValueMap): Errors {
  const effect = text(taint, 'effect');
  const place = child(field, 'effect');
  const value = text(taint, 'value');
  return [
    ...isQualified(text(taint, 'key'), child(field, 'key')),
    ...(value === '' ? [] : named(labelValue, value, child(field, 'value'))),
    ...(old !== undefined && text(old, 'effect') === effect ? [] : effectErrors(effect, place)),
  ];
}

const ownPlace =
  'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec';

/** Complaints about the nodes that a device is on. */
function devicePlace(device: ValueMap, field: Field, perDevice: boolean): Errors {
  return perDevice ? ownPlaceErrors(device, field) : noPlaceErrors(device, field);
}

function ownPlaceErrors(device: ValueMap, field: Field): Errors {
  const selector = pointer(device, 'nodeSelector');
  const given = [
    ...(text(device, 'nodeName') === '' ? [] : ['`nodeName`']),
    ...(selector === undefined ? [] : ['`nodeSelector`']),
    ...(device.get('allNodes') === true ? ['`allNodes`'] : []),
  ];
  return [
    ...nodeName(device, field, 'must not be empty'),
    ...(selector === undefined ? [] : nodeSelector(selector, child(field, 'nodeSelector'))),
    ...(device.get('allNodes') === false
      ? [invalid(child(field, 'allNodes'), false, 'must be either unset or set to true')]
      : []),
    ...(selector === undefined || list(selector, 'nodeSelectorTerms').length === 1
      ? []
      : inVersions({ from: 'v1.38' }, [oneTerm(selector, child(field, 'nodeSelector', 'nodeSelectorTerms'))])),
    ...(given.length === 0 ? [required(field, ownPlace)] : []),
    ...(given.length > 1 ? [invalid(field, `{${given.join(', ')}}`, ownPlace)] : []),
  ];
}

function noPlaceErrors(device: ValueMap, field: Field): Errors {
  if (!['nodeName', 'nodeSelector', 'allNodes'].some((name) => has(device, name))) return [];
  const words =
    '`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
  return [invalid(field, null, words)];
}
