import { compilePattern } from '@managed-fields/api-server/pattern';
import { isList, isMap, listAt, mapAt, quote, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { hasChange } from '../changes.ts';
import { type Failure, fail, isFailure, notPlayed } from '../failure.ts';
import type { Session } from '../session.ts';
import { metadataProblem } from './documents.ts';
import { fieldSlot, itemSlot, type Slot } from './field-spec.ts';
import { listOf, readForm } from './go-form.ts';
import { hasItems, replacementForm, structList, textList } from './kustomization.ts';
import type { Loader } from './loader.ts';
import {
  isAbsent,
  isEmpty,
  isNodeList,
  isNodeMap,
  isNodeScalar,
  type Node,
  textOf,
  thawed,
  within,
  wrongKind,
} from './node.ts';
import { withNotes } from './notes.ts';
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
      // An empty list is no list where upstream writes the entry down and reads it again.
      all.push(hasItems(entry.get('targets')) ? entry : new Map());
      continue;
    }
    const trouble = (failure: Failure) =>
      within(
        `trouble configuring builtin ReplacementTransformer with config: \`\n${shownList(session, fields)}\``,
        failure,
      );
    if (mapAt(entry, 'source') !== undefined || hasItems(entry.get('targets'))) {
      return trouble(fail('cannot specify both path and inline replacement'));
    }
    const text = loader.load(path);
    const read = isFailure(text) ? text : entriesOf(session, text);
    if (isFailure(read)) return trouble(read);
    all.push(...read);
  }
  return (resources) => {
    for (const entry of all) {
      const failed = replaceOne(session, resources.all, entry);
      if (failed !== undefined) return failed;
    }
    for (const each of resources.all) {
      const problem = metadataProblem(withNotes(each));
      if (problem !== undefined) return fail(problem);
    }
    return undefined;
  };
}

/** The replacements of a file, which holds one or a list. */
function entriesOf(session: Session, text: string): readonly ValueMap[] | Failure {
  const [document] = session.host.read(text);
  if (document?.kind === 'malformed') return fail(document.message);
  const value = document?.value ?? null;
  if (!isMap(value) && !isList(value)) {
    const type =
      value === null
        ? 'invalid'
        : typeof value === 'boolean'
          ? 'bool'
          : typeof value === 'string'
            ? 'string'
            : 'float64';
    return fail(`unsupported replacement type encountered within replacement path: ${type}`);
  }
  const read = readForm(value, isList(value) ? replacementList : replacementForm, 'dropped');
  if (read.kind === 'failure')
    return { ...read, message: `error unmarshaling JSON: while decoding JSON: ${read.message}` };
  return isMap(read.value) ? [read.value] : isList(read.value) ? read.value.filter(isMap) : [];
}

const replacementList = listOf(replacementForm);

function shownList(session: Session, fields: ValueMap): string {
  return session.host.printYaml(new Map([['Replacements', fields.get('replacements') ?? null]]));
}

function replaceOne(session: Session, resources: readonly Resource[], entry: ValueMap): Failure | undefined {
  const targets = listAt(entry, 'targets');
  const value = chosenValue(session, resources, entry);
  if (value === undefined || targets === undefined) {
    return fail('replacements must specify a source and at least one target');
  }
  if ('kind' in value) return value;
  for (const target of targets.filter(isMap)) {
    const failed = putInto(session, resources, value.node, target);
    if (failed !== undefined) return failed;
  }
  return undefined;
}

/** The value that is put into others; undefined where none is named. */
function chosenValue(session: Session, resources: readonly Resource[], entry: ValueMap): Source | undefined {
  const [source, given] = [mapAt(entry, 'source'), stringAt(entry, 'sourceValue')];
  if (source === undefined) return given === undefined ? undefined : { node: given };
  if (given !== undefined) return fail('value and resource selectors are mutually exclusive');
  return sourceValue(session, resources, source);
}

/** What a source holds, or why it holds nothing. */
type Source = { readonly node: Node } | Failure;

/** The ids by which a resource is found: its present one first. */
const idsOf = (resource: Resource): readonly ResId[] => [
  { ...resource.id, clusterScoped: false },
  ...resource.formerIds,
];

