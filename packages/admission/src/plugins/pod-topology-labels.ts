import { type AdmissionPlugin, objectAt } from '@managed-fields/api-server';
import { mapAt, metadataOf, stringAt, withMetadata } from '@managed-fields/merge-engine';
import { minorOf, newObject, specOf } from '../attributes.ts';

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
    const object = newObject(attributes, '', 'pods');
    const name = stringAt(specOf(object), 'nodeName');
    if (object === undefined || name === undefined || minorOf(attributes) < since) return undefined;
    const node = objectAt(attributes.cluster, 'v1', 'nodes', '', name);
    const ofNode = mapAt(node && metadataOf(node), 'labels');
    const labels = new Map(mapAt(metadataOf(object), 'labels'));
    for (const key of copied) {
      const value = ofNode?.get(key);
      if (value !== undefined) labels.set(key, value);
    }
    return { kind: 'admitted', object: labels.size === 0 ? object : withMetadata(object, 'labels', labels) };
  },
};
