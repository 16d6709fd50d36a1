import { sortedKeys, type ValueMap } from '@managed-fields/merge-engine';
import { descending } from './environment.ts';
import { type Errors, forbidden, invalid } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { pointer, struct, structs, text, textMap } from './object.ts';

/*
 * Seccomp profiles that annotations of Pods name, beside those of fields.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go.
 */

const ofPod = 'seccomp.security.alpha.kubernetes.io/pod';
const ofContainers = 'container.seccomp.security.alpha.kubernetes.io/';
const local = 'localhost/';
const runtimeDefaults = ['runtime/default', 'docker/default'];

/** Complaints about profiles that annotations name. Upstream: ValidateSeccompPodAnnotations. */
export function seccompAnnotations(given: ReadonlyMap<string, string>, field: Field): Errors {
  const keys = sortedKeys(given).filter((key) => key.startsWith(ofContainers));
  return [...(given.has(ofPod) ? [ofPod] : []), ...keys].flatMap((key) => {
    const value = given.get(key) ?? '';
    if (runtimeDefaults.includes(value) || value === 'unconfined') return [];
    if (value.startsWith(local)) return descending(value.slice(local.length), child(field, key));
    return [invalid(child(field, key), value, 'must be a valid seccomp profile')];
  });
}

/**
 * Complaints about fields of a new Pod, or of a template, that say other than its annotations.
 * Upstream: validateSeccompAnnotationsAndFields.
 */
export function seccompMatches(metadata: ValueMap, spec: ValueMap, field: Field): Errors {
  const given = textMap(metadata, 'annotations');
  const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((kind) =>
    structs(spec, kind).flatMap((container, i) =>
      profileMatches(given.get(`${ofContainers}${text(container, 'name')}`), container, at(child(field, kind), i)),
    ),
  );
  return [...profileMatches(given.get(ofPod), spec, field), ...containers];
}

/** Upstream: validateSeccompAnnotationsAndFieldsMatch. */
function profileMatches(annotation: string | undefined, holder: ValueMap, field: Field): Errors {
  const profile = pointer(struct(holder, 'securityContext'), 'seccompProfile');
  if (profile === undefined || annotation === undefined) return [];
  const place = child(field, 'securityContext', 'seccompProfile');
  const otherType = [forbidden(child(place, 'type'), 'seccomp type in annotation and field must match')];
  switch (text(profile, 'type')) {
    case 'Unconfined':
      return annotation === 'unconfined' ? [] : otherType;
    case 'RuntimeDefault':
      return runtimeDefaults.includes(annotation) ? [] : otherType;
    case 'Localhost':
      if (!annotation.startsWith(local)) return otherType;
      return profile.get('localhostProfile') === annotation.slice(local.length)
        ? []
        : [forbidden(child(place, 'localhostProfile'), 'seccomp profile in annotation and field must match')];
    default:
      return [];
  }
}
