import { type Cluster, catalogOf, readRoute } from '@managed-fields/api-server';
import {
  isDeleting,
  isMap,
  listAt,
  mapAt,
  metadataOf,
  metadataText,
  stringAt,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { objectPath, type Rehearsed } from './rehearsal.ts';
import type { ForecastObject } from './row.ts';

/** What a controller of a cluster would do next with an object that it takes away, or whose owner it takes away. */
export interface Collected {
  readonly object: ForecastObject;
  readonly by: 'garbage-collector' | 'namespace-controller';
  /**
   * `deleted`: it goes. `waits`: it is marked as deleted and stays while it has `finalizers`. `kept`: it stays, and loses its
   * references to owners that go.
   */
  readonly result: 'deleted' | 'waits' | 'kept';
  readonly because: CollectedBecause;
  /** Finalizers that keep it, and that no controller known here takes away. */
  readonly finalizers: readonly string[];
}

export type CollectedBecause =
  /** Owners that go, by their references in the object. */
  | { readonly kind: 'owners'; readonly owners: readonly string[] }
  /** It was deleted in the foreground, or its dependents were to be orphaned. */
  | { readonly kind: 'dependents'; readonly policy: 'Foreground' | 'Orphan' }
  /** Its namespace was deleted. */
  | { readonly kind: 'namespace'; readonly name: string };

/**
 * What the garbage collector and the namespace controller would do after the requests of a run, which no controller has seen:
 * told by the ownerReferences, finalizers and namespaces of the objects that are held, and by nothing else. An owner that is
 * not among them, and never was, is taken to be there. What they would have done before the run is left out.
 */
export function collectedNext({ before, after, requests }: Rehearsed): readonly Collected[] {
  const written = requests.flatMap((sent) => (sent.response.code < 300 ? (keyOf(objectPath(sent) ?? '') ?? []) : []));
  const known = new Set([...[...before.objects].map(([key]) => key), ...written]);
  const already = new Set(settled(before, known).map(({ object, result }) => nameOf(object, result)));
  return settled(after, known).filter(({ object, result }) => !already.has(nameOf(object, result)));
}

/** An object's key in `Objects`, by its path. */
function keyOf(path: string): string | undefined {
  const route = readRoute(path);
  if (route === undefined) return undefined;
  return [route.group, route.plural, route.namespace, decodeURIComponent(route.name)].join('/');
}

function nameOf({ apiVersion, kind, namespace, name }: ForecastObject, result: string): string {
  return [apiVersion, kind, namespace, name, result].join('/');
}

interface Owner {
  readonly uid: string;
  /** Where the owner would lie, as `Objects` names it; undefined where the server does not have its kind. */
  readonly key: string | undefined;
  /** `Deployment web` */
  readonly name: string;
  readonly blocks: boolean;
}

/** An object as the controllers see it, with what they did to it so far. */
interface Node {
  readonly key: string;
  readonly object: ForecastObject;
  readonly uid: string;
  owners: readonly Owner[];
  finalizers: readonly string[];
  isDeleting: boolean;
  isGone: boolean;
  done: { readonly by: Collected['by']; readonly because: CollectedBecause } | undefined;
}

const [foreground, orphan] = ['foregroundDeletion', 'orphan'];

/** Lets the controllers work until they have nothing to do. `known`: keys of objects that were held at some time. */
function settled(cluster: Cluster, known: ReadonlySet<string>): readonly Collected[] {
  const nodes = new Map([...cluster.objects].map(([key, { object }]) => [key, nodeOf(key, object, cluster)] as const));
  const graph = new Graph(nodes, known);
  while (graph.step()) {
    // Each step takes an object, a finalizer or a reference away, so that it ends.
  }
  return [...nodes.values()].flatMap(
    ({ object, done, isGone, isDeleting: isMarked, finalizers }): readonly Collected[] =>
      done === undefined
        ? []
        : [
            {
              object,
              ...done,
              result: isGone ? 'deleted' : isMarked ? 'waits' : 'kept',
              finalizers: isGone ? [] : finalizers,
            },
          ],
  );
}

function nodeOf(key: string, object: ValueMap, cluster: Cluster): Node {
  const [apiVersion, kind] = [stringAt(object, 'apiVersion') ?? '', stringAt(object, 'kind') ?? ''];
  const [namespace, name] = [metadataText(object, 'namespace'), metadataText(object, 'name')];
  const metadata = metadataOf(object);
  const spec = kind === 'Namespace' ? (listAt(mapAt(object, 'spec'), 'finalizers') ?? []) : [];
  return {
    ...{ key, object: { apiVersion, kind, namespace, name }, uid: metadataText(object, 'uid') },
    owners: (listAt(metadata, 'ownerReferences') ?? []).filter(isMap).map((each) => ownerOf(each, namespace, cluster)),
    finalizers: [...(listAt(metadata, 'finalizers') ?? []), ...spec].map(String),
    ...{ isDeleting: isDeleting(object), isGone: false, done: undefined },
  };
}

function ownerOf(reference: ValueMap, namespace: string, cluster: Cluster): Owner {
  const [apiVersion, kind] = [stringAt(reference, 'apiVersion') ?? '', stringAt(reference, 'kind') ?? ''];
  const name = stringAt(reference, 'name') ?? '';
  const resource = catalogOf(cluster).findKind(apiVersion, kind)?.resource;
  // An object of no namespace cannot have an owner in one; the garbage collector leaves it alone.
  const isPossible = resource !== undefined && (namespace !== '' || !resource.namespaced);
  const place = resource?.namespaced === true ? namespace : '';
  return {
    uid: stringAt(reference, 'uid') ?? '',
    key: isPossible ? `${resource.group}/${resource.plural}/${place}/${name}` : undefined,
    name: `${kind} ${name}`,
    blocks: reference.get('blockOwnerDeletion') === true,
  };
}

/** All objects, by their keys. Upstream: pkg/controller/garbagecollector/garbagecollector.go, pkg/controller/namespace/deletion. */
class Graph {
  readonly #nodes: ReadonlyMap<string, Node>;
  readonly #known: ReadonlySet<string>;
  readonly #dependents = new Map<string, Node[]>();

  constructor(nodes: ReadonlyMap<string, Node>, known: ReadonlySet<string>) {
    this.#nodes = nodes;
    this.#known = known;
    for (const node of nodes.values()) {
      for (const uid of new Set(node.owners.map((owner) => owner.uid))) {
        const found = this.#dependents.get(uid);
        if (found === undefined) this.#dependents.set(uid, [node]);
        else found.push(node);
      }
    }
  }

  /** Does what there is to do for each object once; false where there was nothing. */
  step(): boolean {
    let isChanged = false;
    for (const node of this.#nodes.values()) {
      if (!node.isGone && this.#attend(node)) isChanged = true;
    }
    return isChanged;
  }

  #attend(node: Node): boolean {
    if (node.isDeleting && node.object.kind === 'Namespace') return this.#emptyNamespace(node);
    if (node.isDeleting && node.finalizers.includes(orphan)) return this.#orphan(node);
    if (node.isDeleting && node.finalizers.includes(foreground)) return this.#awaitDependents(node);
    return !node.isDeleting && node.owners.length > 0 && this.#holdAgainstOwners(node);
  }

  /** Deletes what is in a namespace, and takes its own finalizer away when nothing is left. */
  #emptyNamespace(namespace: Node): boolean {
    const because = { kind: 'namespace', name: namespace.object.name } as const;
    const inside = [...this.#nodes.values()].filter((each) => !each.isGone && each.object.namespace === because.name);
    const next = inside.filter(({ isDeleting: isMarked, finalizers }) => !isMarked || finalizers.some(isOfCollector));
    for (const node of next) {
      node.finalizers = node.finalizers.filter((each) => !isOfCollector(each));
      this.#delete(node, { by: 'namespace-controller', because });
    }
    if (next.length > 0) return true;
    const others = namespace.finalizers.filter((each) => each !== 'kubernetes');
    if (inside.length > 0 || (others.length > 0 && others.length === namespace.finalizers.length)) {
      if (namespace.done !== undefined) return false;
      namespace.done = { by: 'namespace-controller', because };
      return true;
    }
    namespace.finalizers = others;
    this.#delete(namespace, { by: 'namespace-controller', because });
    return true;
  }

  /** Takes the references of its dependents away, then its own finalizer. */
  #orphan(owner: Node): boolean {
    for (const node of this.#dependentsOf(owner)) {
      const lost = node.owners.filter(({ uid }) => uid === owner.uid);
      this.#release(node, lost);
    }
    owner.finalizers = owner.finalizers.filter((each) => each !== orphan);
    this.#delete(owner, { by: 'garbage-collector', because: { kind: 'dependents', policy: 'Orphan' } });
    return true;
  }

  /** Takes its finalizer away when no dependent is left that blocks it. */
  #awaitDependents(owner: Node): boolean {
    const because = { kind: 'dependents', policy: 'Foreground' } as const;
    const isBlocked = this.#dependentsOf(owner).some(({ owners }) =>
      owners.some(({ uid, blocks }) => uid === owner.uid && blocks),
    );
    if (isBlocked) {
      if (owner.done !== undefined) return false;
      owner.done = { by: 'garbage-collector', because };
      return true;
    }
    owner.finalizers = owner.finalizers.filter((each) => each !== foreground);
    this.#delete(owner, { by: 'garbage-collector', because });
    return true;
  }

  /** Deletes an object none of whose owners is to stay; of others it takes away the references to those that go. */
  #holdAgainstOwners(node: Node): boolean {
    const standings = node.owners.map((owner) => [owner, this.#standingOf(owner)] as const);
    // What cannot be looked up leaves the object alone.
    if (standings.some(([, standing]) => standing === 'unknown')) return false;
    const going = standings.filter(([, standing]) => standing !== 'there').map(([owner]) => owner);
    if (going.length === 0) return false;
    if (going.length < node.owners.length) {
      this.#release(node, going);
      return true;
    }
    const isAwaited = standings.some(([, standing]) => standing === 'waiting');
    const dependents = this.#dependentsOf(node);
    if (isAwaited && dependents.length > 0) {
      // A circle of objects that wait for each other is opened.
      if (dependents.some((each) => each.isDeleting && each.finalizers.includes(foreground))) {
        node.owners = node.owners.map((owner) => ({ ...owner, blocks: false }));
      }
      node.finalizers = [...node.finalizers.filter((each) => each !== orphan), foreground];
    }
    this.#delete(node, { by: 'garbage-collector', because: { kind: 'owners', owners: going.map(({ name }) => name) } });
    return true;
  }

  #standingOf({ key, uid }: Owner): 'there' | 'waiting' | 'gone' | 'unknown' {
    if (key === undefined) return 'unknown';
    const owner = this.#nodes.get(key);
    if (owner === undefined) return this.#known.has(key) ? 'gone' : 'there';
    if (owner.isGone || owner.uid !== uid) return 'gone';
    return owner.isDeleting && owner.finalizers.includes(foreground) ? 'waiting' : 'there';
  }

  #dependentsOf({ uid }: Node): readonly Node[] {
    return (this.#dependents.get(uid) ?? []).filter(
      (each) => !each.isGone && each.owners.some((owner) => owner.uid === uid),
    );
  }

  #release(node: Node, lost: readonly Owner[]): void {
    node.owners = node.owners.filter((each) => !lost.includes(each));
    if (node.isDeleting) return;
    node.done = { by: 'garbage-collector', because: { kind: 'owners', owners: lost.map(({ name }) => name) } };
  }

  #delete(node: Node, done: NonNullable<Node['done']>): void {
    if (!node.isDeleting || node.done === undefined) node.done = done;
    node.isDeleting = true;
    node.isGone = node.finalizers.length === 0;
  }
}

function isOfCollector(finalizer: string): boolean {
  return finalizer === foreground || finalizer === orphan;
}
