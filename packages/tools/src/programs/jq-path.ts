import { compilePattern } from '@managed-fields/api-server/pattern';
import { equals, isList, isMap, parseJson, sortedKeys, type Value } from '@managed-fields/merge-engine';

/** A part of an expression of jq. */
type Node =
  | { readonly kind: 'identity' }
  | { readonly kind: 'literal'; readonly value: Value }
  | { readonly kind: 'field'; readonly of: Node; readonly name: string }
  | { readonly kind: 'index'; readonly of: Node; readonly index: number }
  | { readonly kind: 'items'; readonly of: Node }
  | { readonly kind: 'optional'; readonly of: Node }
  | { readonly kind: 'pipe' | 'both' | 'and' | 'or' | '==' | '!='; readonly left: Node; readonly right: Node }
  | { readonly kind: 'select'; readonly condition: Node }
  | { readonly kind: 'not' }
  | { readonly kind: TextTest; readonly text: string };

const textTests = ['startswith', 'endswith', 'test', 'contains', 'has'] as const;
type TextTest = (typeof textTests)[number];

/** An expression that names fields of an object. */
export interface JqPath {
  readonly node: Node;
}

/** What ends an evaluation. */
class JqError extends Error {}

/** More than anybody writes; each token may be a level of a reader and of an evaluation. */
const mostTokens = 1000;

/** Argo CD ends an evaluation after a second, as if it had failed; here so many values may be looked at. */
const mostValues = 200_000;

/** What a reader cannot go on with. */
class Unread extends Error {}

/**
 * Reads a path expression of jq: fields, indexes, `[]`, `?`, pipes, commas, and `select` with `==`, `!=`, `and`, `or`,
 * `not`, `startswith`, `endswith`, `test`, `contains` and `has` of a text. Returns undefined for everything else, and
 * for what may name the whole object.
 */
export function readJqPath(text: string): JqPath | undefined {
  try {
    const reader = new Reader(text);
    const node = reader.whole();
    return isPath(node) && !mayBeAll(node) ? { node } : undefined;
  } catch (cause) {
    if (cause instanceof Unread) return undefined;
    throw cause;
  }
}

