import type { ValueMap } from '@managed-fields/merge-engine';
import { at, child, type Field } from '../validation/field-path.ts';
import { mapStructs, structs } from '../validation/object.ts';

/** The lists of containers of a Pod's spec, in the order in which the server visits them. */
const containerLists = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** A container of a Pod's spec and its place. */
interface PlacedContainer {
  readonly container: ValueMap;
  readonly field: Field;
}

/**
 * All containers of a Pod's spec in the order of `containerLists`.
 * Upstream: k8s.io/kubernetes pkg/apis/core/pods/helpers.go.
 */
export function containersOf(spec: ValueMap, field: Field): readonly PlacedContainer[] {
  return containerLists.flatMap((list) =>
    structs(spec, list).map((container, i) => ({ container, field: at(child(field, list), i) })),
  );
}

/** A Pod's spec with each of its containers replaced. */
export function mapContainers(spec: ValueMap, change: (container: ValueMap) => ValueMap): ValueMap {
  return containerLists.reduce((result, list) => mapStructs(result, list, change), spec);
}
