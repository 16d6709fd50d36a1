import { type Failure, fail, isFailure } from '../failure.ts';
import type { Session } from '../session.ts';
import type { Kinds } from './kinds.ts';
import type { MergedField, MergedType } from './merged-lists.ts';
import {
  isAbsent,
  isEmpty,
  isNodeList,
  isNodeMap,
  isNodeScalar,
  type Node,
  type NodeMap,
  textOf,
  thawed,
  wrongKind,
} from './node.ts';
import { plainValue } from './plain-text.ts';
import { textAt } from './resource.ts';

/** The result of a merge; a node that is undefined is to go. */
export type Merged = { readonly kind: 'merged'; readonly node: Node | undefined } | Failure;

const directiveKey = '$patch';

/**
 * Lays a strategic merge patch over a resource. Lists are merged only where kustomize knows their keys; what a patch adds to
 * one comes first. Upstream: kyaml yaml/merge2/merge2.go Merge, yaml/walk.
 */
export function mergeNodes(session: Session, target: NodeMap, patch: NodeMap, kinds: Kinds): Merged {
  return new Merge(session, kinds).walk(target, thawed(patch), undefined);
}

class Merge {
  readonly #session: Session;
  readonly #kinds: Kinds;
  readonly #printed: (node: Node) => string;

  constructor(session: Session, kinds: Kinds) {
    this.#session = session;
    this.#kinds = kinds;
    this.#printed = (node) => session.host.printYaml(node);
  }

  walk(dest: Node | undefined, origin: Node | undefined, field: MergedField | undefined): Merged {
    const first = isAbsent(dest) ? origin : dest;
    if (isNodeList(first)) {
      const wrong = [dest, origin].find((each) => !isAbsent(each) && !isNodeList(each));
      if (wrong !== undefined) return wrongKind('SequenceNode', wrong, this.#printed);
      if (field?.keys === undefined) return merged(origin === undefined ? dest : origin);
      return this.#list(dest, origin, field.keys, field.type);
    }
    if (isAbsent(first) || isNodeMap(first)) {
      const wrong = [dest, origin].find((each) => !isAbsent(each) && !isNodeMap(each));
      if (wrong !== undefined) return wrongKind('MappingNode', wrong, this.#printed);
      return this.#map(dest, origin, field?.type);
    }
    const wrong = [dest, origin].find((each) => isNodeMap(each) || isNodeList(each));
    if (wrong !== undefined) return wrongKind('ScalarNode', wrong, this.#printed);
    return merged(origin === undefined ? dest : origin);
  }

  #map(dest: Node | undefined, origin: Node | undefined, known: MergedType | undefined): Merged {
    const type = known ?? this.#typeIn(dest) ?? this.#typeIn(origin);
    const result = chosenMap(dest, origin);
    if (isFailure(result)) return result;
    if (!isNodeMap(result)) return merged(result);
    const patch: NodeMap = isNodeMap(origin) ? origin : new Map();
    for (const key of [...new Set([...result.keys(), ...patch.keys()])].sort()) {
      const before = result.get(key);
      const each = this.walk(before, patch.get(key), fieldOf(type, key));
      if (each.kind === 'failure') return each;
      // A null that only the resource has stays.
      const keepsNull = before === null && !patch.has(key);
      if (each.node === undefined || (each.node === null && !keepsNull)) result.delete(key);
      else result.set(key, this.#isQuoted(before) && isNodeScalar(each.node) ? textOf(each.node) : each.node);
    }
    return merged(result);
  }

  /** Whether a scalar has quotes, as it could not stand as a text without; what takes its place keeps them. */
  #isQuoted(node: Node | undefined): boolean {
    return typeof node === 'string' && plainValue(this.#session, node) !== node;
  }

  /** The type of a resource that stands inside of another, or is the whole. */
  #typeIn(node: Node | undefined): MergedType | undefined {
    const map = isNodeMap(node) ? node : undefined;
    const [apiVersion, kind] = [textAt(map, 'apiVersion'), textAt(map, 'kind')];
    return apiVersion === '' || kind === '' ? undefined : this.#kinds.typeOf(apiVersion, kind);
  }

  #list(
    dest: Node | undefined,
    origin: Node | undefined,
    keys: readonly string[],
    type: MergedType | undefined,
  ): Merged {
    const result = this.#chosenList(dest, origin);
    if (isFailure(result)) return result;
    if (!isNodeList(result)) return merged(result);
    const sources = [result, isNodeList(origin) ? origin : undefined] as const;
    return this.#items(result, sources, keys, type);
  }

  /** Upstream: yaml/walk/associative_sequence.go setAssociativeSequenceElements. */
  #items(
    dest: Node[],
    sources: readonly [Node[], Node[] | undefined],
    keys: readonly string[],
    type: MergedType | undefined,
  ): Merged {
    const found = distinct([sources[1] ?? [], sources[0]].flatMap((list) => list.map((item) => valuesOf(item, keys))));
    const all = completed(found);
    const added: Node[] = [];
    let used: readonly string[] = keys;
    for (const each of all) {
      const valid = validKeys(all, each, keys);
      used = valid.keys;
      const [ours, theirs] = sources.map((list) => itemWith(list, validKeys([valid.values], valid.values, valid.keys)));
      const walked = this.walk(ours, theirs, type === undefined ? {} : { type });
      if (walked.kind === 'failure') return walked;
      const { node } = walked;
      if (isAbsent(node) || (isNodeMap(node) && node.size === 0)) {
        const wrong = this.#setItem(dest, undefined, valid.keys, valid.values);
        if (wrong !== undefined) return wrong;
        continue;
      }
      if (isNodeMap(node)) {
        for (const [index, key] of valid.keys.entries()) {
          const value = valid.values[index];
          if (value && key !== '' && !node.has(key)) node.set(key, value);
        }
      }
      const wrong = this.#setItem(added, node, valid.keys, valid.values);
      if (wrong !== undefined) return wrong;
    }
    for (const item of dest) {
      const wrong = this.#appendItem(added, item, used);
      if (wrong !== undefined) return wrong;
    }
    return merged(added);
  }

