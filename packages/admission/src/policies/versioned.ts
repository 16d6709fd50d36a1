import {
  type AdmissionAttributes,
  isCustom,
  type ResourceVersion,
  toHub,
  toRequested,
} from '@managed-fields/api-server';
import { type Converted, quote, stringAt, type ValueMap } from '@managed-fields/merge-engine';

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

/**
 * Converts it back to the version in memory, whatever version it names.
 * Upstream: apiextensions-apiserver pkg/apiserver/conversion/converter.go crConverter.ConvertToVersion.
 */
export function fromMatched({ endpoint }: AdmissionAttributes, kind: ResourceVersion, object: ValueMap): Versioned {
  const { view } = endpoint;
  if (!isCustom(kind)) return versioned(toHub(kind, object));
  const named = stringAt(object, 'apiVersion') ?? '';
  if (named === view.apiVersion) return { kind: 'converted', object };
  if (named.startsWith(`${view.resource.group}/`)) return versioned(kind.resource.convert(object, view.version));
  const own = `${named.includes('/') ? '' : '/'}${named}, Kind=${stringAt(object, 'kind') ?? ''}`;
  return unconverted(`${own} is unstructured and is not suitable for converting to ${quote(view.apiVersion)}`);
}

function versioned(converted: Converted): Versioned {
  return converted.kind === 'converted' ? converted : unconverted(converted.message);
}

function unconverted(message: string): Versioned {
  return { kind: 'unconverted', message };
}
