import { decodeFailure, type Failure, parseFailure } from './failure.ts';
import type { Entry, Item, Node, Parsed, ScalarNode } from './node.ts';
import { Scanner } from './scanner.ts';
import type { Token, TokenKind } from './token.ts';

/**
 * Parses the first document of a YAML 1.1 text from one offset to another, as upstream does: what follows the
 * document is not looked at. Collections nested deeper than the limit are a failure.
 * Upstream: go.yaml.in/yaml/v2 parserc.go (the grammar), decode.go (the tree).
 */
export function parseYaml(text: string, from: number, to: number, maxDepth: number): Parsed {
  const parser = new Parser(new Scanner(text, from, to), maxDepth);
  const root = parser.document();
  return parser.failure === undefined ? { root, failure: undefined } : { root: undefined, failure: parser.failure };
}

/** Anchor, tag and start of a node, read before its content. */
interface Properties {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly anchor: string;
  readonly tag: string;
}

const defaultTags: readonly (readonly [string, string])[] = [
  ['!', '!'],
  ['!!', 'tag:yaml.org,2002:'],
];

/** After a failure every method gives undefined at once. */
class Parser {
  failure: Failure | undefined;
  readonly #scanner: Scanner;
  readonly #maxDepth: number;
  readonly #anchors = new Map<string, Node>();
  readonly #tags = new Map<string, string>();
  #depth = 0;

  constructor(scanner: Scanner, maxDepth: number) {
    this.#scanner = scanner;
    this.#maxDepth = maxDepth;
  }

  document(): Node | undefined {
    const first = this.#peek();
    if (first.kind === 'end') return undefined;
    const explicit =
      first.kind === 'version-directive' || first.kind === 'tag-directive' || first.kind === 'document-start';
    if (explicit && !this.#documentStart()) return undefined;
    for (const [handle, prefix] of defaultTags) {
      if (!this.#tags.has(handle)) this.#tags.set(handle, prefix);
    }
    const root = explicit && this.#isDocumentEnd() ? emptyAt(this.#peek()) : this.#node(true, false);
    // Upstream looks at what ends the document, and fails where that is not even a token.
    this.#peek();
    return root;
  }

  #documentStart(): boolean {
    let version = false;
    let token = this.#peek();
    while (token.kind === 'version-directive' || token.kind === 'tag-directive') {
      if (token.kind === 'version-directive') {
        if (version) return this.#fail(parseFailure(token, 'found duplicate %YAML directive'));
        if (token.value !== '1.1') return this.#fail(parseFailure(token, 'found incompatible YAML document'));
        version = true;
      } else {
        if (this.#tags.has(token.value)) return this.#fail(parseFailure(token, 'found duplicate %TAG directive'));
        this.#tags.set(token.value, token.suffix);
      }
      token = this.#next();
    }
    if (token.kind !== 'document-start') {
      return this.#fail(parseFailure(token, 'did not find expected <document start>'));
    }
    this.#scanner.take();
    return true;
  }

  #isDocumentEnd(): boolean {
    const { kind } = this.#peek();
    return (
      kind === 'version-directive' ||
      kind === 'tag-directive' ||
      kind === 'document-start' ||
      kind === 'document-end' ||
      kind === 'end'
    );
  }

  #peek(): Token {
    const token = this.#scanner.peek();
    if (token.kind === 'failure') this.failure ??= this.#scanner.failure;
    return token;
  }

