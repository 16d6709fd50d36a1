import {
  type AdmissionAttributes,
  type AdmissionPlugin,
  forbiddenBy,
  objectsOf,
  type Refusal,
} from '@managed-fields/api-server';
import { isDeleting, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { mapsAt } from '../attributes.ts';
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
    return refusalBy(attributes, (items) => complaints(items, object));
  },
};

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

/** Upstream: PodValidateLimitFunc. */
export function podComplaints(items: readonly ValueMap[], pod: ValueMap): readonly string[] {
  const containers = [...containersOf(pod, 'containers'), ...containersOf(pod, 'initContainers')];
  return items.flatMap((item) => {
    const type = stringAt(item, 'type');
    if (type === 'Container') return containers.flatMap((container) => usageComplaints(item, usageOf(container)));
    return type === 'Pod' ? usageComplaints(item, usageOfPod(pod)) : [];
  });
}

function usageComplaints(item: ValueMap, usage: Usage): readonly string[] {
  return [
    ...broken(item, 'min', minConstraint, usage),
    ...broken(item, 'max', maxConstraint, usage),
    ...broken(item, 'maxLimitRequestRatio', ratioConstraint, usage),
  ];
}

/** Of a claim only what it asks for counts. Upstream: PersistentVolumeClaimValidateLimitFunc. */
export function claimComplaints(items: readonly ValueMap[], claim: ValueMap): readonly string[] {
  const usage = { ...usageOf(mapAt(claim, 'spec') ?? new Map()), limits: new Map() };
  return items
    .filter((item) => stringAt(item, 'type') === 'PersistentVolumeClaim')
    .flatMap((item) => [
      ...broken(item, 'min', minConstraint, usage),
      ...broken(item, 'max', maxRequestConstraint, usage),
    ]);
}

/** The complaints about each resource that an item of a LimitRange bounds in one way. */
function broken(item: ValueMap, key: string, constraint: typeof minConstraint, usage: Usage): readonly string[] {
  const type = stringAt(item, 'type') ?? '';
  return [...readList(mapAt(item, key))].flatMap(([name, bound]) => constraint(type, name, bound, usage) ?? []);
}
