import {
  applyJsonPatch,
  formatJson,
  isMap,
  mapAt,
  parseJson,
  quote,
  stringAt,
  type Value,
  type ValueList,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Failure, fail, isFailure, notPlayed } from '../failure.ts';
import { operationsOf } from '../json-patch.ts';
import type { Session } from '../session.ts';
import { metadataProblem, readResources } from './documents.ts';
import { textList } from './kustomization.ts';
import type { Loader } from './loader.ts';
import { mergeNodes } from './merge-patch.ts';
import { isNodeList, isNodeMap, madeMap, mapIn, type Node, textsOf, thawed, within } from './node.ts';
import { withNotes } from './notes.ts';
import { oddKey, plainValue } from './plain-text.ts';
import { idText } from './res-id.ts';
import type { Resource } from './resource.ts';
import type { Resources } from './resources.ts';

/** Something that a kustomization does to its resources, read and checked before anything is done. */
export type Transformer = (resources: Resources) => Failure | undefined;

/**
 * Prepares an entry of `patches`, which is strategic or JSON by what it holds.
 * Upstream: kustomize api/internal/builtins/PatchTransformer.go.
 */
export function patchTransformer(session: Session, loader: Loader, entry: ValueMap): Transformer | Failure {
  const configuration = () => session.host.printYaml(withoutEmpty(entry));
  const made = prepared(session, loader, entry, configuration);
  if (!isFailure(made)) return made;
  return within(`trouble configuring builtin PatchTransformer with config: \`\n${configuration()}\``, made);
}

function prepared(
  session: Session,
  loader: Loader,
  entry: ValueMap,
  configuration: () => string,
): Transformer | Failure {
  const [inline, path] = [(stringAt(entry, 'patch') ?? '').trim(), stringAt(entry, 'path') ?? ''];
  if (inline === '' && path === '') return fail(`must specify one of patch and path in\n${configuration()}`);
  if (inline !== '' && path !== '') return fail(`patch and path can't be set at the same time\n${configuration()}`);
  let text = inline;
  if (path !== '') {
    const loaded = loader.load(path);
    if (isFailure(loaded)) return within(`failed to get the patch file from path(${path})`, loaded);
    text = loaded;
  }
  const source = path === '' ? `[patch: ${quote(inline)}]` : `[path: ${quote(path)}]`;
  const read = readResources(session, loader.kinds, text);
  const target = mapAt(entry, 'target');
  if (read.kind !== 'failure') {
    const options = mapAt(entry, 'options');
    const strategic = read.resources;
    for (const each of strategic) {
      each.mayChangeName = options?.get('allowNameChange') === true;
      each.mayChangeKind = options?.get('allowKindChange') === true;
    }
    return (resources) =>
      strategic.length === 0 ? undefined : mergeStrategic(session, resources, strategic, target, source);
  }
  const json = jsonOperations(session, text);
  if (isFailure(json)) {
    return read.unplayed === undefined ? fail(`unable to parse SM or JSON patch from ${source}`) : read;
  }
  return (resources) => {
    if (json.length === 0) return undefined;
    if (target === undefined) return fail(`must specify a target for JSON patch ${source}`);
    return patchJson(session, resources, target, json, true);
  };
}

/** A structure as Go writes it, without what is empty. */
function withoutEmpty(entry: ValueMap): ValueMap {
  const kept = [...entry].flatMap(([key, each]): readonly (readonly [string, Value])[] => {
    if (isMap(each)) return [[key, withoutEmpty(each)]];
    return each === '' || each === false ? [] : [[key, each]];
  });
  return new Map(kept);
}

/** Upstream: gopkg.in/evanphx/json-patch.v4 DecodePatch. */
function jsonOperations(session: Session, text: string): ValueList | Failure {
  const json = jsonOf(session, text);
  return isFailure(json) ? json : operationsIn(session, json);
}

/** A text as JSON: one that does not begin with a bracket is taken as YAML. */
function jsonOf(session: Session, text: string): string | Failure {
  if (text.startsWith('[')) return text;
  const [document] = session.host.read(text);
  if (document?.kind === 'malformed') return fail(document.message.replace('error converting YAML to JSON: ', ''));
  return formatJson(document?.value ?? null, { sortKeys: true });
}

function operationsIn(session: Session, json: string): ValueList | Failure {
  const parsed = parseJson(json);
  const decoding = (message: string) => fail(`decoding ${json}: ${message}`);
  if (parsed.kind === 'error') return decoding(parsed.message);
  const operations = operationsOf(session, parsed.value);
  return isFailure(operations) ? decoding(operations.message) : operations;
}

