import { type Failure, fail } from '../failure.ts';
import { isAbsent, isNodeList, isNodeMap, mapIn, type Node, type NodeMap, within } from './node.ts';
import { groupVersionOf, idText } from './res-id.ts';
import { textAt } from './resource.ts';

/** Which field of which kinds is changed. Upstream: kustomize api/types/fieldspec.go FieldSpec. */
export interface FieldSpec {
  /** Names of fields with slashes between them; lists are gone through item by item. */
  readonly path: string;
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  /** Whether the field is made where it is not there. */
  readonly create?: boolean;
}

/** A place that holds a node, or may hold one. */
export interface Slot {
  get(): Node | undefined;
  set(node: Node): void;
  /** Whether the place was made just now. */
  readonly made?: boolean;
}

/** Changes what a place holds. */
export type Change = (slot: Slot) => Failure | undefined;

/** What is made where a field is not there: a scalar or a map; nothing where the change makes nothing. */
export type Made = 'scalar' | 'map' | 'nothing';

/**
 * Changes a field of a resource, wherever a path leads; nothing where the resource is of another kind.
 * Upstream: kustomize api/filters/fieldspec/fieldspec.go Filter.
 */
export function changeField(node: NodeMap, spec: FieldSpec, made: Made, change: Change): Failure | undefined {
  const { group, version } = groupVersionOf(textAt(node, 'apiVersion'));
  const fits = (asked: string | undefined, is: string) => asked === undefined || asked === is;
  const kind = textAt(node, 'kind');
  if (!fits(spec.kind, kind) || !fits(spec.group, group) || !fits(spec.version, version)) return undefined;
  const root: Slot = { get: () => node, set: () => undefined };
  const failed = follow(root, pathOf(spec.path), { create: spec.create === true, made, change });
  if (failed === undefined) return undefined;
  const metadata = mapIn(node, 'metadata');
  const id = { group, version, kind, name: textAt(metadata, 'name'), namespace: textAt(metadata, 'namespace') };
  return within(`considering field '${spec.path}' of object ${idText(id)}`, failed);
}

/** The names in a path; a slash that belongs to a name stands behind a backslash. */
export function pathOf(path: string): readonly string[] {
  return path
    .replace(/^\//, '')
    .split(/(?<!\\)\//)
    .map((part) => part.replaceAll('\\/', '/'));
}

/** What does not change on the way. */
interface Walk {
  readonly create: boolean;
  readonly made: Made;
  readonly change: Change;
}

function follow(slot: Slot, path: readonly string[], walk: Walk): Failure | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return walk.change(slot);
  const node = slot.get();
  if (isAbsent(node)) return undefined;
  if (isNodeList(node)) {
    for (const index of node.keys()) {
      const failed = follow(itemSlot(node, index), path, walk);
      if (failed !== undefined) return within(`visit traversal on path: [${path.join(' ')}]`, failed);
    }
    return undefined;
  }
  if (!isNodeMap(node)) return fail('expected sequence or mapping node');
  const name = first.replace(/\[\]$/, '');
  if (name === '') return fail('cannot set or create an empty field name');
  const isList = name !== first;
  if (isList && node.get(name) === null) node.set(name, []);
  const makes = walk.create && walk.made !== 'nothing' && !isList;
  const made = makes && isAbsent(node.get(name));
  if (made) node.set(name, rest.length > 0 || walk.made === 'map' ? new Map() : '');
  return node.has(name) ? follow({ ...fieldSlot(node, name), made }, rest, walk) : undefined;
}

/** The place of an item. */
export function itemSlot(list: Node[], index: number): Slot {
  return {
    get: () => list[index],
    set: (node) => {
      list[index] = node;
    },
  };
}

/** The place of a field. */
export function fieldSlot(map: NodeMap, key: string): Slot {
  return { get: () => map.get(key), set: (node) => void map.set(key, node) };
}
