import {
  type AdmissionAttributes,
  type AdmissionPlugin,
  forbiddenBy,
  objectsOf,
  type Refusal,
} from '@managed-fields/api-server';
import { compareQuantities, isDeleting, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { mapsAt, minorOf } from '../attributes.ts';
import { maxConstraint, maxRequestConstraint, minConstraint, ratioConstraint } from '../limit-range/constraints.ts';
import { withDefaults } from '../limit-range/defaults.ts';
import { type Usage, usageOf, usageOfPod } from '../limit-range/resources.ts';
import { containersOf } from '../pod-containers.ts';
import { readList } from '../resource-list.ts';

/**
 * Gives Pods the defaults of their namespace's LimitRanges, and refuses Pods and claims that they do not allow. Which
 * of several LimitRanges, and which of several resources, comes first, is left to chance upstream; here it is the one
 * that was created first, and the order of names.
 * Upstream: k8s.io/kubernetes plugin/pkg/admission/limitranger/admission.go.
 */
export const limitRanger: AdmissionPlugin = {
  name: 'LimitRanger',
  plain: true,
  admit(attributes) {
    let object = limitedObject(attributes);
    if (object === undefined) return undefined;
    for (const items of rangesOf(attributes)) object = withDefaults(object, items);
    return { kind: 'admitted', object };
  },
  validate(attributes) {
    const object = limitedObject(attributes);
    if (object === undefined) return undefined;
    const complaints = attributes.endpoint.version.resource.plural === 'pods' ? podComplaints : claimComplaints;
    const isExact = minorOf(attributes) >= exactSince;
    return refusalBy(attributes, (items) => complaints(items, object, isExact, isExact ? attributes.old : undefined));
  },
};

/**
 * The minor version since which amounts are compared as they are, and one that does not change is held to no bound, for it was right
 * when it was stored.
 */
const exactSince = 38;

/** The requests to which LimitRanges apply: operation, group, resource and subresource. Upstream: SupportsAttributes. */
const limited: ReadonlySet<string> = new Set([
  'CREATE /pods/',
  'UPDATE /pods/resize',
  'CREATE /persistentvolumeclaims/',
  'UPDATE /persistentvolumeclaims/',
]);

/** The object that LimitRanges hold to their bounds, which one that is being deleted is not. Upstream: runLimitFunc. */
function limitedObject({ operation, endpoint, object, old }: AdmissionAttributes): ValueMap | undefined {
  const { group, plural } = endpoint.version.resource;
  const request = `${operation} ${group}/${plural}/${endpoint.route.subresource}`;
  if (old !== undefined && isDeleting(old)) return undefined;
  return limited.has(request) ? object : undefined;
}

/** The items of each LimitRange of the namespace. */
function rangesOf({ cluster, namespace }: AdmissionAttributes): readonly (readonly ValueMap[])[] {
  const ranges = objectsOf(cluster, 'v1', 'limitranges', namespace);
  return ranges.map((range) => mapsAt(mapAt(range, 'spec'), 'limits'));
}

function refusalBy(
  attributes: AdmissionAttributes,
  complaintsOf: (items: readonly ValueMap[]) => readonly string[],
): Refusal | undefined {
  for (const items of rangesOf(attributes)) {
    const complaints = [...new Set(complaintsOf(items))];
    const [first = ''] = complaints;
    // Upstream: apimachinery pkg/util/errors/errors.go aggregate.Error.
    if (complaints.length > 0) {
      return forbiddenBy(attributes, complaints.length === 1 ? first : `[${complaints.join(', ')}]`);
    }
  }
  return undefined;
}

/** `old`: the Pod before, whose amounts may stay. Upstream: PodValidateLimitFunc. */
export function podComplaints(
  items: readonly ValueMap[],
  pod: ValueMap,
  isExact: boolean,
  old?: ValueMap,
): readonly string[] {
  const containers = (['containers', 'initContainers'] as const).flatMap((list) => {
    const before = old === undefined ? [] : containersOf(old, list);
    return containersOf(pod, list).map((container): Held => {
      const was = before.find((each) => stringAt(each, 'name') === stringAt(container, 'name'));
      return { usage: usageOf(container), stays: asBefore(usageOf(container), was && usageOf(was)), isExact };
    });
  });
  return items.flatMap((item) => {
    const type = stringAt(item, 'type');
    if (type === 'Container') return containers.flatMap((container) => usageComplaints(item, container));
    const usage = usageOfPod(pod);
    const stays = asBefore(usage, old && usageOfPod(old));
    return type === 'Pod' ? usageComplaints(item, { usage, stays, isExact }) : [];
  });
}

function usageComplaints(item: ValueMap, held: Held): readonly string[] {
  return [
    ...broken(item, 'min', minConstraint, held),
    ...broken(item, 'max', maxConstraint, held),
    ...broken(item, 'maxLimitRequestRatio', ratioConstraint, held),
  ];
}

/** Of a claim only what it asks for counts. Upstream: PersistentVolumeClaimValidateLimitFunc. */
export function claimComplaints(
  items: readonly ValueMap[],
  claim: ValueMap,
  isExact: boolean,
  old?: ValueMap,
): readonly string[] {
  const asked = (of: ValueMap) => ({ ...usageOf(mapAt(of, 'spec') ?? new Map()), limits: new Map() });
  const usage = asked(claim);
  const isSame = asBefore(usage, old && asked(old));
  const held: Held = { usage, stays: (name) => usage.requests.has(name) && isSame(name), isExact };
  return items
    .filter((item) => stringAt(item, 'type') === 'PersistentVolumeClaim')
    .flatMap((item) => [
      ...broken(item, 'min', minConstraint, held),
      ...broken(item, 'max', maxRequestConstraint, held),
    ]);
}

/** What is held to bounds. */
interface Held {
  readonly usage: Usage;
  readonly stays: Stays;
  readonly isExact: boolean;
}

/** Whether what is asked of a resource is as it was before, and is not held to bounds. */
type Stays = (name: string) => boolean;

/** The complaints about each resource that an item of a LimitRange bounds in one way, but for those that stay. */
function broken(
  item: ValueMap,
  key: string,
  constraint: typeof minConstraint,
  { usage, stays, isExact }: Held,
): readonly string[] {
  const type = stringAt(item, 'type') ?? '';
  return [...readList(mapAt(item, key))].flatMap(([name, bound]) =>
    stays(name) ? [] : (constraint(type, name, bound, usage, isExact) ?? []),
  );
}

/** Upstream: resourceUnchanged, unchangedRequest. */
function asBefore(usage: Usage, former: Usage | undefined): Stays {
  if (former === undefined) return () => false;
  return (name) =>
    (['requests', 'limits'] as const).every((kind) => {
      const [now, was] = [usage[kind].get(name), former[kind].get(name)];
      return now === undefined || was === undefined ? now === was : compareQuantities(now, was) === 0;
    });
}
