import type { ValueMap } from '@managed-fields/merge-engine';
import { type Errors, invalid } from './errors.ts';
import { at } from './field-path.ts';
import { dns1123Label } from './names.ts';
import { struct, text, texts } from './object.ts';
import { finalizerName, metadataErrors, metadataUpdateErrors } from './object-meta.ts';

/*
 * Namespaces.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go.
 */

/** Complaints about a new Namespace. Those about finalizers name the list. */
export function namespaceErrors(namespace: ValueMap): Errors {
  return [
    ...metadataErrors(namespace, { namespaced: false, name: dns1123Label }),
    ...texts(struct(namespace, 'spec'), 'finalizers').flatMap((name) => finalizerName(name, 'spec.finalizers')),
  ];
}

/** Complaints about a changed Namespace. */
export function namespaceUpdateErrors(namespace: ValueMap, old: ValueMap): Errors {
  return [...namespaceErrors(namespace), ...metadataUpdateErrors(namespace, old)];
}

/** Complaints about a Namespace whose status or finalizers change. */
export function namespaceSubresourceErrors(namespace: ValueMap, old: ValueMap, subresource: string): Errors {
  const metadata = metadataUpdateErrors(namespace, old);
  if (subresource === 'finalize') {
    const finalizers = texts(struct(namespace, 'spec'), 'finalizers');
    return [...metadata, ...finalizers.flatMap((name, i) => finalizerName(name, at('spec.finalizers', i)))];
  }
  const deleted = (struct(namespace, 'metadata').get('deletionTimestamp') ?? null) !== null;
  const phase = text(struct(namespace, 'status'), 'phase');
  if (phase === (deleted ? 'Terminating' : 'Active')) return metadata;
  const words = deleted
    ? "may only be 'Terminating' if `deletionTimestamp` is not empty"
    : "may only be 'Active' if `deletionTimestamp` is empty";
  return [...metadata, invalid('status.Phase', phase, words)];
}
