import {
  type AdmissionAttributes,
  isCustom,
  type ResourceVersion,
  toHub,
  toRequested,
} from '@managed-fields/api-server';
import { type Converted, stringAt, type ValueMap } from '@managed-fields/merge-engine';

/** An object at another version, or why it has none. */
export type Versioned =
  | { readonly kind: 'converted'; readonly object: ValueMap }
  | { readonly kind: 'unconverted'; readonly message: string };

/**
 * Converts the object of a request from the version in memory to the kind as which a policy matched it.
 * Upstream: apiserver pkg/admission/conversion.go NewVersionedAttributes, ConvertToGVK.
 */
export function toMatched({ endpoint }: AdmissionAttributes, kind: ResourceVersion, object: ValueMap): Versioned {
  if (kind !== endpoint.view && isCustom(kind)) return versioned(kind.resource.convert(object, kind.version));
  return versioned(toRequested(kind, object));
}

/** Converts it back to the version in memory, whatever version it names. */
export function fromMatched({ endpoint }: AdmissionAttributes, kind: ResourceVersion, object: ValueMap): Versioned {
  const { view } = endpoint;
  if (!isCustom(kind)) return versioned(toHub(kind, object));
  if (stringAt(object, 'apiVersion') === view.apiVersion) return { kind: 'converted', object };
  return versioned(kind.resource.convert(object, view.version));
}

function versioned(converted: Converted): Versioned {
  return converted.kind === 'converted' ? converted : { kind: 'unconverted', message: converted.message };
}
