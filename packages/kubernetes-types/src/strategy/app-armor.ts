import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { at, child, type Field } from '../validation/field-path.ts';
import { has, pointer, struct, text } from '../validation/object.ts';
import { sameMeaning } from '../validation/semantic.ts';
import { containersOf, mapContainers } from './containers.ts';

const prefix = 'container.apparmor.security.beta.kubernetes.io/';
const localhost = 'localhost/';

/**
 * The profile that an annotation of a container names; undefined where it names none.
 * Upstream: k8s.io/kubernetes pkg/api/pod/util.go ApparmorFieldForAnnotation.
 */
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
 * Copies AppArmor annotations of a new Pod into the fields of its containers.
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

/**
 * Adds to the annotations of a new Pod in v1.33 the profiles of its containers.
 * Upstream: pkg/registry/core/pod/strategy.go applyAppArmorVersionSkew.
 */
export function withAppArmorAnnotations(metadata: ValueMap, spec: ValueMap): ValueMap {
  if (text(pointer(spec, 'os'), 'name') === 'windows') return metadata;
  const podProfile = pointer(struct(spec, 'securityContext'), 'appArmorProfile');
  const added = containersOf(spec, 'spec').flatMap(({ container }) => {
    if (annotationOf(container, metadata) !== undefined) return [];
    const profile = pointer(struct(container, 'securityContext'), 'appArmorProfile') ?? podProfile;
    const named = profile === undefined ? '' : annotationFor(profile);
    return named === '' ? [] : [[prefix + text(container, 'name'), named] as const];
  });
  if (added.length === 0) return metadata;
  return new Map(metadata).set('annotations', new Map([...new Map(added), ...struct(metadata, 'annotations')]));
}

/** The text of a profile in an annotation; empty where there is none. */
function annotationFor(profile: ValueMap): string {
  const type = text(profile, 'type');
  if (type === 'Localhost')
    return has(profile, 'localhostProfile') ? localhost + text(profile, 'localhostProfile') : '';
  return type === 'Unconfined' ? 'unconfined' : type === 'RuntimeDefault' ? 'runtime/default' : '';
}

/**
 * Warnings about the AppArmor annotations of a new Pod as it was sent: those that are copied into fields, or cannot be
 * read.
 */
export function carriedAppArmorWarnings(spec: ValueMap, metadata: ValueMap): readonly string[] {
  if (text(pointer(spec, 'os'), 'name') === 'windows') return [];
  const podProfile = pointer(struct(spec, 'securityContext'), 'appArmorProfile');
  return containersOf(spec, 'spec').flatMap(({ container }) => {
    const annotation = annotationOf(container, metadata);
    if (annotation === undefined) return [];
    if (pointer(struct(container, 'securityContext'), 'appArmorProfile') !== undefined) return [];
    const profile = profileOf(annotation);
    return profile === undefined || !sameMeaning(profile, podProfile) ? [warning(container, '')] : [];
  });
}

/** Warnings about AppArmor annotations in a template. Upstream: pkg/api/pod/warnings.go. */
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
