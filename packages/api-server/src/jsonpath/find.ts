import {
  compareStrings,
  formatJson,
  formatValue,
  goTypeName,
  isList,
  isMap,
  sortedKeys,
  utf8,
  type Value,
} from '@managed-fields/merge-engine';
import { type ListNode, type PathNode, parseTemplate } from './parse.ts';

/** The values that a template found, a list for each of its parts. */
export type Found =
  | { readonly kind: 'found'; readonly results: readonly (readonly Value[])[] }
  | { readonly kind: 'error'; readonly message: string }
  /** More values than anybody can read; upstream has no limit. */
  | { readonly kind: 'too-much' };

/** What a template prints of an object. */
export type Printed = { readonly kind: 'text'; readonly text: string } | Exclude<Found, { readonly kind: 'found' }>;

/** How a template is evaluated. */
export interface JsonPathOptions {
  /** Whether a field that is not there gives nothing, instead of an error. */
  readonly allowMissingKeys: boolean;
  /** Whether results are printed as JSON lists. */
  readonly outputJson?: boolean;
}

/** A value, or nothing: what a loop over nothing evaluates its body with. */
type Item = Value | undefined;

/** How many values a template may come by in one object. */
const most = 1_000_000;
/** How long a text may be that a template prints of one object, in characters. */
const mostText = 10_000_000;

/** Leaves an evaluation; it goes no further than to `find`, or to a filter that asks whether something is there. */
class Refused extends Error {
  /** What upstream gives back beside the error; a filter takes it for what is there. */
  readonly values: readonly Item[];

  constructor(message: string, values: readonly Item[]) {
    super(message);
    this.values = values;
  }
}
class TooMuch extends Error {}

/**
 * A JSONPath template. Evaluating it again begins where the last loop ended, as upstream does; the order of keys, which
 * upstream leaves to chance, is that of their text.
 * Upstream: k8s.io/client-go util/jsonpath/jsonpath.go JSONPath.
 */
export interface JsonPath {
  find(data: Value): Found;
  print(data: Value): Printed;
}

/** The answer of reading a template; messages are upstream's. */
export type ReadPath =
  | { readonly kind: 'path'; readonly path: JsonPath }
  | { readonly kind: 'error'; readonly message: string };

/**
 * Reads a template, to be evaluated on one object after the other.
 *
 * @example
 * ```js
 * import { jsonPathOf } from '@managed-fields/api-server/tables';
 * import { mapFromPlain } from '@managed-fields/merge-engine';
 *
 * const read = jsonPathOf('{range .items[*]}{.metadata.name}{"\\n"}{end}', { allowMissingKeys: false });
 * if (read.kind === 'error') throw new Error(read.message);
 * const printed = read.path.print(mapFromPlain({ items: [{ metadata: { name: 'a' } }, { metadata: { name: 'b' } }] }));
 * if (printed.kind === 'text') console.log(printed.text.trimEnd());
 * ```
 * ```text
 * a
 * b
 * ```
 */
export function jsonPathOf(text: string, options: JsonPathOptions): ReadPath {
  const parsed = parseTemplate(text);
  return parsed.kind === 'error' ? parsed : { kind: 'path', path: new Evaluation(parsed.root, options) };
}

class Evaluation implements JsonPath {
  readonly #nodes: readonly PathNode[];
  readonly #options: JsonPathOptions;
  #first = 0;
  #beginRange = 0;
  #inRange = 0;
  #endRange = 0;
  #lastEnd = -1;
  #steps = 0;

  constructor(root: ListNode, options: JsonPathOptions) {
    this.#nodes = root.nodes;
    this.#options = options;
  }