function mergeStrategic(
  session: Session,
  resources: Resources,
  patches: readonly Resource[],
  target: ValueMap | undefined,
  source: string,
): Failure | undefined {
  if (target === undefined) {
    for (const patch of patches) {
      const found = resources.byId(patch.firstId);
      if (isFailure(found)) {
        return within(`no resource matches strategic merge patch ${quote(idText(patch.firstId))}`, found);
      }
      const failed = merge(session, found, patch);
      if (failed !== undefined) return failed;
    }
    return undefined;
  }
  const [patch, ...more] = patches;
  if (patch === undefined || more.length > 0) {
    const words =
      'Multiple Strategic-Merge Patches in one `patches` entry is not allowed to set `patches.target` field';
    return fail(`${words}: ${source}`);
  }
  const selected = resources.select(target);
  if (isFailure(selected)) {
    return within(`unable to find patch target ${quote(targetText(target))} in \`resources\``, selected);
  }
  return mergeInto(session, resources, selected, patch);
}

/** Upstream: kustomize api/types/selector.go String. */
function targetText(target: ValueMap): string {
  const text = (name: string) => stringAt(target, name) ?? '';
  const gvk = { group: text('group'), version: text('version'), kind: text('kind') };
  const id = idText({ ...gvk, name: text('name'), namespace: text('namespace') });
  return `${id}:a=${text('annotationSelector')}:l=${text('labelSelector')}`;
}

/** Lays a patch over some of the resources; ids are checked afterwards. Upstream: reswrangler.go ApplySmPatch. */
function mergeInto(
  session: Session,
  resources: Resources,
  selected: readonly Resource[],
  patch: Resource,
): Failure | undefined {
  for (const resource of resources.all) {
    if (!selected.includes(resource)) continue;
    const copy = copied(patch);
    const apiVersion = resource.node.get('apiVersion');
    if (apiVersion !== undefined) copy.node.set('apiVersion', apiVersion);
    const failed = merge(session, resource, copy);
    if (failed !== undefined) return failed;
  }
  return resources.reset(resources.all.filter((each) => !each.isEmpty()));
}

/** A copy of a patch, whose labels and annotations are texts. Upstream: resource.go CopyMergeMetaDataFieldsFrom. */
function copied(patch: Resource): Resource {
  const node = thawed(patch.node);
  const copy = Object.assign(Object.create(Object.getPrototypeOf(patch)), patch) as Resource;
  copy.node = isNodeMap(node) ? node : new Map();
  // What is null deletes nothing: it becomes the text that stands there.
  const { writtenLabels, annotations } = patch;
  copy.setTexts('labels', writtenLabels);
  copy.setTexts('annotations', annotations);
  return copy;
}

/** Upstream: resource.go ApplySmPatch. */
function merge(session: Session, resource: Resource, patch: Resource): Failure | undefined {
  const odd = patch.oddKey === undefined ? undefined : addedOddKey(session, resource.node, patch.node);
  if (odd !== undefined) return notPlayed({ kind: 'kustomize-odd-key', key: odd });
  const { name, namespace } = resource;
  const kind = resource.node.get('kind');
  if (patch.mayChangeName || patch.mayChangeKind) resource.remember();
  const result = mergeNodes(session, resource.node, patch.node, resource.kinds);
  if (result.kind === 'failure') return result;
  // What is to take the place of the whole is lost upstream: it changes the resource itself.
  if (result.node === undefined) resource.node = new Map();
  resource.plainNotes = new Set([...resource.plainNotes, ...patch.plainNotes]);
  resource.nullNotes = new Map([...resource.nullNotes, ...patch.nullNotes]);
  if (resource.isEmpty()) return undefined;
  if (!patch.mayChangeKind && kind !== undefined) resource.node.set('kind', kind);
  if (!patch.mayChangeName) resource.rename(name);
  resource.moveTo(namespace);
  return undefined;
}

/** A key of a patch that may be no text and that is not there yet; one that is there is a text already. */
function addedOddKey(session: Session, target: Node | undefined, patch: Node): string | undefined {
  if (isNodeList(patch))
    return patch.map((item) => addedOddKey(session, undefined, item)).find((key) => key !== undefined);
  if (!isNodeMap(patch)) return undefined;
  const there = isNodeMap(target) ? target : undefined;
  const added = oddKey(
    session,
    [...patch.keys()].filter((key) => !(there?.has(key) ?? false)),
  );
  if (added !== undefined) return added;
  return [...patch].map(([key, each]) => addedOddKey(session, there?.get(key), each)).find((key) => key !== undefined);
}

