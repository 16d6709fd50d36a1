import type { ValueMap } from '@managed-fields/merge-engine';
import { type Errors, forbidden } from './errors.ts';
import { child, type Field } from './field-path.ts';
import { labels } from './label-selector.ts';
import { has } from './object.ts';
import { annotations } from './pod-annotations.ts';

/** Fields of metadata that a template cannot have, in the server's order. */
const fixedFields = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'ownerReferences',
  'finalizers',
  'managedFields',
];

/**
 * Complaints about the metadata in a template of objects of which no more than labels and annotations is taken.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidateTemplateObjectMeta.
 */
export function templateMetadata(metadata: ValueMap, field: Field): Errors {
  return [
    ...annotations(metadata, field),
    ...labels(metadata, 'labels', field),
    ...fixedFields
      .filter((name) => has(metadata, name))
      .map((name) => forbidden(child(field, name === 'uid' ? 'uID' : name), 'cannot be set')),
  ];
}
