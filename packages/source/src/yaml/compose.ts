import { formatDouble, isList, isMap, sortedKeys, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { beyond } from '../limits.ts';
import type { TextRange } from '../range.ts';
import { decodeFailure, type Failure } from './failure.ts';
import { formatYamlSyntax, type Key, keyOf, unsupportedKey } from './key.ts';
import type { AliasNode, Entry, ListNode, MapNode, Node, ScalarNode } from './node.ts';
import type { Scalar } from './resolve.ts';
import { type Resolve, resolveScalar } from './tagged.ts';

/** A key that its map has already. Upstream's strict reader refuses it; the other one takes the last value. */
export interface Duplicate extends TextRange {
  /**
   * The message, `line 7: key "b" already set in map`. The line is that of the value, counted from the start of the
   * document.
   */
  readonly message: string;
  readonly key: string;
}

/** A key that becomes a string although it is written as something else. */
export interface OddKey extends TextRange {
  readonly name: string;
}

/** The value of a document as it reaches the server, or the failure. */
export type Composed =
  | {
      readonly kind: 'value';
      readonly value: Value;
      readonly duplicates: readonly Duplicate[];
      readonly oddKeys: readonly OddKey[];
    }
  | { readonly kind: 'failure'; readonly failure: Failure };

/**
 * Makes the value of a document. Tags, aliases and merge keys are resolved, keys become strings, and numbers are as
 * they are after JSON: a whole float becomes an integer, an integer beyond int64 a float.
 * Upstream: go.yaml.in/yaml/v2 decode.go decoder, sigs.k8s.io/yaml yaml.go convertToJSONableObject, k8s.io/apimachinery
 * pkg/util/json ConvertInterfaceNumbers.
 */
export function compose(root: Node | undefined, maxDepth: number, resolve: Resolve = resolveScalar): Composed {
  if (root === undefined) return { kind: 'value', value: null, duplicates: [], oddKeys: [] };
  const composer = new Composer(maxDepth, resolve);
  const value = composer.value(root);
  if (composer.failure !== undefined) return { kind: 'failure', failure: composer.failure };
  if (value === undefined) throw new Error('composing ended without a value and without a reason');
  const failure = findUnsupported(value, composer.unsupported);
  if (failure !== undefined) return { kind: 'failure', failure };
  return { kind: 'value', value, duplicates: composer.duplicates, oddKeys: composer.oddKeys };
}

/** A map while its entries are set. */
interface Making {
  readonly map: Map<string, Value>;
  /** The identities of keys that are not strings, by name. */
  odd: Map<string, Key['identity']> | undefined;
}

/** Composes values. After a failure every method returns undefined at once. */
class Composer {
  failure: Failure | undefined;
  /** Values that JSON cannot express. */
  readonly unsupported: Unsupported[] = [];
  readonly duplicates: Duplicate[] = [];
  readonly oddKeys: OddKey[] = [];
  readonly #maxDepth: number;
  readonly #open = new Set<AliasNode>();
  #depth = 0;
  /** The number of steps so far, the document being the first, and of those inside aliases. */
  #steps = 1;
  #aliasSteps = 0;

  readonly #resolve: Resolve;

  constructor(maxDepth: number, resolve: Resolve) {
    this.#maxDepth = maxDepth;
    this.#resolve = resolve;
  }

  value(node: Node): Value | undefined {
    if (!this.#step(node)) return undefined;
    switch (node.kind) {
      case 'alias':
        return this.#alias(node, () => this.value(node.target));
      case 'scalar': {
        const scalar = this.#scalar(node);
        return scalar === undefined ? undefined : this.#number(scalar, node);
      }
      case 'list':
        return this.#nested(node, () => this.#list(node));
      case 'map':
        return this.#nested(node, () => {
          const making: Making = { map: new Map(), odd: undefined };
          return this.#fill(node, making) ? making.map : undefined;
        });
    }
  }

  #fail(code: Failure['code'], message: string, range: TextRange): undefined {
    this.failure ??= decodeFailure(code, message, range);
    return undefined;
  }

  /** Counts a step. Fails if too many steps are inside aliases. */
  #step(node: Node): boolean {
    this.#steps++;
    if (this.#open.size > 0) this.#aliasSteps++;
    if (this.#aliasSteps <= 100 || this.#steps <= 1000) return true;
    if (this.#aliasSteps / this.#steps <= allowedAliasRatio(this.#steps)) return true;
    this.#fail('excessive-aliasing', 'yaml: document contains excessive aliasing', this.#outermost(node));
    return false;
  }

  /** The alias in the text that led to a node, or the node itself. */
  #outermost(node: Node): Node {
    const [first] = this.#open;
    return first ?? node;
  }

  #alias<T>(node: AliasNode, read: () => T | undefined): T | undefined {
    if (this.#open.has(node)) {
      return this.#fail('recursive-anchor', `yaml: anchor '${node.name}' value contains itself`, node);
    }
    this.#open.add(node);
    const value = read();
    this.#open.delete(node);
    return value;
  }

  #nested<T>(node: Node, read: () => T | undefined): T | undefined {
    this.#depth++;
    if (this.#depth > this.#maxDepth) {
      return this.#fail('too-deep', beyond.depth, this.#outermost(node));
    }
    const value = read();
    this.#depth--;
    return value;
  }

  #scalar(node: ScalarNode): Scalar | undefined {
    const resolved = this.#resolve(node);
    if ('value' in resolved) return resolved.value;
    this.failure ??= resolved;
    return undefined;
  }

  /** A number as it is after JSON. */
  #number(scalar: Scalar, node: Node): Value {
    if (typeof scalar === 'number') {
      if (Number.isFinite(scalar)) return throughJson(scalar);
      const message = `json: unsupported value: ${formatDouble(scalar)}`;
      this.unsupported.push({ place: scalar, failure: decodeFailure('unsupported-value', message, node) });
      return scalar;
    }
    // kustomize, which resolves in a way of its own, writes what it read.
    const isFloat = typeof scalar === 'bigint' && scalar > mostSigned && this.#resolve === resolveScalar;
    return isFloat ? Number(scalar) : scalar;
  }

  #list(node: ListNode): Value | undefined {
    const list: Value[] = [];
    for (const item of node.items) {
      const value = this.value(item.value);
      if (value === undefined) return undefined;
      list.push(value);
    }
    return list;
  }

  /** Sets the entries of a mapping in their order. A merge key sets all its entries at its place. */
  #fill(node: MapNode, making: Making): boolean {
    for (const entry of node.entries) {
      if (isMergeKey(entry.key) ? !this.#merge(entry.value, making) : !this.#set(entry, making)) return false;
    }
    return true;
  }

  #set(entry: Entry, making: Making): boolean {
    const { key: keyNode, value: valueNode } = entry;
    const scalar = this.#keyScalar(keyNode);
    if (scalar === undefined) return false;
    const value = this.value(valueNode);
    if (value === undefined) return false;
    const key = keyOf(scalar);
    if (key === undefined) {
      const failure = decodeFailure('invalid-key', unsupportedKey(scalar, value), keyNode);
      this.unsupported.push({ place: making.map, failure });
      return true;
    }
    if (making.map.has(key.name) && making.odd?.get(key.name) === key.identity) {
      const message = `line ${valueNode.line + 1}: key ${key.shown} already set in map`;
      this.duplicates.push({ message, key: key.name, from: keyNode.from, to: keyNode.to });
    }
    making.map.set(key.name, value);
    this.#noteIdentity(key, keyNode, making);
    return true;
  }

  #noteIdentity(key: Key, node: Node, making: Making): void {
    if (key.identity === undefined) {
      making.odd?.delete(key.name);
      return;
    }
    making.odd ??= new Map();
    making.odd.set(key.name, key.identity);
    this.oddKeys.push({ name: key.name, from: node.from, to: node.to });
  }

  #keyScalar(node: Node): Scalar | undefined {
    const written = node.kind === 'alias' ? node.target : node;
    if (written.kind === 'scalar') {
      if (!this.#step(node) || (node.kind === 'alias' && !this.#alias(node, () => this.#step(written))))
        return undefined;
      return this.#scalar(written);
    }
    const value = this.value(node);
    if (value === undefined) return undefined;
    return this.#fail('invalid-key', `yaml: invalid map key: ${formatYamlSyntax(value)}`, node);
  }

  #merge(node: Node, making: Making): boolean {
    if (node.kind === 'list') {
      // Earlier mappings win, so they are set last.
      return node.items.toReversed().every((item) => this.#mergeOne(item.value, making));
    }
    return this.#mergeOne(node, making);
  }

  #mergeOne(node: Node, making: Making): boolean {
    const map = node.kind === 'alias' ? node.target : node;
    if (map.kind !== 'map') {
      this.#fail('invalid-merge', 'yaml: map merge requires map or sequence of maps as the value', node);
      return false;
    }
    if (!this.#step(node)) return false;
    const filled =
      node.kind === 'alias'
        ? this.#alias(node, () => this.#step(map) && this.#nested(node, () => this.#fill(map, making)))
        : this.#nested(node, () => this.#fill(map, making));
    return filled === true;
  }
}

