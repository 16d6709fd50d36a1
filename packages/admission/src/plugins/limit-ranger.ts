import {
  type AdmissionAttributes,
  type AdmissionPlugin,
  forbiddenBy,
  objectsOf,
  type Refusal,
} from '@managed-fields/api-server';
import { isDeleting, isMap, listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { maxConstraint, maxRequestConstraint, minConstraint, ratioConstraint } from '../limit-range/constraints.ts';
import { withDefaults } from '../limit-range/defaults.ts';
import { amountsAt, containersOf, type Usage, usageOf, usageOfPod } from '../limit-range/resources.ts';

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
    const { object: sent, endpoint } = attributes;
    if (sent === undefined || endpoint.version.resource.plural !== 'pods' || !isLimited(attributes)) return undefined;
    let object = sent;
    for (const items of rangesOf(attributes)) object = withDefaults(object, items);
    return object === sent ? undefined : { kind: 'admitted', object };
  },
  validate(attributes) {
    const { object, endpoint } = attributes;
    if (object === undefined || !isLimited(attributes)) return undefined;
    const complaints = endpoint.version.resource.plural === 'pods' ? podComplaints : claimComplaints;
    return refusalBy(attributes, (items) => complaints(items, object));
  },
};

/** Whether LimitRanges apply to a request. Upstream: SupportsAttributes, runLimitFunc. */
function isLimited({ operation, endpoint, old }: AdmissionAttributes): boolean {
  const { group, plural } = endpoint.version.resource;
  const { subresource } = endpoint.route;
  if (operation === 'DELETE' || group !== '' || (old !== undefined && isDeleting(old))) return false;
  if (plural === 'pods') return operation === 'CREATE' ? subresource === '' : subresource === 'resize';
  return plural === 'persistentvolumeclaims' && subresource === '';
}

/** The items of each LimitRange of the namespace. */
function rangesOf({ cluster, namespace }: AdmissionAttributes): readonly (readonly ValueMap[])[] {
  const ranges = objectsOf(cluster, 'v1', 'limitranges', namespace);
  return ranges.map((range) => (listAt(mapAt(range, 'spec'), 'limits') ?? []).filter(isMap));
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
  const spec = mapAt(pod, 'spec') ?? new Map();
  const containers = [...containersOf(spec, 'containers'), ...containersOf(spec, 'initContainers')];
  return items.flatMap((item) => {
    const type = stringAt(item, 'type');
    if (type === 'Container') return containers.flatMap((container) => usageComplaints(item, usageOf(container)));
    return type === 'Pod' ? usageComplaints(item, usageOfPod(spec)) : [];
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
  return [...amountsAt(item, key)].flatMap(([name, bound]) => constraint(type, name, bound, usage) ?? []);
}
