import type { ValueMap } from '@managed-fields/merge-engine';
import { endpointSliceErrors, endpointSliceUpdateErrors } from '../validation/endpoints.ts';
import { at, child } from '../validation/field-path.ts';
import { list, structAt, structs, text, texts } from '../validation/object.ts';
import { addressWarnings } from './address-warnings.ts';
import type { KindChecks } from './kind-checks.ts';

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

/** The complaints and warnings of the discovery group by kind. */
export const discovery: Readonly<Record<string, KindChecks>> = {
  EndpointSlice: {
    validate: endpointSliceErrors,
    validateUpdate: endpointSliceUpdateErrors,
    warn: (slice) => [
      ...(text(slice, 'addressType') === 'FQDN' ? ['spec.addressType: FQDN endpoints are deprecated'] : []),
      ...sliceAddressWarnings(slice),
    ],
    warnUpdate: sliceAddressWarnings,
  },
};
