import { byteLength, equals, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { type Errors, inVersions, invalid, required } from './errors.ts';
import type { Field } from './field-path.ts';
import { dns1123Subdomain } from './names.ts';
import { has, number, pointer, struct, text } from './object.ts';
import { metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { isQualified, named } from './scalars.ts';
import { type Shown, shown } from './shown.ts';

/*
 * Events, as the core group and events.k8s.io have them: objects are of the core group here, however they were sent.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/events.go.
 */

/** The group of the request: it decides which rules hold. */
type EventGroup = '' | 'events.k8s.io';

/** Complaints about a new Event. Upstream: ValidateEventCreate. */
export function eventErrors(group: EventGroup): (event: ValueMap) => Errors {
  return (event) => (group === '' ? formerErrors(event, group) : [...formerErrors(event, group), ...newErrors(event)]);
}

/** Complaints about a changed Event. Upstream: ValidateEventUpdate. */
export function eventUpdateErrors(group: EventGroup): (event: ValueMap, old: ValueMap) => Errors {
  return (event, old) =>
    group === '' ? formerErrors(event, group) : [...formerErrors(event, group), ...changeErrors(event, old)];
}

/** What holds for all Events. Upstream: legacyValidateEvent. */
function formerErrors(event: ValueMap, group: EventGroup): Errors {
  const namespace = text(struct(event, 'metadata'), 'namespace');
  return [
    ...placeErrors(event, namespace),
    ...(has(event, 'eventTime') ? reportErrors(event, group) : []),
    // From v1.37 on metadata is checked as that of all kinds.
    ...inVersions({ until: 'v1.36' }, named(dns1123Subdomain, namespace, 'namespace')),
  ];
}

/** Whether the Event is in the namespace of what it is about. */
function placeErrors(event: ValueMap, namespace: string): Errors {
  const involved = text(struct(event, 'involvedObject'), 'namespace');
  const own = has(event, 'eventTime') ? ['default', 'kube-system'] : ['', 'default'];
  const fits = involved === '' ? own.includes(namespace) : has(event, 'eventTime') || involved === namespace;
  return fits ? [] : [invalid('involvedObject.namespace', involved, 'does not match event.namespace')];
}

const longTexts = [
  { name: 'reportingInstance', most: 128, needed: true },
  { name: 'action', most: 128, needed: true },
  { name: 'reason', most: 128, needed: true },
  { name: 'message', most: 1024, needed: false },
] as const;

/** What an Event with an eventTime says of who reports it. */
function reportErrors(event: ValueMap, group: EventGroup): Errors {
  const controller = text(event, 'reportingComponent');
  const place = group === '' ? 'reportingComponent' : 'reportingController';
  return [
    ...(controller === '' ? [required(place)] : []),
    ...isQualified(controller, place),
    ...longTexts.flatMap(({ name, most, needed }) => {
      const value = text(event, name);
      return [
        ...(needed && value === '' ? [required(name)] : []),
        ...(byteLength(value) > most ? [invalid(name, '', `can have at most ${most} characters`)] : []),
      ];
    }),
  ];
}

/** What holds for new Events of events.k8s.io. */
function newErrors(event: ValueMap): Errors {
  const type = text(event, 'type');
  const source = struct(event, 'source');
  const unset = (name: string, isSet: boolean) => (isSet ? [invalid(name, '', 'needs to be unset')] : []);
  return [
    ...metadataErrors(event, { namespaced: true, name: dns1123Subdomain }),
    ...seriesErrors(event),
    ...(has(event, 'eventTime') ? [] : [required('eventTime')]),
    ...(type === 'Normal' || type === 'Warning' ? [] : [invalid('type', '', `has invalid value: ${type}`)]),
    ...unset('firstTimestamp', has(event, 'firstTimestamp')),
    ...unset('lastTimestamp', has(event, 'lastTimestamp')),
    ...unset('count', number(event, 'count') !== 0),
    ...unset('source', text(source, 'component') !== '' || text(source, 'host') !== ''),
  ];
}

/** Upstream: validateV1EventSeries. */
function seriesErrors(event: ValueMap): Errors {
  const series = pointer(event, 'series');
  if (series === undefined) return [];
  return [
    ...(number(series, 'count') < 2 ? [invalid('series.count', '', 'should be at least 2')] : []),
    ...(has(series, 'lastObservedTime') ? [] : [required('series.lastObservedTime')]),
  ];
}

/** The fields that do not change, in the server's order, with the types that complaints show and their zero values. */
const fixedFields: readonly { readonly name: string; readonly as?: string; readonly type: string }[] = [
  { name: 'involvedObject', type: 'core.ObjectReference' },
  { name: 'reason', type: 'string' },
  { name: 'message', type: 'string' },
  { name: 'source', type: 'core.EventSource' },
  { name: 'firstTimestamp', type: 'v1.Time' },
  { name: 'lastTimestamp', type: 'v1.Time' },
  { name: 'count', type: 'int32' },
  { name: 'reason', type: 'string' },
  { name: 'type', type: 'string' },
  { name: 'eventTime', type: 'v1.MicroTime' },
  { name: 'action', type: 'string' },
  { name: 'related', type: '*core.ObjectReference' },
  { name: 'reportingComponent', as: 'reportingController', type: 'string' },
  { name: 'reportingInstance', type: 'string' },
];

/** What holds for changed Events of events.k8s.io. */
function changeErrors(event: ValueMap, old: ValueMap): Errors {
  return [
    ...metadataUpdateErrors(event, old),
    ...(equals(event.get('series') ?? null, old.get('series') ?? null) ? [] : seriesErrors(event)),
    ...fixedFields.flatMap(({ name, as = name, type }) => {
      const value = event.get(name);
      return isSame(value, old.get(name), type) ? [] : [unchangeable(as, type, value)];
    }),
  ];
}

function unchangeable(field: Field, type: string, value: Value | undefined): Errors[number] {
  const isBasic = type === 'string' || type === 'int32';
  const plain: Value | Shown = isBasic ? (value ?? (type === 'string' ? '' : 0n)) : shown(type, value);
  return invalid(field, plain, 'field is immutable');
}

/** Whether two fields are the same; what is absent is the zero value, or nil where the field is a pointer. */
function isSame(a: Value | undefined, b: Value | undefined, type: string): boolean {
  const isZero = (value: Value) => value === '' || value === 0n || (isMap(value) && value.size === 0);
  const known = (value: Value = null) => (!type.startsWith('*') && isZero(value) ? null : value);
  return equals(known(a), known(b));
}
