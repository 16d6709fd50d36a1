import { compareStrings, listAt, mapAt, metadataOf, type ValueMap } from '@managed-fields/merge-engine';
import { mapsAt } from '../attributes.ts';

/** A Pod, or the template of one, as checks look at it. */
export interface CheckedPod {
  readonly annotations: ReadonlyMap<string, string>;
  readonly spec: ValueMap;
  /** Init containers, containers and ephemeral containers. Upstream: policy/visitor.go visitContainers. */
  readonly containers: readonly ValueMap[];
}

/** What a check finds wrong. Upstream: policy/checks.go CheckResult. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

/** Finds at most one thing wrong with a Pod. Upstream: policy/checks.go CheckPodFn. */
export type Check = (pod: CheckedPod) => Violation | undefined;

/** What checks look at in an object that has `metadata` and a Pod's `spec`. */
export function checkedPod(object: ValueMap): CheckedPod {
  const spec = mapAt(object, 'spec') ?? new Map();
  const annotations = (mapAt(metadataOf(object), 'annotations') ?? new Map()) as ReadonlyMap<string, string>;
  return {
    annotations,
    spec,
    containers: ['initContainers', 'containers', 'ephemeralContainers'].flatMap((key) => mapsAt(spec, key)),
  };
}

/** The texts of a list; none where it is absent. */
export function textsAt(map: ValueMap | undefined, key: string): readonly string[] {
  return (listAt(map, key) ?? []).map(String);
}

/** The security context of a Pod's spec or of a container. */
export function securityContextOf(holder: ValueMap): ValueMap | undefined {
  return mapAt(holder, 'securityContext');
}

/** The names of the containers that `isWrong` says of. */
export function namesOfThose(containers: readonly ValueMap[], isWrong: (container: ValueMap) => boolean): string[] {
  return containers.filter(isWrong).map((container) => String(container.get('name')));
}

/** Each text in quotes, unescaped. Upstream: policy/helpers.go joinQuote. */
export function quoted(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(', ');
}

/** A word, with an s unless it speaks of one. Upstream: policy/helpers.go pluralize. */
export function counted(word: string, count: number): string {
  return count === 1 ? word : `${word}s`;
}

/** `container "a"`, or `containers "a", "b"`. */
export function containersText(names: readonly string[]): string {
  return `${counted('container', names.length)} ${quoted(names)}`;
}

/** Who set something wrong: the Pod itself, its containers, or both. */
export function settersOf(isPodWrong: boolean, names: readonly string[]): readonly string[] {
  return [...(isPodWrong ? ['pod'] : []), ...(names.length === 0 ? [] : [containersText(names)])];
}

/** The texts of a set in Go's order. */
export function inOrder(texts: ReadonlySet<string>): readonly string[] {
  return [...texts].sort(compareStrings);
}
