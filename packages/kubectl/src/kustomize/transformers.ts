import { compilePattern } from '@managed-fields/api-server/pattern';
import { stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { type Failure, fail, notPlayed } from '../failure.ts';
import type { Session } from '../session.ts';
import { changeField, type FieldSpec, fieldSlot, type Made, type Slot } from './field-spec.ts';
import { isAbsent, isNodeList, isNodeMap, type Node, textOf, within, wrongKind } from './node.ts';
import { jsonWithNotes } from './notes.ts';
import { oddKey, plainValue } from './plain-text.ts';
import { gvkText, isSelected, sameId } from './res-id.ts';
import type { Resource } from './resource.ts';
import type { Resources } from './resources.ts';

/** Changes fields of a resource, one specification after the other. */
function changeFields(
  resource: Resource,
  specs: readonly FieldSpec[],
  made: Made,
  change: (slot: Slot) => Failure | undefined,
): Failure | undefined {
  for (const spec of specs) {
    const failed = changeField(resource.node, spec, made, change);
    if (failed !== undefined) return failed;
  }
  return undefined;
}

/** Sets a scalar; what is there must be none of the others. */
function scalarSetter(session: Session, value: Node): (slot: Slot) => Failure | undefined {
  return (slot) => {
    const node = slot.get();
    if (isNodeMap(node) || isNodeList(node)) return wrongKind('ScalarNode', node, (each) => printed(session, each));
    // What could not stand as a text without quotes has some, and keeps them.
    const isQuoted = typeof node === 'string' && slot.made !== true && plainValue(session, node) !== node;
    slot.set(isQuoted ? textOf(value) : value);
    return undefined;
  };
}

const printed = (session: Session, node: Node) => session.host.printYaml(node);

/** Upstream: kustomize api/internal/builtins/NamespaceTransformer.go, api/filters/namespace/namespace.go. */
export function setNamespace(
  session: Session,
  resources: Resources,
  namespace: string,
  namespaces: readonly FieldSpec[],
): Failure | undefined {
  const set = scalarSetter(session, namespace);
  for (const resource of resources.all) {
    resource.remember();
    const { gvk } = resource;
    const isCore = textOf(resource.node.get('apiVersion')) === 'v1';
    const specs = namespaces.filter(({ path }) => isCore || path !== 'metadata/name');
    const failed =
      (resource.id.clusterScoped
        ? undefined
        : changeFields(resource, [{ path: 'metadata/namespace', create: true }], 'scalar', set)) ??
      (gvk.kind === 'RoleBinding' || gvk.kind === 'ClusterRoleBinding'
        ? setSubjects(session, resource, namespace)
        : undefined);
    if (failed !== undefined) return failed;
    const changed = changeFields(resource, specs, 'scalar', set);
    if (changed !== undefined) {
      const isNoScalar = /but got (?:Mapping|Sequence)Node/.test(changed.message);
      const what = isNoScalar ? 'namespace field specs must target scalar nodes' : 'namespace transformation failed';
      return within(what, changed);
    }
    const taken = resources.all.filter((each) => sameId(each.id, resource.id));
    if (taken.length !== 1) {
      return fail(`namespace transformation produces ID conflict: [${taken.map(jsonWithNotes).join(' ')}]`);
    }
  }
  return undefined;
}

/** Accounts named `default` follow the namespace. */
function setSubjects(session: Session, resource: Resource, namespace: string): Failure | undefined {
  const subjects = resource.node.get('subjects');
  const failed = isAbsent(subjects) ? undefined : setDefaultSubjects(session, subjects, namespace);
  return failed && within('setting namespace on (cluster)role binding subjects', failed);
}

function setDefaultSubjects(session: Session, subjects: Node, namespace: string): Failure | undefined {
  const wrong = (kind: 'SequenceNode' | 'MappingNode', node: Node) =>
    wrongKind(kind, node, (each) => printed(session, each));
  if (!isNodeList(subjects)) return wrong('SequenceNode', subjects);
  for (const subject of subjects) {
    if (isAbsent(subject)) continue;
    if (!isNodeMap(subject)) {
      return within('looking up name on (cluster)role binding subject', wrong('MappingNode', subject));
    }
    if (subject.get('name') === 'default') subject.set('namespace', namespace);
  }
  return undefined;
}

const unnamed = [
  { kind: 'CustomResourceDefinition' },
  { group: 'apiregistration.k8s.io', kind: 'APIService' },
  { kind: 'Namespace' },
];

/** Puts a text before or behind each name. Upstream: PrefixTransformer.go, SuffixTransformer.go. */
export function affixNames(
  session: Session,
  resources: Resources,
  affix: 'prefix' | 'suffix',
  text: string,
  specs: readonly FieldSpec[],
): Failure | undefined {
  const add = (name: string) => (affix === 'prefix' ? `${text}${name}` : `${name}${text}`);
  for (const resource of resources.all) {
    if (unnamed.some((each) => isSelected(resource.firstId, each))) continue;
    const { firstId } = resource;
    for (const spec of specs.filter((each) => isSelected(firstId, each))) {
      if (spec.path === 'metadata/name') {
        if (affix === 'prefix') resource.prefixes = [...resource.prefixes, text];
        else resource.suffixes = [...resource.suffixes, text];
        resource.remember();
        resource.rename(add(resource.name));
        continue;
      }
      const failed = changeField(resource.node, spec, 'scalar', (slot) =>
        scalarSetter(session, add(textOf(slot.get())))(slot),
      );
      if (failed !== undefined) return failed;
    }
  }
  return undefined;
}

/** Sets labels or annotations. Upstream: kustomize api/filters/labels/labels.go. */
export function setTexts(
  session: Session,
  resources: Resources,
  texts: ReadonlyMap<string, string>,
  specs: readonly FieldSpec[],
): Failure | undefined {
  const odd = new Set([...texts.keys()].filter((key) => oddKey(session, [key]) !== undefined));
  for (const resource of resources.all) {
    for (const [key, text] of texts) {
      const isOdd = odd.has(key);
      const failed = changeFields(resource, specs, 'map', (slot) => {
        const node = slot.get();
        if (!isNodeMap(node)) return wrongKind('MappingNode', node ?? null, (each) => printed(session, each));
        if (!node.has(key) && isOdd) return notPlayed({ kind: 'kustomize-odd-key', key });
        node.set(key, text);
        return undefined;
      });
      if (failed !== undefined) return failed;
    }
  }
  return undefined;
}

/** Upstream: kustomize api/internal/builtins/ReplicaCountTransformer.go. */
export function setReplicas(
  session: Session,
  resources: Resources,
  replica: ValueMap,
  replicas: readonly FieldSpec[],
): Failure | undefined {
  const name = stringAt(replica, 'name') ?? '';
  const written = replica.get('count');
  const set = scalarSetter(session, typeof written === 'bigint' ? written : 0n);
  let found = false;
  for (const spec of replicas) {
    for (const each of resources.withAnyId((id) => id.name === name && isSelected(id, spec))) {
      found = true;
      const failed = changeFields(each, [spec], 'scalar', set);
      if (failed !== undefined) return failed;
    }
  }
  if (found) return undefined;
  const kinds = replicas.map(gvkText).join(' ');
  return fail(`resource with name ${name} does not match a config with the following GVK [${kinds}]`);
}

/** Upstream: kustomize api/internal/builtins/ImageTagTransformer.go, api/filters/imagetag. */
export function setImage(
  session: Session,
  resources: Resources,
  image: ValueMap,
  images: readonly FieldSpec[],
): Failure | undefined {
  const set = imageSetter(session, image);
  const kept = resources.all.filter(({ gvk }) => gvk.kind !== 'CustomResourceDefinition');
  for (const { node } of kept) {
    const failed = inContainers(session, node, set);
    if (failed !== undefined) return failed;
  }
  for (const resource of kept) {
    const failed = changeFields(resource, images, 'nothing', set);
    if (failed !== undefined) return failed;
  }
  return undefined;
}

/** Goes to the images of all lists of containers, wherever they are. Upstream: legacy.go findFieldsFilter. */
function inContainers(
  session: Session,
  node: Node | undefined,
  set: (slot: Slot) => Failure | undefined,
): Failure | undefined {
  if (isNodeList(node)) {
    for (const item of node) {
      const failed = inContainers(session, item, set);
      if (failed !== undefined) return failed;
    }
  }
  if (!isNodeMap(node)) return undefined;
  for (const [key, value] of node) {
    const failed = inContainers(session, value, set);
    if (failed !== undefined) return failed;
    if ((key !== 'containers' && key !== 'initContainers') || !isNodeList(value)) continue;
    for (const item of value) {
      if (isAbsent(item)) continue;
      if (!isNodeMap(item)) return wrongKind('MappingNode', item, (each) => printed(session, each));
      const wrong = item.has('image') ? set(fieldSlot(item, 'image')) : undefined;
      if (wrong !== undefined) return wrong;
    }
  }
  return undefined;
}

/** Upstream: updater.go SetImageValue. */
function imageSetter(session: Session, image: ValueMap): (slot: Slot) => Failure | undefined {
  const text = (name: string) => stringAt(image, name) ?? '';
  const pattern = compilePattern(`^${text('name')}(:[a-zA-Z0-9_.{}-]*)?(@sha256:[a-zA-Z0-9_.{}-]*)?$`);
  return (slot) => {
    const node = slot.get();
    if (isNodeMap(node) || isNodeList(node)) return wrongKind('ScalarNode', node, (each) => printed(session, each));
    const written = textOf(node);
    // Upstream looks with a pattern that it could not make.
    if (pattern.kind === 'error') return notPlayed({ kind: 'kustomize-panic' });
    if (!pattern.test(written)) return undefined;
    const { name, tag, digest } = splitImage(written);
    const next = { name: text('newName') || name, tag, digest };
    if (text('newTag') !== '') Object.assign(next, { tag: text('newTag'), digest: text('digest') });
    else if (text('digest') !== '') Object.assign(next, { tag: '', digest: text('digest') });
    else if (text('tagSuffix') !== '') Object.assign(next, { tag: `${tag}${text('tagSuffix')}`, digest: '' });
    slot.set(`${next.name}${next.tag === '' ? '' : `:${next.tag}`}${next.digest === '' ? '' : `@${next.digest}`}`);
    return undefined;
  };
}

/** Upstream: kustomize api/internal/image/image.go Split. */
function splitImage(image: string): { readonly name: string; readonly tag: string; readonly digest: string } {
  const slash = Math.max(0, image.indexOf('/'));
  const [at, colon] = [image.indexOf('@', slash), image.indexOf(':', slash)];
  if (at < 0 && colon < 0) return { name: image, tag: '', digest: '' };
  if (at >= 0 && (at < colon || colon < 0)) return { name: image.slice(0, at), tag: '', digest: image.slice(at + 1) };
  const end = at < 0 ? image.length : at;
  const digest = at < 0 ? '' : image.slice(at + 1);
  return { name: image.slice(0, colon), tag: image.slice(colon + 1, end), digest };
}