/** A resource goes through JSON to be patched, after which annotations without quotes are what YAML makes of them. */
function asJson(session: Session, resource: Resource): void {
  const notes = mapIn(mapIn(resource.node, 'metadata'), 'annotations');
  for (const name of resource.plainNotes) {
    const text = notes?.get(name);
    if (typeof text === 'string') notes?.set(name, thawed(plainValue(session, text)));
  }
  resource.plainNotes = new Set();
  resource.nullNotes = new Map();
}

/** Upstream: PatchTransformer.go transformJson6902. */
function patchJson(
  session: Session,
  resources: Resources,
  target: ValueMap,
  operations: ValueList,
  remembers: boolean,
): Failure | undefined {
  const selected = resources.select(target);
  if (isFailure(selected)) return selected;
  for (const resource of selected) {
    // What is remembered of a name stands in annotations, so that there are some.
    if (remembers) resource.remember();
    if (resource.former.length > 0 || resource.needsHash) madeMap(madeMap(resource.node, 'metadata'), 'annotations');
    asJson(session, resource);
    const patched = applyJsonPatch(resource.node, operations);
    if (patched.kind !== 'patched') return fail(patched.message);
    const node = thawed(patched.value);
    resource.node = isNodeMap(node) ? node : new Map();
    const problem = metadataProblem(withNotes(resource));
    if (problem !== undefined) return fail(problem);
    resource.setTexts('annotations', textsOf(mapIn(resource.node, 'metadata')?.get('annotations')));
  }
  return undefined;
}

/** Prepares `patchesStrategicMerge`. Upstream: PatchStrategicMergeTransformer.go. */
export function strategicTransformer(session: Session, loader: Loader, fields: ValueMap): Transformer | Failure {
  const patches: Resource[] = [];
  const written = textList(fields, 'patchesStrategicMerge');
  const configuration = session.host.printYaml(new Map<string, Value>([['paths', [...written]]]));
  const trouble = (failure: Failure) =>
    within(`trouble configuring builtin PatchStrategicMergeTransformer with config: \`\n${configuration}\``, failure);
  for (const each of written) {
    let read = readResources(session, loader.kinds, each);
    if (read.kind === 'failure') {
      const text = loader.load(each);
      if (isFailure(text)) return trouble(text);
      read = readResources(session, loader.kinds, text);
      if (read.kind === 'failure') return trouble(inFile(read, each));
    }
    patches.push(...read.resources);
  }
  if (patches.length === 0) {
    return trouble(fail(`patch appears to be empty; files=[${written.join(' ')}], Patch=`));
  }
  return (resources) => {
    for (const patch of patches) {
      const found = resources.byId(patch.firstId);
      if (isFailure(found)) return found;
      const failed = mergeInto(session, resources, [found], patch);
      if (failed !== undefined) return failed;
    }
    return undefined;
  };
}

/** Names the file of what cannot be read. Upstream: kustomize api/internal/kusterr/yamlformaterror.go Handler. */
export function inFile(failure: Failure, path: string): Failure {
  return failure.message.includes('MalformedYAMLError') ? fail(`${failure.message} in File: ${path}`) : failure;
}

/** Prepares an entry of `patchesJson6902`. Upstream: PatchJson6902Transformer.go. */
export function jsonTransformer(session: Session, loader: Loader, entry: ValueMap): Transformer | Failure {
  const {
    target,
    path,
    patch: text,
  } = {
    target: mapAt(entry, 'target'),
    path: stringAt(entry, 'path') ?? '',
    patch: stringAt(entry, 'patch') ?? '',
  };
  const shown = new Map<string, Value>([
    ...(text === '' ? [] : ([['jsonOp', text]] as const)),
    ...(path === '' ? [] : ([['path', path]] as const)),
    ...(target === undefined ? [] : ([['target', withoutEmpty(target)]] as const)),
  ]);
  const configuration = session.host.printYaml(shown);
  const trouble = (failure: Failure) =>
    within(`trouble configuring builtin PatchJson6902Transformer with config: \`\n${configuration}\``, failure);
  if (target === undefined || (stringAt(target, 'name') ?? '') === '') {
    return trouble(fail('must specify the target name'));
  }
  if (path === '' && text === '') return trouble(fail('empty file path and empty jsonOp'));
  if (path !== '' && text !== '') return trouble(fail('must specify a file path or jsonOp, not both'));
  const loaded = path === '' ? text : loader.load(path);
  if (isFailure(loaded)) return trouble(loaded);
  if (loaded === '') return trouble(fail(`patch file '${path}' empty seems to be empty`));
  const json = jsonOf(session, loaded);
  const operations = isFailure(json) ? json : operationsIn(session, json);
  if (isFailure(operations)) return trouble(operations);
  if (operations.length === 0) return trouble(fail(`patch appears to be empty; file=${path}, JsonOp=${json}`));
  return (resources) => patchJson(session, resources, target, operations, false);
}
