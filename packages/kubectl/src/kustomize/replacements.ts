import { compilePattern } from '@managed-fields/api-server/pattern';
import { isMap, listAt, mapAt, quote, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { hasChange } from '../changes.ts';
import { type Failure, fail, isFailure, notPlayed } from '../failure.ts';
import type { Session } from '../session.ts';
import { fieldSlot, itemSlot, type Slot } from './field-spec.ts';
import { structList, textList } from './kustomization.ts';
import type { Loader } from './loader.ts';
import { isEmpty, isNodeList, isNodeMap, isNodeScalar, type Node, textOf, thawed, within } from './node.ts';
import type { Transformer } from './patches.ts';
import { plainValue } from './plain-text.ts';
import { idText, type ResId } from './res-id.ts';
import type { Resource } from './resource.ts';
import { isSelectedBy, matcherOf, selectsLabels } from './resources.ts';

/**
 * Prepares `replacements`: what one field holds is put into others.
 * Upstream: kustomize api/internal/builtins/ReplacementTransformer.go, api/filters/replacement/replacement.go.
 */
export function replace(session: Session, loader: Loader, fields: ValueMap): Transformer | Failure {
  const all: ValueMap[] = [];
  for (const entry of structList(fields, 'replacements')) {
    const path = stringAt(entry, 'path') ?? '';
    if (path === '') {
      all.push(entry);
      continue;
    }
    const trouble = (failure: Failure) =>
      within(
        `trouble configuring builtin ReplacementTransformer with config: \`\n${shownList(session, fields)}\``,
        failure,
      );
    if (mapAt(entry, 'source') !== undefined || listAt(entry, 'targets') !== undefined) {
      return trouble(fail('cannot specify both path and inline replacement'));
    }
    const text = loader.load(path);
    if (isFailure(text)) return trouble(text);
    for (const document of session.host.readCore(text)) {
      if (document.kind === 'malformed') return trouble(fail(document.message));
      const items = Array.isArray(document.value) ? (document.value as readonly Value[]) : [document.value];
      all.push(...items.filter(isMap));
    }
  }
  return (resources) => {
    for (const entry of all) {
      const failed = replaceOne(session, resources.all, entry);
      if (failed !== undefined) return failed;
    }
    return undefined;
  };
}

function shownList(session: Session, fields: ValueMap): string {
  return session.host.printYaml(new Map([['Replacements', fields.get('replacements') ?? null]]));
}

function replaceOne(session: Session, resources: readonly Resource[], entry: ValueMap): Failure | undefined {
  const targets = listAt(entry, 'targets');
  const source = mapAt(entry, 'source');
  const given = stringAt(entry, 'sourceValue');
  if ((source === undefined && given === undefined) || targets === undefined) {
    return fail('replacements must specify a source and at least one target');
  }
  if (source !== undefined && given !== undefined) return fail('value and resource selectors are mutually exclusive');
  const value = source === undefined ? { node: given ?? '' } : sourceValue(resources, source);
  if ('kind' in value) return value;
  for (const target of targets.filter(isMap)) {
    const failed = putInto(session, resources, value.node, target);
    if (failed !== undefined) return failed;
  }
  return undefined;
}

/** The ids by which a resource is found: its present one first. */
const idsOf = (resource: Resource): readonly ResId[] => [
  { ...resource.id, clusterScoped: false },
  ...resource.formerIds,
];

function sourceValue(resources: readonly Resource[], source: ValueMap): { readonly node: Node } | Failure {
  const found = resources.filter((each) => idsOf(each).some((id) => isSelectedBy(id, source)));
  const [only, ...more] = found;
  if (more.length > 0) return fail(`multiple matches for selector ${sourceText(source)}`);
  if (only === undefined) return fail(`nothing selected by ${sourceText(source)}`);
  const path = stringAt(source, 'fieldPath') || 'metadata.name';
  const node = lookUp(only.node, splitPath(path));
  if (isEmpty(node) || node === undefined) {
    return fail(`fieldPath \`${path}\` is missing for replacement source ${sourceId(source)}`);
  }
  const options = mapAt(source, 'options');
  const delimiter = stringAt(options, 'delimiter') ?? '';
  if (delimiter === '') return { node };
  if (!isNodeScalar(node)) return fail('delimiter option can only be used with scalar nodes');
  const parts = textOf(node).split(delimiter);
  const index = indexOf(options);
  const part = index < 0 ? undefined : parts[index];
  if (part === undefined) return fail(`options.index ${index} is out of bounds for value ${textOf(node)}`);
  return { node: part };
}

function sourceId(source: ValueMap): string {
  const text = (name: string) => stringAt(source, name) ?? '';
  return idText({
    group: text('group'),
    version: text('version'),
    kind: text('kind'),
    name: text('name'),
    namespace: text('namespace'),
  });
}

/** Upstream: kustomize api/types/replacement.go SourceSelector.String. */
function sourceText(source: ValueMap): string {
  const options = mapAt(source, 'options');
  const [path, delimiter] = [stringAt(source, 'fieldPath') ?? '', stringAt(options, 'delimiter') ?? ''];
  const create = options?.get('create') === true;
  const shown =
    options === undefined || (delimiter === '' && !create) ? '' : `${delimiter}(${indexOf(options)}), create=${create}`;
  return [sourceId(source), path, shown].filter((each) => each !== '').join(':');
}

function indexOf(options: ValueMap | undefined): number {
  return Number(options?.get('index') ?? 0);
}

function putInto(session: Session, resources: readonly Resource[], value: Node, target: ValueMap): Failure | undefined {
  const select = mapAt(target, 'select');
  if (select === undefined) return fail('target must specify resources to select');
  const selects = selecting(session, select);
  if (isFailure(selects)) return within('error creating target selector', selects);
  const rejects = structList(target, 'reject');
  for (const resource of resources) {
    const labelled = selectsLabels(select, resource);
    if (isFailure(labelled)) return labelled;
    if (!labelled || isRejected(session, resource, rejects)) continue;
    const failed = idsOf(resource).some(selects) ? copyValue(session, resource, value, target) : undefined;
    if (failed !== undefined) return failed;
  }
  return undefined;
}

/** Whether an id is one that a selector names, by patterns or, in kubectl before v1.36, by texts. */
function selecting(session: Session, selector: ValueMap): ((id: ResId) => boolean) | Failure {
  if (!hasChange('targetsByPattern', session.host.release)) return (id) => isSelectedBy(id, selector);
  const matcher = matcherOf(selector);
  if (isFailure(matcher)) return matcher;
  return (id) => matcher.gvk(id) && matcher.name(id.name) && matcher.namespace(id.namespace);
}

function isRejected(session: Session, resource: Resource, rejects: readonly ValueMap[]): boolean {
  return rejects.some((reject) => {
    const byLabels =
      (stringAt(reject, 'labelSelector') ?? '') !== '' || (stringAt(reject, 'annotationSelector') ?? '') !== '';
    if (byLabels && selectsLabels(reject, resource) === true) return true;
    const selects = selecting(session, reject);
    const named = ['group', 'version', 'kind', 'name', 'namespace'].some(
      (name) => (stringAt(reject, name) ?? '') !== '',
    );
    return !isFailure(selects) && named && idsOf(resource).some(selects);
  });
}

/** Upstream: replacement.go copyValueToTarget, setFieldValue. */
function copyValue(session: Session, resource: Resource, value: Node, target: ValueMap): Failure | undefined {
  const options = mapAt(target, 'options');
  const create = options?.get('create') === true;
  const paths = textList(target, 'fieldPaths');
  for (const path of paths.length === 0 ? ['metadata.name'] : paths) {
    const root: Slot = { get: () => resource.node, set: () => undefined };
    const parts = splitPath(path);
    const kind = isNodeMap(value) ? 'map' : isNodeList(value) ? 'list' : 'scalar';
    const found = matching(root, parts, { exact: false, ...(create ? { create: kind } : {}) });
    const what = `unable to find ${create ? 'or create ' : ''}field ${quote(path)} in replacement target`;
    if (isFailure(found)) return within(what, found);
    if (found.length === 0) return fail(what);
    // Annotations are texts as they stand.
    const isNote = parts[0] === 'metadata' && parts[1] === 'annotations' && isNodeScalar(value);
    // A field that holds itself doubles with each replacement: what is beyond this nobody can read.
    if (!isNodeScalar(value) && nodesIn(value) * found.length > mostNodes) return notPlayed({ kind: 'too-much' });
    for (const slot of found) {
      if (isNote && slot.made === true) {
        slot.set(textOf(value));
        continue;
      }
      const failed = setValue(session, slot, value, options);
      if (failed !== undefined) return failed;
    }
  }
  return undefined;
}

const mostNodes = 200_000;

function nodesIn(node: Node): number {
  const parts = isNodeMap(node) ? [...node.values()] : isNodeList(node) ? node : [];
  return parts.reduce<number>((sum, part) => sum + nodesIn(part), 1);
}

function setValue(session: Session, slot: Slot, value: Node, options: ValueMap | undefined): Failure | undefined {
  const delimiter = stringAt(options, 'delimiter') ?? '';
  const there = slot.get();
  if (delimiter === '') {
    if (isNodeScalar(value)) return setText(session, slot, textOf(value));
    slot.set(thawed(value));
    return undefined;
  }
  if (!isNodeScalar(there)) return fail('delimiter option can only be used with scalar nodes');
  const parts = textOf(there).split(delimiter);
  const index = indexOf(options);
  if (index < 0) parts.unshift(textOf(value));
  else if (index >= parts.length) parts.push(textOf(value));
  else parts[index] = textOf(value);
  return setText(session, slot, parts.join(delimiter));
}

/**
 * Puts a text in the place of a scalar, whose type stays; a text of another type cannot be written then. A place that was
 * made takes the type of the text. Upstream: go.yaml.in/yaml/v3 resolve.go resolve.
 */
function setText(session: Session, slot: Slot, text: string): Failure | undefined {
  const before = slot.get();
  if (typeof before === 'string' && slot.made !== true) {
    slot.set(text);
    return undefined;
  }
  const value = thawed(plainValue(session, text));
  const [is, was] = [typeTag(value), typeTag(before ?? null)];
  if (
    !isNodeMap(before) &&
    !isNodeList(before) &&
    slot.made !== true &&
    is !== was &&
    !(is === 'int' && was === 'float')
  ) {
    return fail(`map[string]interface {}(nil): yaml: cannot decode !!${is} \`${text}\` as a !!${was}`);
  }
  slot.set(value);
  return undefined;
}

function typeTag(node: Node): string {
  if (node === null) return 'null';
  if (typeof node === 'bigint') return 'int';
  return typeof node === 'number' ? 'float' : typeof node === 'boolean' ? 'bool' : 'str';
}

/** Splits `spec.containers.[name=a.b].image`. Upstream: kyaml utils/pathsplitter.go SmarterPathSplitter. */
export function splitPath(path: string): readonly string[] {
  const parts: string[] = [];
  const pieces = path.split('.');
  const whole = pieces.length > 1 && pieces[0] === '' ? pieces.slice(1) : pieces;
  const joined: string[] = [];
  for (const piece of whole) {
    const before = joined.at(-1);
    if (before?.endsWith('\\')) joined[joined.length - 1] = `${before.slice(0, -1)}.${piece}`;
    else joined.push(piece);
  }
  for (let at = 0; at < joined.length; at++) {
    const part = joined[at] ?? '';
    if (!part.startsWith('[') || part.endsWith(']')) {
      parts.push(part);
      continue;
    }
    const bracketed = [part];
    while (at < joined.length - 1) {
      const next = joined[++at] ?? '';
      bracketed.push(next);
      if (next.endsWith(']')) break;
    }
    const text = bracketed.join('.');
    parts.push(text.includes('=') ? text : text.replace(/^[[\]]+|[[\]]+$/g, ''));
  }
  return parts.filter((part) => part !== '');
}

/** The node that a path leads to. Upstream: kyaml yaml/fns.go PathGetter. */
export function lookUp(node: Node, path: readonly string[]): Node | undefined {
  if (path.includes('*')) return undefined;
  const found = matching({ get: () => node, set: () => undefined }, path, { exact: true });
  return isFailure(found) ? undefined : found[0]?.get();
}

/** How a path is followed. */
interface Search {
  /** Whether items are found by the same text; otherwise by a regular expression. */
  readonly exact: boolean;
  /** What is made where the path leads to nothing. */
  readonly create?: 'map' | 'list' | 'scalar';
}

/** The places that a path leads to. Upstream: kyaml yaml/match.go PathMatcher. */
function matching(slot: Slot, path: readonly string[], search: Search): readonly Slot[] | Failure {
  const [part, ...rest] = path;
  if (part === undefined) return [slot];
  let node = slot.get();
  const isItem = part === '-' || /^\d+$/.test(part) || (part.startsWith('[') && part.endsWith(']'));
  if (search.create !== undefined && (node === undefined || node === null)) {
    node = isItem ? [] : new Map();
    slot.set(node);
  }
  if (isNodeList(node)) return inList(node, part, rest, search);
  // A text that holds YAML or JSON is looked into upstream.
  if (isNodeScalar(node)) return search.exact ? [] : notPlayed({ kind: 'kustomize', field: 'replacements' });
  if (!isNodeMap(node) || isItem) return [];
  if (!node.has(part)) {
    if (search.create === undefined) return [];
    node.set(part, rest.length > 0 ? null : emptyOf(search.create));
    if (rest.length === 0) return [{ ...fieldSlot(node, part), made: true }];
  }
  return matching(fieldSlot(node, part), rest, search);
}

function emptyOf(kind: 'map' | 'list' | 'scalar'): Node {
  return kind === 'map' ? new Map() : kind === 'list' ? [] : '';
}

function inList(list: Node[], part: string, rest: readonly string[], search: Search): readonly Slot[] | Failure {
  const { create, exact } = search;
  if (part === '*') return together([...list.keys()], list, rest, search);
  if (/^\d+$/.test(part)) {
    const index = Number(part);
    if (create !== undefined && index === list.length) {
      list.push(rest.length > 0 ? null : emptyOf(create));
      if (rest.length === 0) return [{ ...itemSlot(list, index), made: true }];
    }
    if (index < list.length) return matching(itemSlot(list, index), rest, search);
    return exact ? [] : fail(`index ${index} specified but only ${list.length} elements found`);
  }
  const [isBracket, key = '', written = ''] = /^\[([^=]*)=([\s\S]*)\]$/.exec(part) ?? [];
  if (isBracket === undefined) return [];
  const value = written.replace(/^(["'])([\s\S]*)\1$/, '$2');
  const pattern = compilePattern(value);
  if (!exact && pattern.kind === 'error') return fail(pattern.message);
  const fits = (item: Node) => {
    if (key !== '' && !isNodeMap(item)) return false;
    const text = key === '' ? textOf(item) : textOf(isNodeMap(item) ? item.get(key) : undefined);
    return exact ? text === value : pattern.kind === 'pattern' && text !== '' && pattern.test(text);
  };
  const found = [...list.keys()].filter((index) => fits(list[index] ?? null));
  if (found.length === 0 && create !== undefined) {
    list.push(key === '' ? value : new Map([[key, value]]));
    found.push(list.length - 1);
  }
  return together(found, list, rest, search);
}

/** The places below several items. */
function together(
  indexes: readonly number[],
  list: Node[],
  rest: readonly string[],
  search: Search,
): readonly Slot[] | Failure {
  const all: Slot[] = [];
  for (const index of indexes) {
    const found = matching(itemSlot(list, index), rest, search);
    if (isFailure(found)) return found;
    all.push(...found);
  }
  return all;
}
