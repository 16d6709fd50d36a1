import type { Kinds } from './kinds.ts';
import { isAbsent, isEmpty, isNodeMap, madeMap, mapIn, type Node, type NodeMap, textOf, textsOf } from './node.ts';
import { type Gvk, groupVersionOf, namespaceOf, type ResId } from './res-id.ts';

/** What happens to a generated resource whose name is taken. */
export type Behavior = 'unspecified' | 'create' | 'replace' | 'merge';

/** A former name of a resource. */
interface FormerName {
  readonly name: string;
  readonly namespace: string;
  readonly kind: string;
}

/**
 * A resource while it is built, with what kustomize remembers of it. Upstream keeps the latter in annotations that it
 * takes away at the end. Upstream: kustomize api/resource/resource.go Resource.
 */
export class Resource {
  /** Empty once a patch deleted it. */
  node: NodeMap;
  /** The names that it had before it was renamed, the first of all first. */
  former: readonly FormerName[] = [];
  prefixes: readonly string[] = [];
  suffixes: readonly string[] = [];
  behavior: Behavior = 'unspecified';
  needsHash = false;
  /** Whether a generator made it. */
  isGenerated = false;
  /** A key of a map in its document that YAML does not read as a text. */
  oddKey: string | undefined;
  /** The annotations whose texts stand without quotes and are not what YAML makes of them, such as `1.10`. */
  plainNotes: ReadonlySet<string> = new Set();
  /** The annotations that are null, with what stands there, `~`. */
  nullNotes: ReadonlyMap<string, string> = new Map();
  /** The labels that are no texts, with what stands there, `1.10`. */
  plainLabels: ReadonlyMap<string, string> = new Map();
  mayChangeName = false;
  mayChangeKind = false;
  /** What the build knows of kinds. */
  readonly kinds: Kinds;

  constructor(node: NodeMap, kinds: Kinds) {
    this.node = node;
    this.kinds = kinds;
  }

  get gvk(): Gvk {
    return { ...groupVersionOf(textAt(this.node, 'apiVersion')), kind: textAt(this.node, 'kind') };
  }

  get name(): string {
    return textAt(mapIn(this.node, 'metadata'), 'name');
  }

  get namespace(): string {
    return textAt(mapIn(this.node, 'metadata'), 'namespace');
  }

  get id(): ResId {
    const { gvk, name, namespace } = this;
    return { ...gvk, name, namespace, clusterScoped: this.kinds.isClusterScoped(gvk) };
  }

  /** The ids of its former names. */
  get formerIds(): readonly ResId[] {
    const { gvk } = this;
    return this.former.map((each) => ({ ...gvk, ...each, clusterScoped: false }));
  }

  /** The id that it had at first. */
  get firstId(): ResId {
    return this.formerIds[0] ?? this.id;
  }

  /** All its ids, the present one last. */
  get ids(): readonly ResId[] {
    return [...this.formerIds, this.id];
  }

  get labels(): Map<string, string> {
    return textsOf(mapIn(this.node, 'metadata')?.get('labels'));
  }

  /** Its labels as they stand in its document. */
  get writtenLabels(): Map<string, string> {
    return new Map([...this.labels].map(([name, text]) => [name, this.plainLabels.get(name) ?? text]));
  }

  get annotations(): Map<string, string> {
    const annotations = mapIn(this.node, 'metadata')?.get('annotations');
    const texts = textsOf(annotations);
    if (isNodeMap(annotations))
      for (const [key, each] of annotations) if (each === null) texts.set(key, this.nullNotes.get(key) ?? '');
    return texts;
  }

  /** The texts of a map at the top, such as data. */
  textsIn(field: string): Map<string, string> | undefined {
    const map = mapIn(this.node, field);
    return map === undefined ? undefined : textsOf(map);
  }

  rename(name: string): void {
    madeMap(this.node, 'metadata').set('name', name);
  }

  moveTo(namespace: string): void {
    const metadata = mapIn(this.node, 'metadata');
    if (namespace === '') metadata?.delete('namespace');
    else madeMap(this.node, 'metadata').set('namespace', namespace);
  }

  setTexts(field: 'labels' | 'annotations', texts: ReadonlyMap<string, string>): void {
    const metadata = madeMap(this.node, 'metadata');
    metadata.delete(field);
    if (texts.size > 0) metadata.set(field, new Map(texts));
  }

  /** Remembers its present name as a former one. */
  remember(): void {
    const { id } = this;
    this.former = [...this.former, { name: id.name, namespace: namespaceOf(id), kind: id.kind }];
  }

  isEmpty(): boolean {
    return this.node.size === 0;
  }
}

/** The text at a key, where that is neither null nor empty. Upstream: kyaml yaml/rnode.go getMapFieldValue. */
export function textAt(map: NodeMap | undefined, key: string): string {
  const node: Node | undefined = map?.get(key);
  return isAbsent(node) || isEmpty(node) ? '' : textOf(node);
}
