import { type AdmissionPlugin, objectAt } from '@managed-fields/api-server';
import { mapAt, metadataOf, stringAt, withMetadata } from '@managed-fields/merge-engine';
import { isFor, minorOf, specOf } from '../attributes.ts';

const copied = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'];

/** The feature PodTopologyLabelsAdmission is on by default since v1.35. */
const since = 35;

/**
 * Copies the zone and the region of its node to a Pod that is created with a node.
 * Upstream: plugin/pkg/admission/podtopologylabels/admission.go.
 */
export const podTopologyLabels: AdmissionPlugin = {
  name: 'PodTopologyLabels',
  plain: true,
  admit(attributes) {
    const { cluster, object, operation } = attributes;
    if (operation !== 'CREATE' || object === undefined || !isFor(attributes, '', 'pods')) return undefined;
    const name = stringAt(specOf(object), 'nodeName') ?? '';
    if (name === '' || minorOf(attributes) < since) return undefined;
    const node = objectAt(cluster, 'v1', 'nodes', '', name);
    const ofNode = mapAt(node && metadataOf(node), 'labels');
    const labels = new Map(mapAt(metadataOf(object), 'labels'));
    const found = copied.filter((key) => ofNode?.has(key));
    if (found.length === 0) return undefined;
    for (const key of found) labels.set(key, ofNode?.get(key) ?? '');
    return { kind: 'admitted', object: withMetadata(object, 'labels', labels) };
  },
};
