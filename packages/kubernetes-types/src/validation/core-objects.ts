import type { ValueMap } from '@managed-fields/merge-engine';
import { declarative, type Errors, inVersions, invalid, required } from './errors.ts';
import { at } from './field-path.ts';
import { dns1123Label, dns1123Subdomain, inBytes } from './names.ts';
import { has, pointer, struct, text, textMap, texts } from './object.ts';
import { finalizerName, type MetadataRules, metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { alwaysRunning, mismatchError, podTemplate } from './pod-template.ts';
import { isNonnegative } from './scalars.ts';

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

/*
 * ReplicationControllers, and PodTemplates.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go.
 */

const metadataRules: MetadataRules = { namespaced: true, name: dns1123Subdomain };

/** Complaints about a new ReplicationController. */
export function controllerErrors(controller: ValueMap): Errors {
  const own: MetadataRules = { namespaced: true, name: inBytes(dns1123Subdomain), anyPrefix: true };
  const errors = metadataErrors(controller, own);
  const isFormat = ({ field, type }: Errors[number]) => field === 'metadata.name' && type === 'Invalid';
  return [
    ...errors.flatMap((error) => (isFormat(error) ? declarative('v1.37', [error]) : [error])),
    ...controllerSpec(struct(controller, 'spec')),
  ];
}

/** Complaints about a changed ReplicationController. */
export function controllerUpdateErrors(controller: ValueMap, old: ValueMap): Errors {
  return [...metadataUpdateErrors(controller, old), ...controllerSpec(struct(controller, 'spec'))];
}

function controllerSpec(spec: ValueMap): Errors {
  return [
    ...inVersions({ until: 'v1.36' }, isNonnegative(spec, 'minReadySeconds', 'spec')),
    ...(textMap(spec, 'selector').size === 0 ? [required('spec.selector')] : []),
    ...(has(spec, 'replicas')
      ? declarative('v1.37', isNonnegative(spec, 'replicas', 'spec'))
      : [required('spec.replicas')]),
    ...controllerTemplate(spec, pointer(spec, 'template')),
    ...inVersions({ from: 'v1.37' }, declarative('v1.37', isNonnegative(spec, 'minReadySeconds', 'spec'))),
  ];
}

function controllerTemplate(spec: ValueMap, template: ValueMap | undefined): Errors {
  const field = 'spec.template';
  if (template === undefined) return [required(field)];
  const labels = textMap(struct(template, 'metadata'), 'labels');
  const matching = [...textMap(spec, 'selector')].every(([key, value]) => labels.get(key) === value);
  return [
    ...(matching ? [] : [mismatchError(template, field)]),
    ...podTemplate(template, field),
    ...alwaysRunning(template, 'ReplicationController', field),
  ];
}

/** Complaints about a new PodTemplate. */
export function podTemplateErrors(object: ValueMap): Errors {
  return [...metadataErrors(object, metadataRules), ...podTemplate(struct(object, 'template'), 'template')];
}

/** Complaints about a changed PodTemplate. */
export function podTemplateUpdateErrors(object: ValueMap, old: ValueMap): Errors {
  return [...metadataUpdateErrors(object, old), ...podTemplate(struct(object, 'template'), 'template')];
}