  /** Upstream: merge2.go VisitList. */
  #chosenList(dest: Node | undefined, origin: Node | undefined): Node | undefined | Failure {
    if (isAbsent(dest)) return origin;
    if (origin === null) return undefined;
    const directive = isNodeList(origin) ? this.#directiveOfList(origin) : undefined;
    if (directive === 'delete') return undefined;
    if (isFailure(directive)) return directive;
    return directive === 'replace' ? origin : dest;
  }

  /** What an item that has nothing but `$patch` asks for; it is taken out of the patch. Upstream: merge2/smpdirective.go. */
  #directiveOfList(origin: Node[]): Directive | Failure {
    const item = origin.find((each) => isNodeMap(each) && each.has(directiveKey));
    if (!isNodeMap(item) || item.size > 1) return 'merge';
    const text = textOf(item.get(directiveKey));
    const directive = directiveNamed(text);
    return isFailure(directive) ? directive : (this.#setItem(origin, undefined, [directiveKey], [text]) ?? directive);
  }

  /** Puts an item in the place of those with its keys, or at the end. Upstream: kyaml yaml/fns.go ElementSetter. */
  #setItem(list: Node[], element: Node | undefined, keys: Values, values: Values): Failure | undefined {
    const kept: Node[] = [];
    let replaced = false;
    const isScalars = keys[0] === '';
    for (const item of list) {
      if (isAbsent(item) || (isNodeMap(item) && item.size === 0)) continue;
      if (!isScalars && !isNodeMap(item)) {
        kept.push(item);
        continue;
      }
      if (isScalars && !isNodeScalar(item)) return wrongKind('ScalarNode', item, this.#printed);
      const same = isNodeMap(item)
        ? values.length > 0 && values.every((value, index) => fits(item, keys[index], value))
        : textOf(item) === values[0];
      if (!same) {
        // Without any key upstream keeps nothing.
        if (values.length > 0) kept.push(item);
        continue;
      }
      replaced = true;
      if (element !== undefined) kept.push(element);
    }
    if (!isAbsent(element) && !replaced) kept.push(element);
    list.splice(0, list.length, ...kept);
    return undefined;
  }

  /** Upstream: appendListNode. */
  #appendItem(list: Node[], item: Node, keys: Values): Failure | undefined {
    if (keys[0] === '') return this.#setItem(list, item, [''], [textOf(item)]);
    if (!isNodeMap(item) && !isAbsent(item)) return wrongKind('MappingNode', item, this.#printed);
    const values: string[] = [];
    for (const key of keys) {
      const value = isNodeMap(item) ? item.get(key) : undefined;
      if (value === undefined) list.push(item);
      else values.push(textOf(value));
    }
    const wrong = keys.length > 1 ? this.#setItem(list, undefined, keys, values) : undefined;
    return wrong ?? this.#setItem(list, item, keys, values);
  }
}

