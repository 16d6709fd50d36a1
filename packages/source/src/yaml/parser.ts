import { beyond } from '../limits.ts';
import { decodeFailure, parseFailure } from './failure.ts';
import type { Entry, Item, Node, Parsed, ScalarNode } from './node.ts';
import { type Properties, readDirectives, readProperties, type TagHandles } from './properties.ts';
import { Scanner } from './scanner.ts';
import type { Token, TokenKind } from './token.ts';
import { TokenStream } from './token-stream.ts';

/**
 * Parses the first document of a YAML 1.1 text from one offset to another, as upstream does: what follows the
 * document is not looked at. Collections nested deeper than the limit are a failure.
 *
 * The library `yaml` is not used here: it reads YAML 1.2, and of five thousand random texts it took 145 that the server
 * refuses, refused 365 that the server takes, and gave another value for 27, with its words wherever it fails.
 * Upstream: go.yaml.in/yaml/v2 parserc.go (the grammar), decode.go (the tree).
 */
export function parseYaml(text: string, from: number, to: number, maxDepth: number): Parsed {
  const stream = new TokenStream(new Scanner(text, from, to));
  const root = new Parser(stream, maxDepth).document();
  return { root: stream.failure === undefined ? root : undefined, failure: stream.failure };
}

/** Parses tokens. After a failure every method returns undefined at once. */
class Parser {
  readonly #stream: TokenStream;
  readonly #maxDepth: number;
  readonly #anchors = new Map<string, Node>();
  #handles: TagHandles = new Map();
  #depth = 0;

  constructor(stream: TokenStream, maxDepth: number) {
    this.#stream = stream;
    this.#maxDepth = maxDepth;
  }

  document(): Node | undefined {
    const { kind } = this.#stream.peek();
    if (kind === 'end') return undefined;
    const explicit = kind === 'version-directive' || kind === 'tag-directive' || kind === 'document-start';
    const handles = readDirectives(this.#stream, explicit);
    if (handles === undefined) return undefined;
    this.#handles = handles;
    const next = this.#stream.peek();
    const root = explicit && endsDocument(next.kind) ? emptyAt(next) : this.#node(true, false);
    // Upstream reads the token that ends the document, and fails if it is not even a token.
    this.#stream.peek();
    return root;
  }

  #node(block: boolean, indentless: boolean): Node | undefined {
    if (this.#stream.peek().kind === 'alias') return this.#alias();
    const properties = readProperties(this.#stream, this.#handles);
    if (properties === undefined) return undefined;
    const token = this.#stream.peek();
    switch (token.kind) {
      case 'scalar':
        this.#stream.take();
        return this.#scalar(token, properties);
      case 'flow-sequence-start':
        return this.#flowList(properties);
      case 'flow-mapping-start':
        return this.#flowMap(properties);
      case 'block-sequence-start':
        if (block) return this.#blockList(properties);
        break;
      case 'block-mapping-start':
        if (block) return this.#blockMap(properties);
        break;
      case 'block-entry':
        if (indentless) return this.#indentlessList(properties);
        break;
      default:
    }
    if (properties.anchor !== '' || properties.tag !== '') {
      const { from, to, line, tag } = properties;
      return this.#anchored({ kind: 'scalar', from, to, line, tag, text: '', plain: tag === '' }, properties);
    }
    return this.#stream.fail(parseFailure(token, 'did not find expected node content'));
  }

  #alias(): Node | undefined {
    const token = this.#stream.peek();
    const target = this.#anchors.get(token.value);
    if (target === undefined) {
      return this.#stream.fail(
        decodeFailure('unknown-anchor', `yaml: unknown anchor '${token.value}' referenced`, token),
      );
    }
    this.#stream.take();
    return { kind: 'alias', from: token.from, to: token.to, line: token.line, tag: '', name: token.value, target };
  }