  /** Takes the next token and gives the one after. */
  #next(): Token {
    this.#scanner.take();
    return this.#peek();
  }

  /** A failure of the scanner comes first: the parser stumbles over it. */
  #fail(failure: Failure): false {
    this.failure ??= failure;
    return false;
  }

  #node(block: boolean, indentless: boolean): Node | undefined {
    let token = this.#peek();
    if (token.kind === 'alias') return this.#alias(token);
    const properties = this.#properties(token);
    if (properties === undefined) return undefined;
    token = this.#peek();
    switch (token.kind) {
      case 'scalar':
        this.#scanner.take();
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
    this.#fail(parseFailure(token, 'did not find expected node content'));
    return undefined;
  }

  #alias(token: Token): Node | undefined {
    const target = this.#anchors.get(token.value);
    if (target === undefined) {
      this.#fail(decodeFailure('unknown-anchor', `yaml: unknown anchor '${token.value}' referenced`, token));
      return undefined;
    }
    this.#scanner.take();
    return { kind: 'alias', from: token.from, to: token.to, line: token.line, tag: '', name: token.value, target };
  }

  #properties(first: Token): Properties | undefined {
    let token = first;
    let anchor = '';
    let tagToken: Token | undefined;
    let to = first.from;
    if (token.kind === 'anchor') {
      anchor = token.value;
      to = token.to;
      token = this.#next();
      if (token.kind === 'tag') tagToken = token;
    } else if (token.kind === 'tag') {
      tagToken = token;
    }
    if (tagToken !== undefined) {
      to = tagToken.to;
      token = this.#next();
      if (anchor === '' && token.kind === 'anchor') {
        anchor = token.value;
        to = token.to;
        this.#next();
      }
    }
    if (this.failure !== undefined) return undefined;
    const tag = tagToken === undefined ? '' : this.#fullTag(tagToken);
    return tag === undefined ? undefined : { from: first.from, to, line: first.line, anchor, tag };
  }

  #fullTag(token: Token): string | undefined {
    if (token.value === '') return token.suffix;
    const prefix = this.#tags.get(token.value);
    if (prefix === undefined) {
      this.#fail(parseFailure(token, 'found undefined tag handle'));
      return undefined;
    }
    return prefix + token.suffix;
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

  /** Reads the content of a collection into an array that its node already holds, for aliases inside it. */
  #collect<T>(
    node: Node,
    array: T[],
    properties: Properties,
    read: (array: T[]) => number | undefined,
  ): Node | undefined {
    this.#anchored(node, properties);
    const start = this.#peek();
    this.#depth++;
    if (this.#depth > this.#maxDepth) {
      this.#fail(decodeFailure('too-deep', `yaml: exceeded max depth of ${this.#maxDepth}`, start));
      return undefined;
    }
    const to = read(array);
    this.#depth--;
    if (to === undefined || this.failure !== undefined) return undefined;
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
      let to = this.#peek().to;
      let token = this.#next();
      while (token.kind === 'block-entry') {
        to = this.#blockItem(token, items, false);
        token = this.#peek();
      }
      if (token.kind !== 'block-end') {
        this.#fail(parseFailure(token, "did not find expected '-' indicator"));
        return undefined;
      }
      this.#scanner.take();
      return to;
    });
  }

  /** A sequence that stands under its key without indentation; nothing marks its end. */
  #indentlessList(properties: Properties): Node | undefined {
    return this.#list(properties, (items) => {
      let to = properties.to;
      let token = this.#peek();
      while (token.kind === 'block-entry') {
        to = this.#blockItem(token, items, true);
        token = this.#peek();
      }
      return to;
    });
  }

  #blockItem(dash: Token, items: Item[], indentless: boolean): number {
    const { kind } = this.#next();
    const empty =
      kind === 'block-entry' || kind === 'block-end' || (indentless && (kind === 'key' || kind === 'value'));
    const value = empty ? emptyAfter(dash) : this.#node(true, false);
    if (value === undefined) return dash.to;
    items.push({ from: dash.from, value });
    return value.to;
  }

  #blockMap(properties: Properties): Node | undefined {
    return this.#map(properties, (entries) => {
      let to = this.#peek().to;
      let token = this.#next();
      while (token.kind === 'key') {
        const { from } = token;
        const key = this.#afterIndicator(token, isBlockMapIndicator, true, true);
        if (key === undefined) return undefined;
        const colon = this.#peek();
        const value =
          colon.kind === 'value'
            ? this.#afterIndicator(colon, isBlockMapIndicator, true, true)
            : emptyAt(colon, key.to);
        if (value === undefined) return undefined;
        entries.push({ from, key, value });
        to = Math.max(value.to, key.to);
        token = this.#peek();
      }
      if (token.kind !== 'block-end') {
        this.#fail(parseFailure(token, 'did not find expected key'));
        return undefined;
      }
      this.#scanner.take();
      return to;
    });
  }

  /** The node after an indicator, or an empty scalar where another indicator follows at once. */
  #afterIndicator(
    indicator: Token,
    ends: (kind: TokenKind) => boolean,
    block: boolean,
    indentless: boolean,
  ): Node | undefined {
    return ends(this.#next().kind) ? emptyAfter(indicator) : this.#node(block, indentless);
  }

  #flowList(properties: Properties): Node | undefined {
    return this.#list(properties, (items) => {
      let token = this.#next();
      while (token.kind !== 'flow-sequence-end') {
        if (items.length > 0) {
          if (token.kind !== 'flow-entry') {
            this.#fail(parseFailure(token, "did not find expected ',' or ']'"));
            return undefined;
          }
          token = this.#next();
          if (token.kind === 'flow-sequence-end') break;
        }
        const value = token.kind === 'key' ? this.#flowPair(token) : this.#node(false, false);
        if (value === undefined) return undefined;
        items.push({ from: value.from, value });
        token = this.#peek();
      }
      this.#scanner.take();
      return token.to;
    });
  }

  /** A mapping of one entry that stands in a flow sequence without braces. */
  #flowPair(start: Token): Node | undefined {
    const properties = { from: start.from, to: start.to, line: start.line, anchor: '', tag: '' };
    return this.#map(properties, (entries) => {
      let token = this.#next();
      const ends = token.kind === 'value' || token.kind === 'flow-entry' || token.kind === 'flow-sequence-end';
      // Upstream passes over the indicator here, so that `[? : a]` loses its colon.
      if (ends) this.#scanner.take();
      const key = ends ? emptyAfter(token) : this.#node(false, false);
      if (key === undefined) return undefined;
      token = this.#peek();
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
    return this.#map(properties, (entries) => {
      let token = this.#next();
      while (token.kind !== 'flow-mapping-end') {
        if (entries.length > 0) {
          if (token.kind !== 'flow-entry') {
            this.#fail(parseFailure(token, "did not find expected ',' or '}'"));
            return undefined;
          }
          token = this.#next();
          if (token.kind === 'flow-mapping-end') break;
        }
        if (!this.#flowEntry(token, entries)) return undefined;
        token = this.#peek();
      }
      this.#scanner.take();
      return token.to;
    });
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
    const token = this.#peek();
    if (!marked || token.kind !== 'value') return emptyAt(token, keyEnd);
    const next = this.#next();
    return isFlowMapIndicator(next.kind) ? emptyAt(next, token.to) : this.#node(false, false);
  }

  #flowKey(): Node | undefined {
    const token = this.#next();
    const ends = token.kind === 'value' || isFlowMapIndicator(token.kind);
    return ends ? emptyAt(token) : this.#node(false, false);
  }
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

/** The empty scalar before a token; on the line of that token, as upstream counts, but at a place of our choice. */
function emptyAt({ from, line }: Token, place = from): ScalarNode {
  return { kind: 'scalar', from: place, to: place, line, tag: '', text: '', plain: true };
}
