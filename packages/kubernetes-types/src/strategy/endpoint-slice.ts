import type { ValueMap } from '@managed-fields/merge-engine';
import { endpointSliceErrors, endpointSliceUpdateErrors } from '../validation/endpoints.ts';
import { at, child } from '../validation/field-path.ts';
import { has, list, mapStructs, structAt, structs, text, texts, withoutAt } from '../validation/object.ts';
import { sameAt } from '../validation/semantic.ts';
import { addressWarnings } from './address-warnings.ts';
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

const controllers = ['endpointslice-controller.k8s.io', 'endpointslicemirroring-controller.k8s.io'];

function sliceAddressWarnings(slice: ValueMap): readonly string[] {
  const managedBy = text(structAt(slice, 'metadata', 'labels'), 'endpointslice.kubernetes.io/managed-by');
  if (controllers.includes(managedBy) || list(slice, 'endpoints').length === 0) return [];
  return structs(slice, 'endpoints').flatMap((endpoint, i) =>
    texts(endpoint, 'addresses').flatMap((address, j) =>
      addressWarnings(at(child(at('endpoints', i), 'addresses'), j), address),
    ),
  );
}

/** The strategies of the discovery group by kind. */
export const discovery: Readonly<Record<string, KindRules>> = {
  EndpointSlice: {
    generation: [['addressType'], ['endpoints'], ['ports'], ['metadata', 'labels']],
    finish: withoutTopology,
    validate: endpointSliceErrors,
    validateUpdate: endpointSliceUpdateErrors,
    warn: (slice) => [
      ...(text(slice, 'addressType') === 'FQDN' ? ['spec.addressType: FQDN endpoints are deprecated'] : []),
      ...sliceAddressWarnings(slice),
    ],
    warnUpdate: sliceAddressWarnings,
  },
};