  #scalar(token: Token, { from, line, tag, anchor }: Properties): Node {
    const plain = tag === '' ? token.plain : tag === '!';
    const node: ScalarNode = { kind: 'scalar', from, to: token.to, line, tag, text: token.value, plain };
    if (anchor !== '') this.#anchors.set(anchor, node);
    return node;
  }

  #anchored(node: Node, { anchor }: Properties): Node {
    if (anchor !== '') this.#anchors.set(anchor, node);
    return node;
  }

  /**
   * Reads the content of a collection into an array that its node already has, so that aliases inside can refer to it.
   */
  #collect<T>(
    node: Node,
    array: T[],
    properties: Properties,
    read: (array: T[]) => number | undefined,
  ): Node | undefined {
    this.#anchored(node, properties);
    const start = this.#stream.peek();
    this.#depth++;
    if (this.#depth > this.#maxDepth) {
      return this.#stream.fail(decodeFailure('too-deep', beyond.depth, start));
    }
    const to = read(array);
    this.#depth--;
    if (to === undefined || this.#stream.failure !== undefined) return undefined;
    (node as { to: number }).to = to;
    return node;
  }

  #list(properties: Properties, read: (items: Item[]) => number | undefined): Node | undefined {
    const items: Item[] = [];
    const { from, to, line, tag } = properties;
    return this.#collect({ kind: 'list', from, to, line, tag, items }, items, properties, read);
  }

  #map(properties: Properties, read: (entries: Entry[]) => number | undefined): Node | undefined {
    const entries: Entry[] = [];
    const { from, to, line, tag } = properties;
    return this.#collect({ kind: 'map', from, to, line, tag, entries }, entries, properties, read);
  }

  #blockList(properties: Properties): Node | undefined {
    return this.#list(properties, (items) => {
      const start = this.#stream.peek();
      let { to } = start;
      let token = this.#stream.next();
      while (token.kind === 'block-entry') {
        to = this.#blockItem(token, items, false);
        token = this.#stream.peek();
      }
      if (token.kind !== 'block-end') {
        return this.#stream.fail(parseFailure(token, "did not find expected '-' indicator", start));
      }
      this.#stream.take();
      return to;
    });
  }

  /** Reads a sequence below its key that is not indented. No token marks its end. */
  #indentlessList(properties: Properties): Node | undefined {
    return this.#list(properties, (items) => {
      let to = properties.to;
      let token = this.#stream.peek();
      while (token.kind === 'block-entry') {
        to = this.#blockItem(token, items, true);
        token = this.#stream.peek();
      }
      return to;
    });
  }

  #blockItem(dash: Token, items: Item[], indentless: boolean): number {
    const { kind } = this.#stream.next();
    const empty =
      kind === 'block-entry' || kind === 'block-end' || (indentless && (kind === 'key' || kind === 'value'));
    const value = empty ? emptyAfter(dash) : this.#node(true, false);
    if (value === undefined) return dash.to;
    items.push({ from: dash.from, value });
    return value.to;
  }

  #blockMap(properties: Properties): Node | undefined {
    return this.#map(properties, (entries) => {
      const start = this.#stream.peek();
      let { to } = start;
      let token = this.#stream.next();
      while (token.kind === 'key') {
        const { from } = token;
        const key = this.#afterIndicator(token, isBlockMapIndicator, true, true);
        if (key === undefined) return undefined;
        const colon = this.#stream.peek();
        const value =
          colon.kind === 'value'
            ? this.#afterIndicator(colon, isBlockMapIndicator, true, true)
            : emptyAt(colon, key.to);
        if (value === undefined) return undefined;
        entries.push({ from, key, value });
        to = Math.max(value.to, key.to);
        token = this.#stream.peek();
      }
      if (token.kind !== 'block-end') {
        return this.#stream.fail(parseFailure(token, 'did not find expected key', start));
      }
      this.#stream.take();
      return to;
    });
  }

  /** Reads the node after an indicator; an empty scalar if another indicator follows. */
  #afterIndicator(
    indicator: Token,
    ends: (kind: TokenKind) => boolean,
    block: boolean,
    indentless: boolean,
  ): Node | undefined {
    return ends(this.#stream.next().kind) ? emptyAfter(indicator) : this.#node(block, indentless);
  }

  #flowList(properties: Properties): Node | undefined {
    return this.#list(properties, (items) =>
      this.#flowItems('flow-sequence-end', ']', (token) => {
        const value = token.kind === 'key' ? this.#flowPair(token) : this.#node(false, false);
        if (value === undefined) return false;
        items.push({ from: value.from, value });
        return true;
      }),
    );
  }

  /** Reads what stands between commas up to a closing bracket, and says where that ends; undefined after a failure. */
  #flowItems(end: TokenKind, bracket: ']' | '}', read: (first: Token) => boolean): number | undefined {
    const start = this.#stream.peek();
    let token = this.#stream.next();
    for (let isFirst = true; token.kind !== end; isFirst = false) {
      if (!isFirst) {
        if (token.kind !== 'flow-entry') {
          return this.#stream.fail(parseFailure(token, `did not find expected ',' or '${bracket}'`, start));
        }
        token = this.#stream.next();
        if (token.kind === end) break;
      }
      if (!read(token)) return undefined;
      token = this.#stream.peek();
    }
    this.#stream.take();
    return token.to;
  }

  /** Reads a mapping of one entry without braces inside a flow sequence. */
  #flowPair(start: Token): Node | undefined {
    const properties = { from: start.from, to: start.to, line: start.line, anchor: '', tag: '' };
    return this.#map(properties, (entries) => {
      let token = this.#stream.next();
      const ends = token.kind === 'value' || token.kind === 'flow-entry' || token.kind === 'flow-sequence-end';
      // Upstream skips the indicator here, so that `[? : a]` loses its colon.
      if (ends) this.#stream.take();
      const key = ends ? emptyAfter(token) : this.#node(false, false);
      if (key === undefined) return undefined;
      token = this.#stream.peek();
      const value =
        token.kind === 'value'
          ? this.#afterIndicator(token, isFlowListIndicator, false, false)
          : emptyAt(token, key.to);
      if (value === undefined) return undefined;
      entries.push({ from: start.from, key, value });
      return Math.max(key.to, value.to);
    });
  }

  #flowMap(properties: Properties): Node | undefined {
    return this.#map(properties, (entries) =>
      this.#flowItems('flow-mapping-end', '}', (token) => this.#flowEntry(token, entries)),
    );
  }

  #flowEntry(start: Token, entries: Entry[]): boolean {
    const marked = start.kind === 'key';
    const key = marked ? this.#flowKey() : this.#node(false, false);
    if (key === undefined) return false;
    const value = this.#flowValue(marked, key.to);
    if (value === undefined) return false;
    entries.push({ from: start.from, key, value });
    return true;
  }

  #flowValue(marked: boolean, keyEnd: number): Node | undefined {
    const token = this.#stream.peek();
    if (!marked || token.kind !== 'value') return emptyAt(token, keyEnd);
    const next = this.#stream.next();
    return isFlowMapIndicator(next.kind) ? emptyAt(next, token.to) : this.#node(false, false);
  }

  #flowKey(): Node | undefined {
    const token = this.#stream.next();
    const ends = token.kind === 'value' || isFlowMapIndicator(token.kind);
    return ends ? emptyAt(token) : this.#node(false, false);
  }
}

function endsDocument(kind: TokenKind): boolean {
  return (
    kind === 'version-directive' ||
    kind === 'tag-directive' ||
    kind === 'document-start' ||
    kind === 'document-end' ||
    kind === 'end'
  );
}

function isBlockMapIndicator(kind: TokenKind): boolean {
  return kind === 'key' || kind === 'value' || kind === 'block-end';
}

function isFlowMapIndicator(kind: TokenKind): boolean {
  return kind === 'flow-entry' || kind === 'flow-mapping-end';
}

function isFlowListIndicator(kind: TokenKind): boolean {
  return kind === 'flow-entry' || kind === 'flow-sequence-end';
}

/** The empty scalar after an indicator. */
function emptyAfter({ to, line }: Token): ScalarNode {
  return { kind: 'scalar', from: to, to, line, tag: '', text: '', plain: true };
}

/** The empty scalar before a token. Its line is that of the token, as upstream counts; its offset can be chosen. */
function emptyAt({ from, line }: Token, place = from): ScalarNode {
  return { kind: 'scalar', from: place, to: place, line, tag: '', text: '', plain: true };
}
