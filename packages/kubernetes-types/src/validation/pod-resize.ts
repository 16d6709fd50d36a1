import { isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { holdsFor, kubernetesVersions, type PlayedVersion } from '../versions.ts';
import { amountOf, compareAmounts } from './amount.ts';
import { type Errors, forbidden, inVersions, invalid } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { has, pointer, struct, structAt, structs, text, textMap } from './object.ts';
import { qosClass } from './pod-quality.ts';
import { sameMeaning } from './semantic.ts';

/*
 * Pods that are resized.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidatePodResize.
 */

/** Complaints about a resized Pod beside those about any Pod. Each release is stricter or laxer than the one before. */
export function podResizeErrors(pod: ValueMap, old: ValueMap): Errors {
  const [spec, before] = [struct(pod, 'spec'), struct(old, 'spec')];
  return kubernetesVersions.flatMap((version) =>
    inVersions({ from: version, until: version }, errorsIn(version, pod, old, spec, before)),
  );
}

/** A field path of nothing, as upstream prints it. */
const nowhere = '[]';

function errorsIn(version: PlayedVersion, pod: ValueMap, old: ValueMap, spec: ValueMap, before: ValueMap): Errors {
  const hasLevel = [spec, before].some((each) => ['requests', 'limits'].some((name) => amounts(each, name).size > 0));
  if (hasLevel && holdsFor({ until: 'v1.34' }, version)) {
    return [forbidden(nowhere, 'pods with pod-level resources cannot be resized')];
  }
  if (textMap(struct(old, 'metadata'), 'annotations').has('kubernetes.io/config.mirror')) {
    return [forbidden(nowhere, 'static pods cannot be resized')];
  }
  if (text(struct(before, 'os'), 'name') === 'windows') return [forbidden(nowhere, 'windows pods cannot be resized')];
  const errors = [...qualityErrors(version, pod, old), ...supportErrors(old)];
  if (hasLevel && holdsFor({ until: 'v1.35' }, version)) {
    const gate = 'InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled';
    return [...errors, forbidden(nowhere, `resize of pods with pod-level resources is forbidden when ${gate}`)];
  }
  if (hasLevel) errors.push(...levelErrors(spec, before));
  const misplaced = ['containers', 'initContainers'].flatMap((name) => orderErrors(spec, before, name));
  if (misplaced.length > 0) return [...errors, ...misplaced];
  errors.push(...['initContainers', 'containers'].flatMap((name) => removalErrors(version, spec, before, name)));
  errors.push(...containerErrors(version, spec, before), ...initErrors(version, spec, before));
  return errors;
}

function qualityErrors(version: PlayedVersion, pod: ValueMap, old: ValueMap): Errors {
  const was = text(struct(old, 'status'), 'qosClass') || qosClass(struct(old, 'spec'), version);
  if (was === qosClass(struct(pod, 'spec'), version)) return [];
  const words = 'Pod QOS Class may not change as a result of resizing';
  return [invalid('spec', text(struct(pod, 'status'), 'qosClass'), words)];
}

/** Upstream: isPodResizeRequestSupported. */
function supportErrors(old: ValueMap): Errors {
  const running = structs(struct(old, 'status'), 'containerStatuses').find((each) =>
    has(struct(each, 'state'), 'running'),
  );
  if (running === undefined || has(running, 'resources')) return [];
  return [forbidden('spec', 'Pod running on node without support for resize')];
}

/** Upstream: validatePodLevelResourcesResize. */
function levelErrors(spec: ValueMap, before: ValueMap): Errors {
  const [now, was] = [pointer(spec, 'resources'), pointer(before, 'resources')];
  const place = 'spec.resources';
  if (was !== undefined && now === undefined) return [forbidden(place, 'pod-level resources cannot be removed')];
  const lost =
    was === undefined
      ? []
      : ['requests', 'limits'].filter((name) => isRemoved(amounts(spec, name), amounts(before, name)));
  const others = [...(now ?? [])].filter(([name]) => name !== 'requests' && name !== 'limits');
  const masked = new Map([...others, ...unsized(now, was)]);
  const isNothing = was === undefined && [...masked.values()].every((value) => isMap(value) && value.size === 0);
  return [
    ...lost.map((name) => forbidden(child(place, name), `pod-level resource ${name} cannot be removed`)),
    ...(isNothing || sameMeaning(masked, was)
      ? []
      : [forbidden('spec', 'only cpu and memory resources are mutable at pod-level')]),
  ];
}

/** Upstream: validatePodResizeContainerOrdering. */
function orderErrors(spec: ValueMap, before: ValueMap, name: string): Errors {
  const [now, was] = [structs(spec, name), structs(before, name)];
  const place = child('spec', name);
  if (now.length !== was.length) return [forbidden(place, `${name} may not be added or removed on resize`)];
  return was.flatMap((container, i) =>
    text(now[i], 'name') === text(container, 'name')
      ? []
      : [forbidden(child(at(place, i), 'name'), `${name} may not be renamed or reordered on resize`)],
  );
}

/** Upstream: validateContainerResize, for those containers that can be resized. */
function removalErrors(version: PlayedVersion, spec: ValueMap, before: ValueMap, name: string): Errors {
  return structs(before, name).flatMap((was, i) => {
    if (name === 'initContainers' && !canResize(was, version)) return [];
    const now = structs(spec, name)[i] ?? new Map();
    const place = child(at(child('spec', name), i), 'resources');
    return [
      ...['requests', 'limits']
        .filter((kind) => isRemoved(amounts(now, kind), amounts(was, kind)))
        .map((kind) => forbidden(child(place, kind), `resource ${kind} cannot be removed`)),
      ...(holdsFor({ until: 'v1.33' }, version) ? memoryErrors(now, was, child(place, 'limits')) : []),
    ];
  });
}

/** Until v1.33 a container had to restart for less memory. */
function memoryErrors(now: ValueMap, was: ValueMap, field: Field): Errors {
  const policy = structs(now, 'resizePolicy').find((each) => text(each, 'resourceName') === 'memory');
  if (text(policy, 'restartPolicy') === 'RestartContainer') return [];
  const [limit, former] = [now, was].map((each) => amountOf(amounts(each, 'limits').get('memory')));
  if (limit === undefined || (former !== undefined && compareAmounts(limit, former) >= 0)) return [];
  const what = former === undefined ? 'added' : 'decreased';
  return [forbidden(at(field, 'memory'), `memory limits cannot be ${what} unless resizePolicy is RestartContainer`)];
}

/** Whether a container of those that start a Pod may be resized: sidecars, and since v1.36 all. */
function canResize(container: ValueMap, version: PlayedVersion): boolean {
  return isSidecar(container) || holdsFor({ from: 'v1.36' }, version);
}

function isSidecar(container: ValueMap): boolean {
  return text(container, 'restartPolicy') === 'Always';
}

function containerErrors(version: PlayedVersion, spec: ValueMap, before: ValueMap): Errors {
  return structs(spec, 'containers').flatMap((now, i) =>
    onlySized(version, now, structs(before, 'containers')[i] ?? new Map())
      ? []
      : [forbidden('spec', 'only cpu and memory resources are mutable')],
  );
}

function initErrors(version: PlayedVersion, spec: ValueMap, before: ValueMap): Errors {
  return structs(spec, 'initContainers').flatMap((now, i) => {
    const was = structs(before, 'initContainers')[i] ?? new Map();
    const isChanged = !sameMeaning(now, was);
    if (!canResize(now, version)) {
      return isChanged ? [forbidden('spec', 'resources for non-sidecar init containers are immutable')] : [];
    }
    const place = holdsFor({ until: 'v1.35' }, version) ? 'spec' : at('spec.initContainers', i);
    const which = holdsFor({ until: 'v1.35' }, version) ? 'sidecar' : 'init or sidecar';
    const restarts = structs(now, 'resizePolicy').filter((each) => text(each, 'restartPolicy') === 'RestartContainer');
    const words = 'non-sidecar init containers with a resize policy of RestartContainer cannot be resized';
    return [
      ...(onlySized(version, now, was)
        ? []
        : [forbidden(place, `only cpu and memory resources for ${which} containers are mutable`)]),
      ...(isChanged && !isSidecar(now) ? restarts.map(() => forbidden(place, words)) : []),
    ];
  });
}

/**
 * Whether nothing of a container changed but how much processor and memory it has. Until v1.36 what it claims is left out of one side.
 * Upstream: dropCPUMemoryResourcesFromContainer.
 */
function onlySized(version: PlayedVersion, now: ValueMap, was: ValueMap): boolean {
  const resources = struct(now, 'resources');
  const claims = holdsFor({ from: 'v1.37' }, version) ? resources.get('claims') : undefined;
  const sized = new Map([
    ...unsized(resources, struct(was, 'resources')),
    ...(claims ? [['claims', claims] as const] : []),
  ]);
  return sameMeaning(new Map(now).set('resources', sized), was);
}

/** The amounts of resources with the processor and memory of others. Upstream: dropCPUMemoryUpdates. */
function unsized(now: ValueMap | undefined, was: ValueMap | undefined): ValueMap {
  const result = new Map<string, Value>();
  for (const kind of ['limits', 'requests']) {
    const mixed = new Map(struct(now, kind));
    for (const name of ['cpu', 'memory']) {
      const former = struct(was, kind).get(name);
      if (former === undefined) mixed.delete(name);
      else mixed.set(name, former);
    }
    if (mixed.size > 0) result.set(kind, mixed);
  }
  return result;
}

function amounts(holder: ValueMap, kind: string): ValueMap {
  return structAt(holder, 'resources', kind);
}

/** Upstream: resourcesRemoved. */
function isRemoved(now: ValueMap, was: ValueMap): boolean {
  return [...was.keys()].some((name) => !now.has(name));
}
