import { customResources } from '@managed-fields/api-server';
import type { CelRelease } from '@managed-fields/api-server/custom-resources';
import { byteLength, formatJson, isMap, sortedKeys, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { amountOf } from './amount.ts';
import { checkedList } from './device-lists.ts';
import { attributeName, className, coveredDriver, deviceName, fullAttributeName } from './device-names.ts';
import {
  declarative,
  declaredFormat,
  type Errors,
  forbidden,
  internal,
  inVersions,
  invalid,
  notSupported,
  required,
  tooLong,
} from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { labelValue } from './names.ts';
import { has, list, number, pointer, struct as structOf, structs, text } from './object.ts';
import { inEachRelease } from './policy-compiler.ts';
import { isNonnegativeAmount, isQualified, named } from './scalars.ts';

/*
 * What ResourceClaims, their templates and DeviceClasses ask of devices.
 * Upstream: k8s.io/kubernetes pkg/apis/resource/validation/validation.go.
 */

/** The names of the subrequests of each request. */
export type RequestNames = ReadonlyMap<string, ReadonlySet<string>>;

/** The names that a claim gives to its requests. Upstream: gatherRequestNames. */
export function requestNames(devices: ValueMap): RequestNames {
  return new Map(
    structs(devices, 'requests').map((request) => [
      text(request, 'name'),
      new Set(structs(request, 'firstAvailable').map((each) => text(each, 'name'))),
    ]),
  );
}

/** The most requests, constraints, configurations and selectors. */
const most = 32;

/** Complaints about the devices of a claim. Upstream: validateDeviceClaim. */
export function deviceClaim(devices: ValueMap, field: Field, stored = false): Errors {
  const names = requestNames(devices);
  return [
    ...checkedList(
      devices,
      'requests',
      field,
      struct((each, place) => request(each, place, stored)),
      {
        most,
        covered: true,
        key: nameOf,
        keyField: 'name',
        coveredKeys: 'resource.DeviceRequest',
      },
    ),
    ...checkedList(
      devices,
      'constraints',
      field,
      struct((each, place) => constraint(each, place, names)),
      {
        most,
        covered: true,
      },
    ),
    ...checkedList(
      devices,
      'config',
      field,
      struct((each, place) => [...requestReferences(each, place, names), ...configuration(each, place, stored)]),
      { most, covered: true },
    ),
  ];
}

/** A check of an item that reads as a struct. */
export function struct(check: (item: ValueMap, field: Field) => Errors): (item: Value, field: Field) => Errors {
  return (item, field) => check(isMap(item) ? item : new Map(), field);
}

/** The name of an item. */
export function nameOf(item: Value): Value {
  return isMap(item) ? text(item, 'name') : '';
}

function request(given: ValueMap, field: Field, stored: boolean): Errors {
  const exactly = pointer(given, 'exactly');
  const alternatives = list(given, 'firstAvailable').length > 0;
  const words = 'exactly one of `exactly` or `firstAvailable` is required';
  const exact = () => (exactly === undefined ? [] : exactRequest(exactly, child(field, 'exactly'), stored));
  const others = () =>
    checkedList(
      given,
      'firstAvailable',
      field,
      struct((each, place) => subRequest(each, place, stored)),
      {
        most: 8,
        covered: true,
        key: nameOf,
        keyField: 'name',
        coveredKeys: 'resource.DeviceSubRequest',
      },
    );
  const name = deviceName(text(given, 'name'), child(field, 'name'));
  if (!alternatives && exactly === undefined) return [...name, required(field, words)];
  if (!alternatives) return [...name, ...exact()];
  if (exactly === undefined) return [...name, ...others()];
  const both = [invalid(field, null, `${words}, but multiple fields are set`)];
  return [
    ...name,
    ...inVersions({ until: 'v1.34' }, [...others(), ...exact(), ...both]),
    // From v1.37 on what is declared is looked at all the same.
    ...inVersions({ from: 'v1.35' }, both),
    ...inVersions({ from: 'v1.37' }, [...exact(), ...others()].filter(isDeclared)),
  ];
}

/** Whether declarative validation makes a complaint. */
export function isDeclared({ declarativeFrom }: Errors[number]): boolean {
  return declarativeFrom !== undefined;
}

function exactRequest(given: ValueMap, field: Field, stored: boolean): Errors {
  return [
    ...className(text(given, 'deviceClassName'), child(field, 'deviceClassName')),
    ...amountOfDevices(given, field, stored),
  ];
}

function subRequest(given: ValueMap, field: Field, stored: boolean): Errors {
  return [
    ...deviceName(text(given, 'name'), child(field, 'name')),
    ...declaredFormat('v1.37', className(text(given, 'deviceClassName'), child(field, 'deviceClassName'))),
    ...amountOfDevices(given, field, stored),
  ];
}

function amountOfDevices(given: ValueMap, field: Field, stored: boolean): Errors {
  return [
    ...selectors(given, field, stored),
    ...allocationMode(given, field),
    ...structs(given, 'tolerations').flatMap((each, i) => deviceToleration(each, at(child(field, 'tolerations'), i))),
    ...inVersions(
      { from: 'v1.38' },
      requestedCapacity(structOf(given, 'capacity'), child(field, 'capacity', 'requests')),
    ),
  ];
}

/** Complaints about how much of a device is asked for. Upstream: validateCapacityRequirements. */
function requestedCapacity(capacity: ValueMap, field: Field): Errors {
  const amounts = structOf(capacity, 'requests');
  const names = sortedKeys(amounts);
  const negative = names.flatMap((name) => {
    const amount = amountOf(amounts.get(name));
    return amount === undefined ? [] : isNonnegativeAmount(amount, at(field, name));
  });
  return [...names.flatMap((name) => attributeName(name, field)), ...declarative('v1.38', negative)];
}

function allocationMode(given: ValueMap, field: Field): Errors {
  const mode = text(given, 'allocationMode');
  const count = BigInt(number(given, 'count'));
  const place = child(field, 'count');
  switch (mode) {
    case 'All':
      return count === 0n ? [] : [invalid(place, count, "must not be specified when allocationMode is 'All'")];
    case 'ExactCount':
      return count > 0n ? [] : [invalid(place, count, 'must be greater than zero')];
    default:
      return declarative('v1.37', [notSupported(child(field, 'allocationMode'), mode, ['All', 'ExactCount'])]);
  }
}

/** Complaints about a toleration of a tainted device. Upstream: validateDeviceToleration. */
export function deviceToleration(given: ValueMap, field: Field): Errors {
  const [key, operator, value, effect] = ['key', 'operator', 'value', 'effect'].map((name) => text(given, name));
  const place = child(field, 'value');
  const operators = ['Equal', 'Exists'];
  const valued = () => {
    if (operator === 'Equal') return named(labelValue, value ?? '', place);
    if (operator === 'Exists')
      return value === '' ? [] : [invalid(place, value ?? '', 'must be empty for operator `Exists`')];
    const missing = operator === '' ? required(child(field, 'operator')) : undefined;
    return declarative('v1.37', [missing ?? notSupported(child(field, 'operator'), operator ?? '', operators)]);
  };
  return [
    ...(key === '' ? [] : declarative('v1.37', isQualified(key ?? '', child(field, 'key')))),
    ...valued(),
    ...(effect === '' ? [] : taintEffect(effect ?? '', child(field, 'effect'))),
  ];
}

/** Complaints about an effect that does not exist. */
export function taintEffect(effect: string, field: Field): Errors {
  const former = ['NoExecute', 'NoSchedule'];
  if (former.includes(effect)) return [];
  return declarative('v1.37', [
    ...inVersions({ until: 'v1.34' }, [notSupported(field, effect, former)]),
    ...inVersions({ from: 'v1.35' }, effect === 'None' ? [] : [notSupported(field, effect, [...former, 'None'])]),
  ]);
}

function constraint(given: ValueMap, field: Field, names: RequestNames): Errors {
  const one = 'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set';
  const attribute = ['matchAttribute', 'distinctAttribute'].find((name) => has(given, name));
  return [
    ...requestReferences(given, field, names),
    ...(attribute === undefined
      ? [
          ...inVersions({ until: 'v1.35' }, [required(child(field, 'matchAttribute'))]),
          // The feature gate DRAConsumableCapacity.
          ...inVersions({ from: 'v1.36' }, [required(field, one)]),
        ]
      : fullAttributeName(text(given, attribute), child(field, attribute))),
    ...(attribute === 'matchAttribute' && has(given, 'distinctAttribute')
      ? inVersions(
          { from: 'v1.37' },
          fullAttributeName(text(given, 'distinctAttribute'), child(field, 'distinctAttribute')),
        )
      : []),
  ];
}

/** Complaints about the list of requests that something is for. */
export function requestReferences(given: ValueMap, field: Field, names: RequestNames): Errors {
  const check = (name: Value, place: Field) => requestReference(typeof name === 'string' ? name : '', place, names);
  return checkedList(given, 'requests', field, check, {
    most,
    covered: true,
    key: (item) => item,
    coveredKeys: 'string',
  });
}

/** Complaints about the name of a request of the claim. Upstream: validateRequestNameRef. */
export function requestReference(name: string, field: Field, names: RequestNames): Errors {
  const parts = name.split('/');
  const words = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
  if (parts.length > 2) return [invalid(field, name, words)];
  const [first = '', second] = parts;
  const inner = names.get(first);
  const known = inner !== undefined && (second === undefined || inner.has(second));
  return [...parts.flatMap((part) => deviceName(part, field)), ...(known ? [] : [invalid(field, name, words)])];
}

/** The longest configuration and data, in bytes of JSON. */
export const mostJson = 10 * 1024;

/** Complaints about the configuration of a device. Upstream: validateDeviceConfiguration. */
export function configuration(given: ValueMap, field: Field, stored: boolean): Errors {
  const opaque = pointer(given, 'opaque');
  const place = child(field, 'opaque');
  if (opaque === undefined) return [required(place)];
  return [
    ...coveredDriver(text(opaque, 'driver'), child(place, 'driver')),
    ...rawObject(opaque.get('parameters'), child(place, 'parameters'), stored),
  ];
}

/** Complaints about JSON that has to be an object. Upstream: validateRawExtension. */
export function rawObject(value: Value | undefined, field: Field, stored = false): Errors {
  if (value === undefined || value === null) return [required(field)];
  if (!stored && byteLength(formatJson(value)) > mostJson) return [tooLong(field, mostJson)];
  return isMap(value) ? [] : [invalid(field, '<value omitted>', 'must be a valid JSON object')];
}

/** Complaints about the selectors of devices. */
export function selectors(given: ValueMap, field: Field, stored: boolean): Errors {
  const check = struct((each, place) => {
    const cel = pointer(each, 'cel');
    const inner = child(place, 'cel');
    return cel === undefined
      ? [required(inner)]
      : expressionErrors(text(cel, 'expression'), child(inner, 'expression'), stored);
  });
  return checkedList(given, 'selectors', field, check, { most, covered: true });
}

/** The longest expression, in bytes. */
const longestExpression = 10 * 1024;

/**
 * Complaints about an expression that selects devices; from v1.37 on one that was there before is not looked at.
 * Upstream: validateCELSelector.
 */
function expressionErrors(expression: string, field: Field, stored: boolean): Errors {
  const held = stored ? ({ until: 'v1.36' } as const) : {};
  if (byteLength(expression) > longestExpression) return inVersions(held, [tooLong(field, longestExpression)]);
  if (stored) return inVersions(held, compileErrors(expression, field, { minor: 36 }));
  return inEachRelease((release) => compileErrors(expression, field, release));
}

function compileErrors(expression: string, field: Field, release: CelRelease): Errors {
  const { compileSelector, costsTooMuch } = customResources();
  const compiled = compileSelector(expression, release);
  if (compiled.kind === 'program') {
    return costsTooMuch(compiled) ? [forbidden(field, 'too complex, exceeds cost limit')] : [];
  }
  return [compiled.isInternal ? internal(field, compiled.message) : invalid(field, expression, compiled.message)];
}
