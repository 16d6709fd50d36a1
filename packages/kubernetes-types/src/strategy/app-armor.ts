import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { at, child, type Field } from '../validation/field-path.ts';
import { pointer, struct, text } from '../validation/object.ts';
import { sameMeaning } from '../validation/semantic.ts';
import { containersOf, mapContainers } from './containers.ts';

const prefix = 'container.apparmor.security.beta.kubernetes.io/';
const localhost = 'localhost/';

/** The profile that an annotation of a container names; undefined where it names none. Upstream: k8s.io/kubernetes pkg/api/pod/util.go ApparmorFieldForAnnotation. */
function profileOf(annotation: string): ValueMap | undefined {
  if (annotation === 'unconfined') return new Map([['type', 'Unconfined']]);
  if (annotation === 'runtime/default') return new Map([['type', 'RuntimeDefault']]);
  if (!annotation.startsWith(localhost)) return undefined;
  const profile = annotation.slice(localhost.length);
  if (profile === '' || profile.trim() !== profile) return undefined;
  return new Map([
    ['type', 'Localhost'],
    ['localhostProfile', profile],
  ]);
}

function annotationOf(container: ValueMap, metadata: ValueMap): string | undefined {
  const value: Value | undefined = struct(metadata, 'annotations').get(prefix + text(container, 'name'));
  return typeof value === 'string' ? value : undefined;
}

/**
 * Carries AppArmor annotations of a new Pod over into the fields of its containers.
 * Upstream: pkg/registry/core/pod/strategy.go applyAppArmorVersionSkew.
 */
export function withAppArmorProfiles(spec: ValueMap, metadata: ValueMap): ValueMap {
  if (text(pointer(spec, 'os'), 'name') === 'windows') return spec;
  const podProfile = pointer(struct(spec, 'securityContext'), 'appArmorProfile');
  return mapContainers(spec, (container) => {
    const annotation = annotationOf(container, metadata);
    const context = struct(container, 'securityContext');
    if (annotation === undefined || pointer(context, 'appArmorProfile') !== undefined) return container;
    const profile = profileOf(annotation);
    if (profile === undefined || sameMeaning(profile, podProfile)) return container;
    return new Map(container).set('securityContext', new Map(context).set('appArmorProfile', profile));
  });
}

/** Warnings of a new Pod's AppArmor annotations, read after they were carried over. */
export function carriedAppArmorWarnings(spec: ValueMap, metadata: ValueMap): readonly string[] {
  if (text(pointer(spec, 'os'), 'name') === 'windows') return [];
  return containersOf(spec, 'spec').flatMap(({ container }) => {
    const annotation = annotationOf(container, metadata);
    if (annotation === undefined) return [];
    const given = pointer(struct(container, 'securityContext'), 'appArmorProfile');
    const profile = profileOf(annotation);
    const carried = profile === undefined ? given === undefined : sameMeaning(profile, given);
    return carried ? [warning(container, '')] : [];
  });
}

/** Warnings of AppArmor annotations in a template. Upstream: pkg/api/pod/warnings.go. */
export function appArmorWarnings(
  container: ValueMap,
  spec: ValueMap,
  metadata: ValueMap,
  field: Field,
): readonly string[] {
  const annotation = annotationOf(container, metadata);
  if (annotation === undefined) return [];
  if (pointer(struct(container, 'securityContext'), 'appArmorProfile') !== undefined) return [];
  const podProfile = pointer(struct(spec, 'securityContext'), 'appArmorProfile');
  if (podProfile !== undefined && sameMeaning(podProfile, profileOf(annotation))) return [];
  return [warning(container, field)];
}

function warning(container: ValueMap, field: Field): string {
  const place = at(child(field, 'metadata', 'annotations'), prefix + text(container, 'name'));
  return `${place}: deprecated since v1.30; use the "appArmorProfile" field instead`;
}