  find(data: Value): Found {
    this.#steps = 0;
    try {
      return { kind: 'found', results: this.#find(data).map((items) => items.map((item) => item ?? null)) };
    } catch (error) {
      if (error instanceof Refused) return { kind: 'error', message: error.message };
      if (error instanceof TooMuch) return { kind: 'too-much' };
      throw error;
    }
  }

  print(data: Value): Printed {
    const found = this.find(data);
    if (found.kind !== 'found') return found;
    const texts: string[] = [];
    let size = 0;
    for (const results of found.results) {
      const text = this.#printed(results);
      size += text.length;
      if (size > mostText) return { kind: 'too-much' };
      texts.push(text);
    }
    return { kind: 'text', text: texts.join('') };
  }

  /** Upstream: PrintResults. */
  #printed(results: readonly Value[]): string {
    if (this.#options.outputJson) return `${formatJson([...results], { indent: 4, sortKeys: true })}\n`;
    return results.map(printResult).join(' ');
  }

  /** Upstream: FindResults. */
  #find(data: Item): Item[][] {
    const all: Item[][] = [];
    for (let at = this.#first; at < this.#nodes.length; at++) {
      const results = this.#walk([data], this.#nodes[at] as PathNode);
      if (this.#endRange > 0 && this.#endRange <= this.#inRange) {
        this.#endRange--;
        this.#lastEnd = at;
        break;
      }
      if (this.#beginRange === 0) {
        all.push(results);
        continue;
      }
      this.#beginRange--;
      this.#inRange++;
      for (const value of results.length > 0 ? results : [undefined]) {
        this.#first = at + 1;
        const inside = this.#find(value);
        if (results.length > 0) for (const each of inside) all.push(each);
      }
      this.#inRange--;
      if (this.#lastEnd > at) at = this.#lastEnd;
    }
    return all;
  }

  #walk(input: Item[], node: PathNode): Item[] {
    this.#count(input.length + 1);
    switch (node.kind) {
      case 'list':
        return node.nodes.reduce((values, each) => this.#walk(values, each), input);
      case 'text':
        return [node.text];
      case 'field':
        return this.#field(input, node.name);
      case 'array':
        return this.#counted(this.#array(input, node));
      case 'filter':
        return this.#filter(input, node);
      case 'constant':
        return input.map(() => node.value);
      case 'wildcard':
        return this.#counted(input.flatMap((value) => membersOf(value)));
      case 'recursive':
        return this.#recursive(input);
      case 'union':
        return this.#union(input, node.lists);
      case 'identifier':
        return this.#identifier(input, node.name);
    }
  }

  #counted(values: Item[]): Item[] {
    this.#count(values.length);
    return values;
  }

  #count(values: number): void {
    this.#steps += values;
    if (this.#steps > most) throw new TooMuch();
  }

  #identifier(input: Item[], name: string): Item[] {
    if (name === 'range') {
      this.#beginRange++;
      return input;
    }
    if (name !== 'end') throw new Refused(`unrecognized identifier ${name}`, input);
    if (this.#inRange === 0) throw new Refused('not in range, nothing to end', []);
    this.#endRange++;
    return [];
  }

  #field(input: Item[], name: string): Item[] {
    if (input.length === 0) return [];
    const found = input.flatMap((value) => {
      const member = isMap(value) ? value.get(name) : undefined;
      return member === undefined ? [] : [member];
    });
    if (found.length === 0 && !this.#options.allowMissingKeys) throw new Refused(`${name} is not found`, []);
    return found;
  }

