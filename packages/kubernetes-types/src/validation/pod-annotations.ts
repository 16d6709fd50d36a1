import {
  byteLength,
  isList,
  isMap,
  jsonTypeName,
  parseJson,
  sortedKeys,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Errors, invalid, invalidAll, tooLong } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { qualifiedName } from './names.ts';
import { struct, structs, text, textMap } from './object.ts';
import { tolerationErrors } from './scheduling.ts';
import { seccompAnnotations } from './seccomp.ts';

/** The most bytes that all annotations together may have. */
const annotationBytes = 262_144;

/**
 * Complaints about annotations of a template.
 * Upstream: k8s.io/apimachinery pkg/api/validation/objectmeta.go ValidateAnnotations.
 */
export function annotations(metadata: ValueMap, field: Field): Errors {
  const given = textMap(metadata, 'annotations');
  const place = child(field, 'annotations');
  let bytes = 0;
  for (const [key, value] of given) bytes += byteLength(key) + byteLength(value);
  return [
    ...sortedKeys(given).flatMap((key) => invalidAll(place, key, qualifiedName(key.toLowerCase()))),
    ...(bytes > annotationBytes ? [tooLong(place, annotationBytes)] : []),
  ];
}

const appArmorPrefix = 'container.apparmor.security.beta.kubernetes.io/';
const mirror = 'kubernetes.io/config.mirror';

/** Whether a Pod stands for a static one. */
export function isMirror(metadata: ValueMap): boolean {
  return textMap(metadata, 'annotations').has(mirror);
}

const deletionCost = 'controller.kubernetes.io/pod-deletion-cost';

/**
 * Complaints about annotations that have a meaning for Pods.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidatePodSpecificAnnotations.
 */
export function podAnnotations(metadata: ValueMap, spec: ValueMap, field: Field): Errors {
  const given = textMap(metadata, 'annotations');
  const mirrored = given.get(mirror);
  const cost = given.get(deletionCost);
  return [
    ...(mirrored !== undefined && text(spec, 'nodeName') === ''
      ? [invalid(at(field, mirror), mirrored, 'must set spec.nodeName if mirror pod annotation is set')]
      : []),
    ...toleratedByAnnotation(given.get(tolerated) ?? '', field),
    ...(cost !== undefined && !isInt32(cost)
      ? [invalid(at(field, deletionCost), cost, 'must be a 32bit integer')]
      : []),
    ...seccompAnnotations(given, field),
    ...appArmorAnnotations(given, spec, field),
  ];
}

const tolerated = 'scheduler.alpha.kubernetes.io/tolerations';

/** Complaints about tolerations as they were written once. Upstream: ValidateTolerationsInPodAnnotations. */
function toleratedByAnnotation(written: string, field: Field): Errors {
  if (written === '') return [];
  const read = parseJson(written);
  if (read.kind === 'error') return [invalid(field, tolerated, read.message)];
  if (isList(read.value)) return tolerationErrors(read.value.filter(isMap).map(asToleration), child(field, tolerated));
  if (read.value === null) return [];
  const words = `json: cannot unmarshal ${jsonTypeName(read.value)} into Go value of type []core.Toleration`;
  return [invalid(field, tolerated, words)];
}

/** A toleration with the names of its fields; Go reads JSON without regard to case. */
function asToleration(given: ValueMap): ValueMap {
  const named = [...given].map(([key, value]) => [key.toLowerCase(), value] as const);
  return new Map(named.map(([key, value]) => [key === 'tolerationseconds' ? 'tolerationSeconds' : key, value]));
}

/** Whether Go parses a text as an int32: no plus sign, no leading zero. */
function isInt32(value: string): boolean {
  return /^(?:0|-?[1-9][0-9]*)$/.test(value) && Math.abs(Number(value)) <= 2_147_483_647;
}

function appArmorAnnotations(given: ReadonlyMap<string, string>, spec: ValueMap, field: Field): Errors {
  const names = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((kind) =>
    structs(spec, kind).map((container) => text(container, 'name')),
  );
  return sortedKeys(given).flatMap((key) => {
    if (!key.startsWith(appArmorPrefix)) return [];
    const container = key.slice(appArmorPrefix.length);
    const value = given.get(key) ?? '';
    const fine = ['', 'runtime/default', 'unconfined'].includes(value) || value.startsWith('localhost/');
    return [
      ...(names.includes(container) ? [] : [invalid(at(field, key), container, 'container not found')]),
      ...(fine ? [] : [invalid(at(field, key), value, `invalid AppArmor profile name: "${value}"`)]),
    ];
  });
}

/**
 * Complaints about changed annotations that must stay as they were in the new Pod.
 * Upstream: ValidatePodSpecificAnnotationUpdates.
 */
export function podAnnotationChanges(pod: ValueMap, old: ValueMap, field: Field): Errors {
  const now = textMap(struct(pod, 'metadata'), 'annotations');
  const before = textMap(struct(old, 'metadata'), 'annotations');
  const changed = sortedKeys(before).flatMap((key) =>
    now.get(key) === before.get(key) ? [] : frozen(key, true, field),
  );
  const added = sortedKeys(now).flatMap((key) => (before.has(key) ? [] : frozen(key, false, field)));
  return [...changed, ...added, ...podAnnotations(struct(pod, 'metadata'), struct(pod, 'spec'), field)];
}

function frozen(key: string, was: boolean, field: Field): Errors {
  const verb = was ? 'remove or update' : 'add';
  const words = key.startsWith(appArmorPrefix)
    ? `may not ${verb} AppArmor annotations`
    : key === mirror
      ? `may not ${verb} mirror pod annotation`
      : undefined;
  return words === undefined ? [] : [{ type: 'Forbidden', field: at(field, key), detail: words }];
}