const token =
  /\s*(?:(\.\s*[A-Za-z_]\w*|\.(?=\s*")|\.(?!\.))|("(?:[^"\\]|\\.)*")|(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(==|!=|[|,()[\]?]))/y;

/** Reads an expression by recursive descent. Upstream: github.com/itchyny/gojq parser.go.y, as far as it is read. */
class Reader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    const tokens: string[] = [];
    token.lastIndex = 0;
    for (let at = 0; at < text.trimEnd().length; at = token.lastIndex) {
      const found = token.exec(text);
      if (found === null || tokens.length === mostTokens) throw new Unread();
      tokens.push(found[0].trim().replace(/^\.\s+/, '.'));
    }
    this.#tokens = tokens;
  }

  whole(): Node {
    const node = this.#pipe();
    if (this.#at < this.#tokens.length) throw new Unread();
    return node;
  }

  #next(): string | undefined {
    return this.#tokens[this.#at];
  }

  #take(wanted: string): boolean {
    if (this.#next() !== wanted) return false;
    this.#at++;
    return true;
  }

  #expect(wanted: string): void {
    if (!this.#take(wanted)) throw new Unread();
  }

  #pipe(): Node {
    const left = this.#comma();
    return this.#take('|') ? { kind: 'pipe', left, right: this.#pipe() } : left;
  }

  #comma(): Node {
    let left = this.#or();
    while (this.#take(',')) left = { kind: 'both', left, right: this.#or() };
    return left;
  }

  #or(): Node {
    let left = this.#and();
    while (this.#take('or')) left = { kind: 'or', left, right: this.#and() };
    return left;
  }

  #and(): Node {
    let left = this.#compared();
    while (this.#take('and')) left = { kind: 'and', left, right: this.#compared() };
    return left;
  }

  #compared(): Node {
    const left = this.#term();
    for (const kind of ['==', '!='] as const) if (this.#take(kind)) return { kind, left, right: this.#term() };
    return left;
  }

  #term(): Node {
    let node = this.#first();
    for (;;) {
      const next = this.#next() ?? '';
      if (/^\.[A-Za-z_]/.test(next)) {
        this.#at++;
        node = { kind: 'field', of: node, name: next.slice(1) };
      } else if (next === '.') {
        this.#at++;
        node = this.#next() === '[' ? this.#bracket(node) : { kind: 'field', of: node, name: this.#text() };
      } else if (next === '[') node = this.#bracket(node);
      else if (this.#take('?')) node = tried(node);
      else return node;
    }
  }

  #first(): Node {
    const next = this.#next() ?? '';
    if (next.startsWith('"')) return { kind: 'literal', value: this.#text() };
    this.#at++;
    if (next === '(') {
      const inside = this.#pipe();
      this.#expect(')');
      return { kind: 'pipe', left: { kind: 'identity' }, right: inside };
    }
    if (next === '.') {
      if (this.#next()?.startsWith('"') !== true) return { kind: 'identity' };
      return { kind: 'field', of: { kind: 'identity' }, name: this.#text() };
    }
    if (next.startsWith('.')) return { kind: 'field', of: { kind: 'identity' }, name: next.slice(1) };
    if (/^\d/.test(next)) return { kind: 'literal', value: numberOf(next) };
    if (next === 'true' || next === 'false') return { kind: 'literal', value: next === 'true' };
    if (next === 'null') return { kind: 'literal', value: null };
    if (next === 'not') return { kind: 'not' };
    return this.#called(next);
  }

  #called(name: string): Node {
    const test = textTests.find((each) => each === name);
    if (name !== 'select' && test === undefined) throw new Unread();
    this.#expect('(');
    const node: Node =
      test === undefined ? { kind: 'select', condition: this.#pipe() } : { kind: test, text: this.#text() };
    this.#expect(')');
    return node;
  }

  #bracket(of: Node): Node {
    this.#expect('[');
    if (this.#take(']')) return { kind: 'items', of };
    const next = this.#next() ?? '';
    const isIndex = /^\d+$/.test(next);
    if (isIndex) this.#at++;
    const node: Node = isIndex ? { kind: 'index', of, index: Number(next) } : { kind: 'field', of, name: this.#text() };
    this.#expect(']');
    return node;
  }

  #text(): string {
    const next = this.#next() ?? '';
    const parsed = next.startsWith('"') ? parseJson(next) : undefined;
    if (parsed?.kind !== 'value' || typeof parsed.value !== 'string') throw new Unread();
    this.#at++;
    return parsed.value;
  }
}

/** A `?` is about the last step before it alone. Upstream: gojq compiler.go compileTermSuffix. */
function tried(node: Node): Node {
  if (node.kind !== 'field' && node.kind !== 'index' && node.kind !== 'items') return { kind: 'optional', of: node };
  const last: Node = { ...node, of: { kind: 'identity' } };
  return { kind: 'pipe', left: node.of, right: { kind: 'optional', of: last } };
}

function numberOf(text: string): Value {
  return text.includes('.') && !/\.0+$/.test(text) ? Number(text) : BigInt(Math.trunc(Number(text)));
}

/** Whether a part names fields, which a literal or a comparison does not. */
function isPath(node: Node): boolean {
  switch (node.kind) {
    case 'identity':
    case 'select':
      return true;
    case 'field':
    case 'index':
    case 'items':
    case 'optional':
      return isPath(node.of);
    case 'pipe':
    case 'both':
      return isPath(node.left) && isPath(node.right);
    default:
      return false;
  }
}

/** Whether a path may lead to where it begins. */
function mayBeAll(node: Node): boolean {
  switch (node.kind) {
    case 'identity':
    case 'select':
      return true;
    case 'optional':
      return mayBeAll(node.of);
    case 'pipe':
      return mayBeAll(node.left) && mayBeAll(node.right);
    case 'both':
      return mayBeAll(node.left) || mayBeAll(node.right);
    default:
      return false;
  }
}

type Step = string | number;

/** A value and where it was found. */
interface Found {
  readonly path: readonly Step[];
  readonly value: Value;
  readonly budget: { left: number };
}

/**
 * An object without what an expression names; undefined where the evaluation ends in an error, which leaves the object as
 * it is. Upstream: argo-cd util/argo/normalizers/diff_normalizer.go jqNormalizerPatch.Apply; gojq `del`.
 */
export function withoutJqPath(object: Value, { node }: JqPath): Value | undefined {
  try {
    const paths = [...found(node, { path: [], value: object, budget: { left: mostValues } })].map(({ path }) => path);
    return without(object, paths);
  } catch (cause) {
    if (cause instanceof JqError) return undefined;
    throw cause;
  }
}

function* found(node: Node, at: Found): Generator<Found> {
  const { budget } = at;
  if (budget.left-- <= 0) throw new JqError();
  switch (node.kind) {
    case 'identity':
      yield at;
      return;
    case 'field':
      for (const { path, value } of found(node.of, at)) {
        if (value !== null && !isMap(value)) throw new JqError();
        yield { budget, path: [...path, node.name], value: value?.get(node.name) ?? null };
      }
      return;
    case 'index':
      for (const { path, value } of found(node.of, at)) {
        if (value !== null && !isList(value)) throw new JqError();
        yield { budget, path: [...path, node.index], value: value?.[node.index] ?? null };
      }
      return;
    case 'items':
      for (const { path, value } of found(node.of, at)) {
        if (isList(value))
          for (const [index, item] of value.entries()) yield { budget, path: [...path, index], value: item };
        else if (isMap(value)) {
          for (const key of sortedKeys(value)) yield { budget, path: [...path, key], value: value.get(key) ?? null };
        } else throw new JqError();
      }
      return;
    case 'optional': {
      const tried = found(node.of, at);
      for (;;) {
        let next: IteratorResult<Found>;
        try {
          next = tried.next();
        } catch (cause) {
          if (cause instanceof JqError) return;
          throw cause;
        }
        if (next.done === true) return;
        yield next.value;
      }
    }
    case 'pipe':
      for (const each of found(node.left, at)) yield* found(node.right, each);
      return;
    case 'both':
      yield* found(node.left, at);
      yield* found(node.right, at);
      return;
    case 'select':
      for (const { value } of found(node.condition, at)) if (isTrue(value)) yield at;
      return;
    default:
      for (const value of values(node, at)) yield { budget, path: [], value };
  }
}

/** What a part yields that names no field. */
function* values(node: Node, at: Found): Generator<Value> {
  switch (node.kind) {
    case 'literal':
      yield node.value;
      return;
    case 'not':
      yield !isTrue(at.value);
      return;
    case 'and':
    case 'or':
      for (const { value: left } of found(node.left, at)) {
        if (isTrue(left) === (node.kind === 'or')) yield node.kind === 'or';
        else for (const { value: right } of found(node.right, at)) yield isTrue(right);
      }
      return;
    case '==':
    case '!=':
      for (const { value: right } of found(node.right, at)) {
        for (const { value: left } of found(node.left, at)) yield equals(left, right) === (node.kind === '==');
      }
      return;
    case 'has':
      if (!isMap(at.value)) throw new JqError();
      yield at.value.has(node.text);
      return;
    case 'startswith':
    case 'endswith':
    case 'test':
    case 'contains':
      if (typeof at.value !== 'string') throw new JqError();
      yield isTextTested(node.kind, at.value, node.text);
  }
}

function isTextTested(kind: Exclude<TextTest, 'has'>, value: string, text: string): boolean {
  if (kind === 'startswith') return value.startsWith(text);
  if (kind === 'endswith') return value.endsWith(text);
  if (kind === 'contains') return value.includes(text);
  const pattern = compilePattern(text);
  if (pattern.kind !== 'pattern') throw new JqError();
  return pattern.test(value);
}

function isTrue(value: Value): boolean {
  return value !== null && value !== false;
}

/** A value without some of its fields and items; what is not there is no error. */
function without(value: Value, paths: readonly (readonly Step[])[]): Value {
  const below = new Map<Step, (readonly Step[])[]>();
  for (const [step, ...rest] of paths) {
    if (step === undefined) continue;
    const others = below.get(step);
    if (others === undefined) below.set(step, [rest]);
    else others.push(rest);
  }
  const kept = (step: Step, inside: Value): readonly Value[] => {
    const rests = below.get(step);
    if (rests === undefined) return [inside];
    return rests.some((rest) => rest.length === 0) ? [] : [without(inside, rests)];
  };
  if (isList(value)) return value.flatMap((item, index) => kept(index, item));
  if (!isMap(value)) return value;
  return new Map([...value].flatMap(([key, inside]) => kept(key, inside).map((each) => [key, each] as const)));
}