function sourceValue(session: Session, resources: readonly Resource[], source: ValueMap): Source {
  const found = resources.filter((each) => idsOf(each).some((id) => isSelectedBy(id, source)));
  const [only, ...more] = found;
  if (more.length > 0) return fail(`multiple matches for selector ${sourceText(source)}`);
  if (only === undefined) return fail(`nothing selected by ${sourceText(source)}`);
  const path = stringAt(source, 'fieldPath') || 'metadata.name';
  const node = lookedUp(only.node, cleaned(splitPath(path)), (each) => session.host.printYaml(each));
  if (isFailure(node)) return within('error looking up replacement source', node);
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
  const rejects: Reject[] = [];
  for (const selector of structList(target, 'reject')) {
    const matches = selecting(session, selector);
    if (isFailure(matches)) return within('error creating target selector', matches);
    rejects.push({ selector, matches });
  }
  for (const resource of resources) {
    const labelled = selectsLabels(select, resource);
    if (isFailure(labelled)) return labelled;
    if (!labelled) continue;
    const rejected = isRejected(resource, rejects);
    if (isFailure(rejected)) return rejected;
    if (rejected) continue;
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

/** What is not to be changed, with what its selector asks of ids. */
interface Reject {
  readonly selector: ValueMap;
  readonly matches: (id: ResId) => boolean;
}

/** Upstream: replacement.go selectByAnnoAndLabel; api/types/replacement.go RejectsAny. */
function isRejected(resource: Resource, rejects: readonly Reject[]): boolean | Failure {
  const asks = (selector: ValueMap, names: readonly string[]) =>
    names.some((name) => (stringAt(selector, name) ?? '') !== '');
  for (const { selector } of rejects) {
    if (!asks(selector, ['labelSelector', 'annotationSelector'])) continue;
    const labelled = selectsLabels(selector, resource);
    if (labelled !== false) return labelled;
  }
  return rejects.some(
    ({ selector, matches }) =>
      asks(selector, ['group', 'version', 'kind', 'name', 'namespace']) && idsOf(resource).some(matches),
  );
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
    const printed = (node: Node) => session.host.printYaml(node);
    const found = matching(root, parts, { printed, ...(create ? { create: kind } : {}) });
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
    if (!isCollection(there)) return setText(session, slot, textOf(value));
    slot.set(thawed(value));
    return undefined;
  }
  if (isCollection(there)) return fail('delimiter option can only be used with scalar nodes');
  const parts = textOf(there).split(delimiter);
  const index = indexOf(options);
  if (index < 0) parts.unshift(textOf(value));
  else if (index >= parts.length) parts.push(textOf(value));
  else parts[index] = textOf(value);
  return setText(session, slot, parts.join(delimiter));
}

function isCollection(node: Node | undefined): boolean {
  return isNodeMap(node) || isNodeList(node);
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
  if (slot.made !== true && is !== was && !(is === 'int' && was === 'float')) {
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
  for (let part = joined.shift(); part !== undefined; part = joined.shift()) {
    if (!part.startsWith('[') || part.endsWith(']')) {
      parts.push(part);
      continue;
    }
    const end = joined.findIndex((each) => each.endsWith(']'));
    const text = [part, ...joined.splice(0, end < 0 ? joined.length : end + 1)].join('.');
    parts.push(text.includes('=') ? text : text.replace(/^[[\]]+|[[\]]+$/g, ''));
  }
  return parts;
}

/** A path without parts that are empty. Upstream: kyaml yaml/match.go cleanPath. */
function cleaned(path: readonly string[]): readonly string[] {
  return path.map((part) => part.trim()).filter((part) => part !== '');
}

/** The node that a path leads to; nothing for a path that cannot be followed. */
export function lookUp(node: Node, path: readonly string[]): Node | undefined {
  const found = lookedUp(node, cleaned(path), String);
  return isFailure(found) ? undefined : found;
}

/** Whether a part of a path is the number of an item. Upstream: kyaml yaml/fns.go IsIdxNumber. */
const isIndex = (part: string) => /^\+?\d+$/.test(part);

/** Whether a part of a path stands in brackets. */
const isBracketed = (part: string) => part.startsWith('[') && part.endsWith(']');

/** The key and the value in `[name=app]`. Upstream: kyaml yaml/fns.go SplitIndexNameValue. */
function keyAndValue(part: string): readonly [key: string, value: string] | Failure {
  const text = part.slice(1, -1);
  const at = text.indexOf('=');
  if (at < 0) return fail('list path element must contain fieldName=fieldValue for element to match');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Upstream: kyaml yaml/fns.go PathGetter. */
function lookedUp(
  node: Node | undefined,
  [part, ...rest]: readonly string[],
  printed: (node: Node) => string,
): Node | undefined | Failure {
  if (part === undefined || isAbsent(node)) return node;
  if (/^-\d+$/.test(part)) return fail(`array index ${BigInt(part)} cannot be negative`);
  if (part === '*') return fail('wildcard is not supported in PathGetter');
  const isInList = isIndex(part) || part === '-' || isBracketed(part);
  const named = isBracketed(part) ? keyAndValue(part) : undefined;
  if (isFailure(named)) return named;
  if (isInList && !isNodeList(node)) return wrongKind('SequenceNode', node, printed);
  if (!isNodeList(node)) {
    return isNodeMap(node) ? lookedUp(node.get(part), rest, printed) : wrongKind('MappingNode', node, printed);
  }
  if (!isInList) return wrongKind('MappingNode', node, printed);
  if (named === undefined) return lookedUp(part === '-' ? node.at(-1) : node[Number(part)], rest, printed);
  const [key, value] = named;
  const fits = (item: Node) =>
    key === '' ? textOf(item) === value : isNodeMap(item) && item.has(key) && textOf(item.get(key)) === value;
  return lookedUp(node.find(fits), rest, printed);
}

/** How a path is followed. */
interface Search {
  readonly printed: (node: Node) => string;
  /** What is made where the path leads to nothing. */
  readonly create?: 'map' | 'list' | 'scalar';
}

/** The places that a path leads to. Upstream: kyaml yaml/match.go PathMatcher. */
function matching(slot: Slot, path: readonly string[], search: Search): readonly Slot[] | Failure {
  const [part, ...rest] = path;
  if (part === undefined) return [slot];
  const node = slot.get();
  const isItem = isIndex(part) || isBracketed(part);
  // What is made in place of null does not take its place.
  if (isAbsent(node)) return search.create === undefined ? [] : [{ get: () => null, set: () => undefined, made: true }];
  const named = isBracketed(part) ? keyAndValue(part) : undefined;
  if (isFailure(named)) return named;
  // A text that holds YAML or JSON is looked into upstream.
  if (isNodeScalar(node)) return notPlayed({ kind: 'kustomize', field: 'replacements' });
  if (isItem || part === '*') {
    if (!isNodeList(node)) return wrongKind('SequenceNode', node, search.printed);
    return named === undefined ? inList(node, part, rest, search) : withValue(node, named, rest, search);
  }
  if (part === '') return wrongKind('ScalarNode', node, search.printed);
  if (!isNodeMap(node)) return wrongKind('MappingNode', node, search.printed);
  if (!node.has(part)) {
    if (search.create === undefined) return [];
    node.set(part, madeFor(rest, search.create));
    if (rest.length === 0) return [{ ...fieldSlot(node, part), made: true }];
  }
  return matching(fieldSlot(node, part), rest, search);
}

/** What is made where a path goes on with these parts, or ends. */
function madeFor([next]: readonly string[], kind: 'map' | 'list' | 'scalar'): Node {
  if (next !== undefined) return isIndex(next) || isBracketed(next) ? [] : new Map();
  return kind === 'map' ? new Map() : kind === 'list' ? [] : '';
}

function inList(list: Node[], part: string, rest: readonly string[], search: Search): readonly Slot[] | Failure {
  const { create } = search;
  if (part === '*') return together([...list.keys()], list, rest, search);
  const index = Number(part);
  if (create !== undefined && index === list.length) {
    list.push(madeFor(rest, create));
    if (rest.length === 0) return [{ ...itemSlot(list, index), made: true }];
  }
  if (index < list.length) return matching(itemSlot(list, index), rest, search);
  return fail(`index ${index} specified but only ${list.length} elements found`);
}

/** The items with a key and a value, or with a text. */
function withValue(
  list: Node[],
  [key, value]: readonly [key: string, value: string],
  rest: readonly string[],
  search: Search,
): readonly Slot[] | Failure {
  const { create } = search;
  const pattern = compilePattern(value);
  if (pattern.kind === 'error' && list.length > 0) return fail(pattern.message);
  const fits = (item: Node) => {
    if (key !== '' && !(isNodeMap(item) && item.has(key))) return false;
    const text = search.printed(key === '' ? item : isNodeMap(item) ? (item.get(key) ?? null) : null).trim();
    return pattern.kind === 'pattern' && pattern.test(text);
  };
  // What follows an item that is no map does not count.
  const after = key === '' ? [] : rest;
  const all = [...list.keys()].filter((index) => fits(list[index] ?? null));
  const found = together(all, list, after, search);
  if (create === undefined || isFailure(found) || found.length > 0) return found;
  list.push(key === '' ? value : new Map([[key, value]]));
  if (key === '') return [{ ...itemSlot(list, list.length - 1), made: true }];
  return together([list.length - 1], list, after, search);
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