/** Whether a key merges other mappings into its own. */
export function isMergeKey(node: Node): boolean {
  return node.kind === 'scalar' && node.text === '<<' && (node.plain || node.tag === 'tag:yaml.org,2002:merge');
}

const fewSteps = 400_000;
const manySteps = 4_000_000;

/** The share of the steps that may be inside aliases: almost all in small documents, a tenth in large ones. */
function allowedAliasRatio(steps: number): number {
  if (steps <= fewSteps) return 0.99;
  if (steps >= manySteps) return 0.1;
  return 0.99 - 0.89 * ((steps - fewSteps) / (manySteps - fewSteps));
}

const mostSigned = 2n ** 63n - 1n;

/** Go writes a whole float without a fraction and reads it back as an integer if it fits. */
function throughJson(float: number): bigint | number {
  if (!Number.isInteger(float) || Math.abs(float) >= 1e21) return float;
  const integer = BigInt(String(float));
  return integer >= -mostSigned - 1n && integer <= mostSigned ? integer : float;
}

/** A value that YAML has and JSON has not. A later key with the same name may have replaced it. */
export interface Unsupported {
  /** The number that is NaN or infinite, or the map with a key that cannot become a string. */
  readonly place: number | ValueMap;
  readonly failure: Failure;
}

/**
 * Finds the first value in a value that cannot become JSON: keys first, then the number that Go meets first when it
 * writes maps in the order of their keys.
 * Upstream: sigs.k8s.io/yaml yaml.go yamlToJSONTarget.
 */
function findUnsupported(value: Value, unsupported: readonly Unsupported[]): Failure | undefined {
  if (unsupported.length === 0) return undefined;
  const found = collect(value, { maps: new Set(), number: undefined });
  const key = unsupported.find(({ place }) => typeof place === 'object' && found.maps.has(place));
  if (key !== undefined) return key.failure;
  return unsupported.findLast(({ place }) => Object.is(place, found.number))?.failure;
}

interface Found {
  readonly maps: Set<ValueMap>;
  number: number | undefined;
}

function collect(value: Value, found: Found): Found {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) found.number ??= value;
  } else if (isMap(value)) {
    found.maps.add(value);
    for (const key of sortedKeys(value)) collect(value.get(key) ?? null, found);
  } else if (isList(value)) {
    for (const item of value) collect(item, found);
  }
  return found;
}