/** What a patch asks for. */
type Directive = 'delete' | 'merge' | 'replace';

function directiveNamed(text: string): Directive | Failure {
  if (text === 'delete' || text === 'merge' || text === 'replace') return text;
  return fail(`unknown patch strategy '${text}'`);
}

/** What is known of a field; a name such as `constructor` is not one that every object has. */
function fieldOf(type: MergedType | undefined, key: string): MergedField | undefined {
  if (type === undefined) return undefined;
  return Object.hasOwn(type, key) ? type[key] : Object.hasOwn(type, '*') ? type['*'] : undefined;
}

function merged(node: Node | undefined): Merged {
  return { kind: 'merged', node };
}

/** Upstream: merge2.go VisitMap. */
function chosenMap(dest: Node | undefined, origin: Node | undefined): Node | undefined | Failure {
  const directive = isNodeMap(origin) ? directiveOf(origin) : undefined;
  if (isAbsent(dest)) {
    // A directive that is not known stays.
    if (directive === 'delete') return undefined;
    return origin === undefined ? dest : origin;
  }
  if (origin === null || directive === 'delete') return undefined;
  if (isFailure(directive)) return directive;
  return directive === 'replace' ? origin : dest;
}

/** What `$patch` asks for; it is taken out of the patch. Upstream: merge2/smpdirective.go. */
function directiveOf(origin: NodeMap): Directive | Failure {
  const named = origin.get(directiveKey);
  if (named === undefined) return 'merge';
  const directive = directiveNamed(textOf(named));
  if (!isFailure(directive)) origin.delete(directiveKey);
  return directive;
}

type Values = readonly string[];

/** The texts of the keys of an item; empty for those that it lacks. */
function valuesOf(item: Node, keys: Values): Values {
  return keys.map((key) => {
    if (key === '') return textOf(item);
    const value = isNodeMap(item) ? item.get(key) : undefined;
    return isEmpty(value) ? '' : textOf(value);
  });
}

function distinct(all: readonly Values[]): readonly Values[] {
  const seen = new Set<string>();
  return all.filter((values) => {
    const text = JSON.stringify(values);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

/** Fills in the keys that one of two items lacks and that they do not differ in. Upstream: mergeValues, match. */
function completed(found: readonly Values[]): readonly Values[] {
  const all = [...found];
  for (const [i, one] of all.entries()) {
    for (const [j, other] of all.entries()) {
      const common = one.some((value, index) => value === other[index]);
      const differs = one.some((value, index) => value !== other[index] && value !== '' && other[index] !== '');
      if (!common || differs) continue;
      const both = one.map((value, index) => (value === '' ? (other[index] ?? value) : value));
      all[i] = both;
      all[j] = both;
    }
  }
  return all;
}

interface KeyValues {
  readonly keys: Values;
  readonly values: Values;
}

/** The keys that any item has, with the values of one. Upstream: validateKeys. */
function validKeys(all: readonly Values[], values: Values, keys: Values): KeyValues {
  const used = keys.map((_, index) => all.some((each) => each[index] !== ''));
  if (!used.includes(true)) return { keys, values };
  return { keys: keys.filter((_, index) => used[index]), values: values.filter((_, index) => used[index]) };
}

/** Upstream: kyaml yaml/fns.go ElementMatcher. */
function itemWith(list: Node[] | undefined, { keys, values }: KeyValues): Node | undefined {
  return list?.find((item) =>
    keys[0] === ''
      ? textOf(item) === values[0]
      : isNodeMap(item) && keys.every((key, index) => item.has(key) && textOf(item.get(key)) === values[index]),
  );
}

function fits(item: NodeMap, key: string | undefined, value: string): boolean {
  return key !== undefined && item.has(key) && (value === '' || textOf(item.get(key)) === value);
}
