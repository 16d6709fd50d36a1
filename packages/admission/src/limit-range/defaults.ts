import {
  compareStrings,
  mapAt,
  metadataOf,
  stringAt,
  type ValueMap,
  withEntry,
  withMetadata,
} from '@managed-fields/merge-engine';
import { mapsAt } from '../attributes.ts';

/** What containers get that name no requests or limits, by the names of resources. */
interface Defaults {
  readonly requests: ValueMap;
  readonly limits: ValueMap;
}

/**
 * The defaults of a LimitRange's items for containers; of two items the later one wins.
 * Upstream: k8s.io/kubernetes plugin/pkg/admission/limitranger/admission.go defaultContainerResourceRequirements.
 */
function defaultsOf(items: readonly ValueMap[]): Defaults {
  const ofContainers = items.filter((item) => stringAt(item, 'type') === 'Container');
  const all = (key: string): ValueMap => new Map(ofContainers.flatMap((item) => [...(mapAt(item, key) ?? [])]));
  return { requests: all('defaultRequest'), limits: all('default') };
}

/**
 * A Pod with the defaults of a LimitRange, and an annotation that says what was set.
 * Upstream: PodMutateLimitFunc, mergePodResourceRequirements.
 */
export function withDefaults(pod: ValueMap, items: readonly ValueMap[]): ValueMap {
  const defaults = defaultsOf(items);
  const said: string[] = [];
  let spec = mapAt(pod, 'spec') ?? new Map();
  for (const [key, what] of [
    ['containers', 'container'],
    ['initContainers', 'init container'],
  ] as const) {
    const containers = mapsAt(spec, key).map((container) => filled(container, defaults, what, said));
    if (containers.length > 0) spec = withEntry(spec, key, containers);
  }
  if (said.length === 0) return pod;
  const annotations = new Map(mapAt(metadataOf(pod), 'annotations'));
  annotations.set('kubernetes.io/limit-ranger', `LimitRanger plugin set: ${said.join('; ')}`);
  return withMetadata(withEntry(pod, 'spec', spec), 'annotations', sorted(annotations));
}

/** A container with what it lacks; adds to `said` what that is. Upstream: mergeContainerResources. */
function filled(container: ValueMap, defaults: Defaults, what: string, said: string[]): ValueMap {
  let resources: ValueMap = mapAt(container, 'resources') ?? new Map();
  for (const [key, word] of [
    ['requests', 'request'],
    ['limits', 'limit'],
  ] as const) {
    const there = mapAt(resources, key) ?? new Map();
    const missing = [...defaults[key]].filter(([name]) => !there.has(name)).sort(byName);
    if (missing.length === 0) continue;
    const names = missing.map(([name]) => name).join(', ');
    said.push(`${names} ${word} for ${what} ${stringAt(container, 'name') ?? ''}`);
    resources = withEntry(resources, key, sorted(new Map([...there, ...missing])));
  }
  return withEntry(container, 'resources', resources);
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return compareStrings(a, b);
}

function sorted(map: ValueMap): ValueMap {
  return new Map([...map].sort(byName));
}
