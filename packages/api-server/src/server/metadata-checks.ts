import { type FieldError, metadataOf, type ValueMap } from '@managed-fields/merge-engine';
import { pathSegment, pathSegmentPrefix } from '../catalog/names.ts';
import { type ObjectMetaRules, objectMetaErrors } from '../catalog/object-meta-rules.ts';
import { objectMetaUpdateErrors } from '../catalog/object-meta-update.ts';
import type { Endpoint } from './endpoint.ts';

/** The rules for the metadata of every kind; a kind may have stricter ones for names. */
function commonRules(endpoint: Endpoint): ObjectMetaRules {
  return {
    namespaced: endpoint.version.resource.namespaced,
    name: (value, prefix) => (prefix ? pathSegmentPrefix(value) : pathSegment(value)),
  };
}

/** Validates the metadata of a new object. */
export function newMetadataErrors(endpoint: Endpoint, object: ValueMap): readonly FieldError[] {
  return objectMetaErrors(metadataOf(object), commonRules(endpoint), 'metadata');
}

/** Validates the metadata of a changed object. */
export function changedMetadataErrors(endpoint: Endpoint, object: ValueMap, old: ValueMap): readonly FieldError[] {
  const errors = objectMetaUpdateErrors(metadataOf(object), metadataOf(old), 'metadata');
  return [...newMetadataErrors(endpoint, object), ...errors];
}
