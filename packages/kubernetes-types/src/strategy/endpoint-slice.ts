import type { ValueMap } from '@managed-fields/merge-engine';
import { has, mapStructs, structAt, structs, text, withoutAt } from '../validation/object.ts';
import { sameAt } from '../validation/semantic.ts';
import type { KindRules } from './kind-rules.ts';

const hostname = 'kubernetes.io/hostname';

/**
 * Drops the old topology of endpoints, which only objects from before its end still have.
 * Upstream: k8s.io/kubernetes pkg/registry/discovery/endpointslice/strategy.go dropTopologyOnV1.
 */
function withoutTopology(slice: ValueMap, old: ValueMap | undefined): ValueMap {
  if (old !== undefined && sameAt(slice, old, 'endpoints')) return slice;
  const nodes = new Set(
    structs(old, 'endpoints').map((endpoint) => text(structAt(endpoint, 'deprecatedTopology'), hostname)),
  );
  return mapStructs(slice, 'endpoints', (endpoint) => {
    if (!endpoint.has('deprecatedTopology')) return endpoint;
    const node = text(structAt(endpoint, 'deprecatedTopology'), hostname);
    const bare = withoutAt(endpoint, ['deprecatedTopology']);
    return node !== '' && !has(endpoint, 'nodeName') && nodes.has(node) ? new Map(bare).set('nodeName', node) : bare;
  });
}

/** The strategies of the discovery group by kind. */
export const discovery: Readonly<Record<string, KindRules>> = {
  EndpointSlice: {
    generation: [['addressType'], ['endpoints'], ['ports'], ['metadata', 'labels']],
    finish: withoutTopology,
  },
};
