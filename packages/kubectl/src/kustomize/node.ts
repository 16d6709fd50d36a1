import { formatFloat, isList, isMap, jsonTypeName, type Value } from '@managed-fields/merge-engine';
import { type Failure, fail } from '../failure.ts';

/** A part of a resource while it is built; unlike a `Value` it is changed in place. */
export type Node = null | boolean | string | bigint | number | Node[] | NodeMap;

/** A map that is changed in place. */
export type NodeMap = Map<string, Node>;

/** A copy of a value that may be changed. */
export function thawed(value: Value): Node {
  if (isMap(value)) return new Map([...value].map(([key, each]) => [key, thawed(each)]));
  return isList(value) ? value.map(thawed) : value;
}

/** Whether a node is a map. */
export function isNodeMap(node: Node | undefined): node is NodeMap {
  return node instanceof Map;
}

/** Whether a node is a list. */
export function isNodeList(node: Node | undefined): node is Node[] {
  return Array.isArray(node);
}

/** Whether there is a node that is neither a map nor a list nor null. */
export function isNodeScalar(node: Node | undefined): node is boolean | string | bigint | number {
  return node !== undefined && node !== null && typeof node !== 'object';
}

/** Whether there is no node, or null. */
export function isAbsent(node: Node | undefined): node is null | undefined {
  return node === undefined || node === null;
}

/** Whether a node is null or holds nothing. Upstream: kyaml yaml/rnode.go IsNilOrEmpty. */
export function isEmpty(node: Node | undefined): boolean {
  if (isNodeMap(node)) return node.size === 0;
  return isNodeList(node) ? node.length === 0 : isAbsent(node);
}

/** The text of a scalar as it stands in a file; empty for anything else. */
export function textOf(node: Node | undefined): string {
  if (node === null) return 'null';
  if (!isNodeScalar(node)) return '';
  return typeof node === 'number' ? formatFloat(node) : String(node);
}

/** The map at a key. */
export function mapIn(map: NodeMap | undefined, key: string): NodeMap | undefined {
  const node = map?.get(key);
  return isNodeMap(node) ? node : undefined;
}

/** The map at a key, which is made where there is none. */
export function madeMap(map: NodeMap, key: string): NodeMap {
  const there = mapIn(map, key);
  if (there !== undefined) return there;
  const made: NodeMap = new Map();
  map.set(key, made);
  return made;
}

/** The texts of a map such as labels. */
export function textsOf(node: Node | undefined): Map<string, string> {
  return new Map(isNodeMap(node) ? [...node].map(([key, each]) => [key, textOf(each)]) : []);
}

const kinds = { object: 'MappingNode', array: 'SequenceNode' } as const;

/** The error of a node of another kind than is needed. Upstream: kyaml yaml/fns.go InvalidNodeKindError. */
export function wrongKind(
  expected: 'MappingNode' | 'SequenceNode' | 'ScalarNode',
  node: Node,
  printed: (node: Node) => string,
): Failure {
  const type = jsonTypeName(node);
  const found = type === 'object' || type === 'array' ? kinds[type] : 'ScalarNode';
  return fail(`wrong node kind: expected ${expected} but got ${found}: node contents:\n${printed(node)}`);
}

/** Puts words before those of a failure. Upstream: kyaml errors/errors.go WrapPrefixf. */
export function within(prefix: string, failure: Failure): Failure {
  return { ...failure, message: `${prefix}: ${failure.message}` };
}