  #array(input: Item[], { bounds }: Extract<PathNode, { readonly kind: 'array' }>): Item[] {
    const found: Item[] = [];
    for (const value of input) {
      if (value === null) continue;
      if (!isList(value)) {
        const type = value === undefined ? '<nil>' : goTypeName(value);
        throw new Refused(`${type} is not array or slice`, input);
      }
      const { length } = value;
      const [first, last, step] = bounds;
      const start = first.known ? (first.value < 0 ? first.value + length : first.value) : 0;
      const fromEnd = last.value < 0 || (last.value === 0 && last.derived);
      const end = last.known ? (fromEnd ? last.value + length : last.value) : length;
      if (start === end) return found;
      if (start >= length || start < 0) throw new Refused(outOfBounds(start, length), input);
      if (end > length || end < 0) throw new Refused(outOfBounds(end - 1, length), input);
      if (start > end) {
        throw new Refused(`starting index ${start} is greater than ending index ${end}`, input);
      }
      if (step.known && step.value <= 0) throw new Refused('step must be > 0', input);
      for (let at = start; at < end; at += step.known ? step.value : 1) found.push(value[at]);
    }
    return found;
  }

  #filter(input: Item[], { left, right, operator }: Extract<PathNode, { readonly kind: 'filter' }>): Item[] {
    const found: Item[] = [];
    for (const value of input) {
      if (!isList(value)) {
        const shown = value === undefined ? '<invalid reflect.Value>' : formatValue(value);
        throw new Refused(`${shown} is not array or slice and cannot be filtered`, input);
      }
      for (const item of value) {
        if (operator === 'exists') {
          if (this.#existing(item, left)) found.push(item);
          continue;
        }
        const lefts = this.#walk([item], left);
        if (lefts.length === 0) continue;
        if (lefts.length > 1) throw new Refused(onlyOne, input);
        const rights = this.#walk([item], right);
        if (rights.length === 0) continue;
        if (rights.length > 1) throw new Refused(onlyOne, input);
        if (!/^(<|>|==|!=|<=|>=)$/.test(operator)) throw new Refused(`unrecognized filter operator ${operator}`, found);
        const passes = compareScalars(operator as Operator, lefts[0] ?? null, rights[0] ?? null);
        if (typeof passes === 'string') throw new Refused(passes, found);
        if (passes) found.push(item);
      }
    }
    return found;
  }

  /** Whether an expression finds something in an item. An error of it is nobody's business. */
  #existing(item: Value, left: ListNode): boolean {
    try {
      return this.#walk([item], left).length > 0;
    } catch (error) {
      if (error instanceof Refused) return error.values.length > 0;
      throw error;
    }
  }

  #union(input: Item[], lists: readonly ListNode[]): Item[] {
    try {
      return lists.flatMap((list) => this.#walk(input, list));
    } catch (error) {
      if (error instanceof Refused) throw new Refused(error.message, input);
      throw error;
    }
  }

  #recursive(input: Item[]): Item[] {
    const found: Item[] = [];
    // Depth first, as upstream does by calling itself: a value, then all below it.
    const waiting: Item[] = [...input].reverse();
    while (waiting.length > 0) {
      const value = waiting.pop();
      const members = membersOf(value);
      if (members.length === 0) continue;
      this.#count(members.length);
      found.push(value);
      if (typeof value !== 'string') for (const member of members.toReversed()) waiting.push(member);
    }
    return found;
  }
}

const onlyOne = 'can only compare one element at a time';

function outOfBounds(index: number, length: number): string {
  return `array index out of bounds: index ${index}, length ${length}`;
}

/** The values of a map by key, the items of a list, the bytes of a text. */
function membersOf(value: Item): Item[] {
  if (isMap(value)) return sortedKeys(value).map((key) => value.get(key));
  if (isList(value)) return [...value];
  return typeof value === 'string' ? [...utf8(value)].map(BigInt) : [];
}

/** A value as a template prints it: maps and lists as JSON. Upstream: PrintResults, evalToText. */
export function printResult(value: Value): string {
  if (value === null) return 'null';
  return isMap(value) || isList(value) ? formatJson(value, { sortKeys: true }) : formatValue(value);
}

/** An operator of a filter. */
type Operator = '<' | '>' | '==' | '!=' | '<=' | '>=';

const badType = 'invalid type for comparison';
const badTypes = 'incompatible types for comparison';

/**
 * Compares two values of a filter; the text is the message of a failure.
 * Upstream: k8s.io/client-go third_party/forked/golang/template/funcs.go.
 */
function compareScalars(operator: Operator, left: Value, right: Value): boolean | string {
  switch (operator) {
    case '==':
      return equal(left, right);
    case '!=':
      return negated(equal(left, right));
    case '<':
      return less(left, right);
    case '>=':
      return negated(less(left, right));
    case '<=':
      return lessOrEqual(left, right);
    case '>':
      return negated(lessOrEqual(left, right));
  }
}

function negated(answer: boolean | string): boolean | string {
  return typeof answer === 'string' ? answer : !answer;
}

function isBasic(value: Value): value is string | number | bigint | boolean {
  return value !== null && typeof value !== 'object';
}

function equal(left: Value, right: Value): boolean | string {
  if (!isBasic(left) || !isBasic(right)) return badType;
  return typeof left === typeof right ? left === right : badTypes;
}

function less(left: Value, right: Value): boolean | string {
  if (!isBasic(left) || !isBasic(right)) return badType;
  if (typeof left !== typeof right) return badTypes;
  if (typeof left === 'boolean') return badType;
  if (typeof left === 'string') return compareStrings(left, String(right)) < 0;
  return left < (right as typeof left);
}

function lessOrEqual(left: Value, right: Value): boolean | string {
  const answer = less(left, right);
  return answer === false ? equal(left, right) : answer;
}
