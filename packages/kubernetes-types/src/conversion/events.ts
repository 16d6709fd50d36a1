import { type ValueMap, withEntry } from '@managed-fields/merge-engine';

/** The fields of an Event that the core group and events.k8s.io call otherwise, in that order. */
const names: readonly (readonly [core: string, events: string])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['reportingComponent', 'reportingController'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
];

/**
 * The conversion of an Event from a version of one group to a version of either.
 * Upstream: k8s.io/kubernetes pkg/apis/events/v1/conversion.go.
 */
export function eventConverter(from: string | undefined, to: string): (object: ValueMap) => ValueMap {
  const isOfEvents = (apiVersion: string | undefined) => apiVersion?.startsWith('events.k8s.io/') ?? false;
  if (isOfEvents(from) === isOfEvents(to)) return (object) => withEntry(object, 'apiVersion', to);
  const renamed = new Map(names.map(([core, events]) => (isOfEvents(to) ? [core, events] : [events, core])));
  return (object) =>
    withEntry(new Map([...object].map(([key, value]) => [renamed.get(key) ?? key, value])), 'apiVersion', to);
}
