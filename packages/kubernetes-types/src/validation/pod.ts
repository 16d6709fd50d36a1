import { isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { untrimmed } from './container.ts';
import { type Errors, forbidden, forbiddenChange, invalid, otherFrom, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { dns1123Subdomain, inRange } from './names.ts';
import {
  count,
  has,
  list,
  pointer,
  struct,
  structAt,
  structs,
  text,
  textMap,
  withFieldOf,
  withoutAt,
} from './object.ts';
import { type MetadataRules, metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { isMirror, podAnnotationChanges, podAnnotations } from './pod-annotations.ts';
import { podResizeErrors } from './pod-resize.ts';
import { podSpec } from './pod-spec.ts';
import { podStatusErrors } from './pod-status.ts';
import { tolerations } from './scheduling.ts';
import { seccompMatches } from './seccomp.ts';
import { appArmorMatches } from './security.ts';
import { sameMeaning } from './semantic.ts';
import { shown } from './shown.ts';

/*
 * Pods, which hardly change after they are made.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidatePodCreate, ValidatePodUpdate.
 */

const metadataRules: MetadataRules = { namespaced: true, name: dns1123Subdomain };
const containerFields = ['initContainers', 'containers', 'ephemeralContainers'];

function metadataAndSpec(pod: ValueMap): Errors {
  const metadata = struct(pod, 'metadata');
  const spec = struct(pod, 'spec');
  return [
    ...metadataErrors(pod, metadataRules),
    ...podAnnotations(metadata, spec, 'metadata.annotations'),
    ...podSpec(spec, { name: text(metadata, 'name'), isMirror: isMirror(metadata) }, 'spec'),
    ...tokensWithoutAccount(spec),
    ...['containers', 'initContainers'].flatMap((name) =>
      structs(spec, name).flatMap((container, i) => untrimmed(text(container, 'image'), at(child('spec', name), i))),
    ),
  ];
}

function tokensWithoutAccount(spec: ValueMap): Errors {
  if (text(spec, 'serviceAccountName') !== '') return [];
  return structs(spec, 'volumes').flatMap((volume, i) =>
    structs(pointer(volume, 'projected'), 'sources').flatMap((source, j) => {
      if (!has(source, 'serviceAccountToken')) return [];
      const place = at(child(at('spec.volumes', i), 'projected', 'sources'), j);
      return [
        forbidden(child(place, 'serviceAccountToken'), 'must not be specified when serviceAccountName is not set'),
      ];
    }),
  );
}

/** Complaints about a new Pod. */
export function podErrors(pod: ValueMap): Errors {
  const spec = struct(pod, 'spec');
  const gated = text(spec, 'nodeName') !== '' && list(spec, 'schedulingGates').length > 0;
  return [
    ...metadataAndSpec(pod),
    ...(list(spec, 'ephemeralContainers').length > 0
      ? [forbidden('spec.ephemeralContainers', 'cannot be set on create')]
      : []),
    ...(gated ? [forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared')] : []),
    ...seccompMatches(struct(pod, 'metadata'), spec, 'spec'),
    ...containerFields.flatMap((name) =>
      structs(spec, name).flatMap((container, i) =>
        appArmorMatches(container, spec, struct(pod, 'metadata'), at(child('spec', name), i)),
      ),
    ),
  ];
}

const updatable = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
];
/** What is named from v1.38 on, too. */
const updatableWhileGated = [
  '`spec.schedulingGates` (only deletions of existing scheduling gates)',
  '`spec.nodeSelector` (only additions, and only while the pod has scheduling gates)',
  '`spec.affinity.nodeAffinity` (only while the pod has scheduling gates)',
];

/** Complaints about a changed Pod. */
export function podUpdateErrors(pod: ValueMap, old: ValueMap): Errors {
  const spec = struct(pod, 'spec');
  const before = struct(old, 'spec');
  const errors: Errors[number][] = [
    ...metadataUpdateErrors(pod, old),
    ...metadataAndSpec(pod),
    ...podAnnotationChanges(pod, old, 'metadata.annotations'),
  ];
  for (const name of ['containers', 'initContainers']) {
    if (list(spec, name).length !== list(before, name).length) {
      return [...errors, forbidden(child('spec', name), 'pod updates may not add or remove containers')];
    }
    errors.push(...imageErrors(spec, name));
  }
  const deadline = deadlineErrors(spec, before);
  errors.push(...deadline.errors);
  if (deadline.final) return errors;
  errors.push(...addedTolerations(spec, before), ...removedGates(spec, before));
  if (list(before, 'schedulingGates').length > 0) errors.push(...gatedErrors(spec, before));
  const after = withoutUpdatable(spec, before);
  if (sameMeaning(after, before)) return errors;
  const other = (names: readonly string[]) => {
    const words = `pod updates may not change fields other than ${names.join(',')}`;
    return [forbiddenChange('spec', words, { type: 'core.PodSpec', before, after })];
  };
  return [...errors, ...otherFrom('v1.38', other(updatable), other([...updatable, ...updatableWhileGated]))];
}

function imageErrors(spec: ValueMap, name: string): Errors {
  return structs(spec, name).flatMap((container, i) => {
    const place = at(child('spec', name), i);
    const image = text(container, 'image');
    return [...(image === '' ? [required(child(place, 'image'))] : []), ...untrimmed(image, place)];
  });
}

/** Complaints about a changed deadline, which may only become shorter. After some of them the server stops. */
function deadlineErrors(spec: ValueMap, before: ValueMap): { readonly errors: Errors; readonly final: boolean } {
  const field = 'spec.activeDeadlineSeconds';
  const now = count(spec, 'activeDeadlineSeconds');
  const was = count(before, 'activeDeadlineSeconds');
  if (now === undefined) {
    const words = 'must not update from a positive integer to nil value';
    return { errors: was === undefined ? [] : [invalid(field, null, words)], final: false };
  }
  const [words] = inRange(now, 0, 2_147_483_647);
  if (words !== undefined) return { errors: [invalid(field, BigInt(now), words)], final: true };
  if (was === undefined || now <= was) return { errors: [], final: false };
  return { errors: [invalid(field, BigInt(now), 'must be less than or equal to previous value')], final: true };
}

function addedTolerations(spec: ValueMap, before: ValueMap): Errors {
  const now = structs(spec, 'tolerations');
  const seconds = ['tolerationSeconds'];
  const kept = structs(before, 'tolerations').every((was) =>
    now.some((is) => sameMeaning(withoutAt(is, seconds), withoutAt(was, seconds))),
  );
  if (kept) return tolerations(spec, 'spec');
  return [forbidden('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds')];
}

function removedGates(spec: ValueMap, before: ValueMap): Errors {
  const known = structs(before, 'schedulingGates').map((gate) => text(gate, 'name'));
  return structs(spec, 'schedulingGates').flatMap((gate, i) => {
    const name = text(gate, 'name');
    if (known.includes(name)) return [];
    const place = child(at('spec.schedulingGates', i), 'name');
    return [forbidden(place, `only deletion is allowed, but found new scheduling gate '${name}'`)];
  });
}

/** Upstream: validateNodeSelectorMutation, validateNodeAffinityMutation. */
function gatedErrors(spec: ValueMap, before: ValueMap): Errors {
  const selected = textMap(spec, 'nodeSelector');
  const kept = [...textMap(before, 'nodeSelector')].every(([key, value]) => selected.get(key) === value);
  const words = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
  const selector = shown('map[string]string', spec.get('nodeSelector'));
  return [
    ...(kept ? [] : [invalid('spec.nodeSelector', selector, words)]),
    ...affinityChanges(requiredTerms(spec), requiredTerms(before)),
  ];
}

function requiredTerms(spec: ValueMap): ValueMap {
  return structAt(spec, 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution');
}

function affinityChanges(required: ValueMap, before: ValueMap): Errors {
  const field = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
  const now = structs(required, 'nodeSelectorTerms');
  const was = structs(before, 'nodeSelectorTerms');
  if (was.length > 0 && now.length !== was.length) {
    const terms = shown('[]core.NodeSelectorTerm', required.get('nodeSelectorTerms'));
    return [invalid(field, terms, 'no additions/deletions to non-empty NodeSelectorTerms list are allowed')];
  }
  return was.flatMap((old, i) => {
    const term = now[i] ?? new Map();
    if (onlyAdds(term, old)) return [];
    const words = 'only additions are allowed (no mutations or deletions)';
    return [invalid(at(field, i), shown('core.NodeSelectorTerm', term), words)];
  });
}

function onlyAdds(term: ValueMap, old: ValueMap): boolean {
  const parts = ['matchExpressions', 'matchFields'];
  const size = (one: ValueMap) => parts.reduce((sum, name) => sum + list(one, name).length, 0);
  if (size(old) === 0) return size(term) === 0;
  return parts.every((name) => sameMeaning(list(term, name).slice(0, list(old, name).length), list(old, name)));
}

/** The new spec with the old values of everything that may change. */
function withoutUpdatable(spec: ValueMap, before: ValueMap): ValueMap {
  let result = spec;
  for (const name of ['containers', 'initContainers']) {
    const items = list(spec, name).map((item, i): Value => {
      const was = list(before, name)[i];
      return isMap(item) && isMap(was) ? withFieldOf(item, was, 'image') : item;
    });
    // The server makes the list anew, of what is in it.
    result = items.length > 0 ? new Map(result).set(name, items) : withoutAt(result, [name]);
  }
  for (const name of ['activeDeadlineSeconds', 'schedulingGates', 'tolerations']) {
    result = withFieldOf(result, before, name);
  }
  if (list(before, 'schedulingGates').length > 0) result = withoutGatedParts(result, before);
  return result;
}

/** The spec without what a Pod that waits for its gates may still change. */
function withoutGatedParts(spec: ValueMap, before: ValueMap): ValueMap {
  const affinity = struct(spec, 'affinity');
  const put = withFieldOf(affinity, struct(before, 'affinity'), 'nodeAffinity');
  const selected = withFieldOf(spec, before, 'nodeSelector');
  return put.size === 0 ? withoutAt(selected, ['affinity']) : new Map(selected).set('affinity', put);
}

/** Complaints about a change through a subresource. */
export function podSubresourceErrors(pod: ValueMap, old: ValueMap, subresource: string): Errors {
  switch (subresource) {
    case 'status':
      return podStatusErrors(pod, old);
    case 'ephemeralcontainers':
      return [
        ...metadataUpdateErrors(pod, old),
        ...metadataAndSpec(pod),
        ...podAnnotationChanges(pod, old, 'metadata.annotations'),
        ...lostContainers(struct(pod, 'spec'), struct(old, 'spec'), 'spec.ephemeralContainers'),
      ];
    case 'resize':
      return [...metadataUpdateErrors(pod, old), ...metadataAndSpec(pod), ...podResizeErrors(pod, old)];
    default:
      return [...metadataUpdateErrors(pod, old), ...metadataAndSpec(pod)];
  }
}

function lostContainers(spec: ValueMap, before: ValueMap, field: Field): Errors {
  const now = new Map(structs(spec, 'ephemeralContainers').map((item) => [text(item, 'name'), item]));
  return structs(before, 'ephemeralContainers').flatMap((was) => {
    const name = text(was, 'name');
    const is = now.get(name);
    if (is === undefined) return [forbidden(field, `existing ephemeral containers "${name}" may not be removed\n`)];
    if (sameMeaning(is, was)) return [];
    const words = `existing ephemeral containers "${name}" may not be changed`;
    return [forbiddenChange(field, words, { type: 'core.EphemeralContainer', before: was, after: is })];
  });
}
