import { unquoteInside } from '@managed-fields/api-server/tables';
import { byteLength, quote } from '@managed-fields/merge-engine';
import type { TemplateFunction } from './functions.ts';
import { type Item, type ItemKind, Lexer } from './lex.ts';
import {
  type ArgumentNode,
  type BranchNode,
  type CommandNode,
  type ListNode,
  nodeText,
  type PipeNode,
  type TemplateNode,
  type VariableNode,
} from './node.ts';
import { readNumber } from './number.ts';

/** A template with those that it defines, by name. */
export interface Templates {
  readonly kind: 'templates';
  readonly text: string;
  readonly root: ListNode;
  readonly byName: ReadonlyMap<string, ListNode>;
}

/** The answer of `parseTemplates`; messages are Go's. */
export type ParsedTemplates = Templates | { readonly kind: 'error'; readonly message: string };

/** How deep actions and parentheses may stand in each other. Upstream stops at ten thousand parentheses. */
const deepest = 500;

/** Leaves the reading of a template; it goes no further than to `parseTemplates`. */
class Refused extends Error {}

/** What ends a list of nodes. */
type Ending = { readonly kind: 'end' | 'else'; readonly at: number };
const endingText = (ending: Ending) => (ending.kind === 'end' ? '{{end}}' : '{{else}}');

/** The functions that a template may call, by name. */
type Functions = ReadonlyMap<string, TemplateFunction>;

/** Reads a Go template. Upstream: text/template/parse/parse.go Parse. */
export function parseTemplates(name: string, text: string, functions: Functions): ParsedTemplates {
  const parser = new Parser(name, text, functions);
  try {
    return { kind: 'templates', text, root: parser.parse(), byName: parser.byName };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'error', message: error.message };
    throw error;
  }
}

const operands: ReadonlySet<ItemKind> = new Set([
  ...(['bool', 'charConstant', 'complex', 'dot', 'field', 'identifier', 'number', 'nil'] as const),
  ...(['rawString', 'string', 'variable', 'leftParen'] as const),
]);

class Parser {
  readonly byName = new Map<string, ListNode>();
  readonly #name: string;
  readonly #lexer: Lexer;
  readonly #functions: Functions;
  /** The parts that were read ahead; the last is the next. */
  readonly #ahead: Item[] = [];
  /** The line of the part that was read last, by which errors are told. */
  #line = 1;
  #variables: string[] = ['$'];
  #actionLine = 0;
  #ranges = 0;
  #depth = 0;

  constructor(name: string, text: string, functions: Functions) {
    this.#name = name;
    this.#lexer = new Lexer(text);
    this.#functions = functions;
  }

  parse(): ListNode {
    const root: ListNode = { kind: 'list', at: this.#peek().at, nodes: [] };
    while (this.#peek().kind !== 'eof') {
      if (this.#peek().kind === 'leftDelim') {
        const delim = this.#next();
        const following = this.#nextNonSpace();
        if (following.kind === 'define') {
          this.#definition();
          continue;
        }
        this.#ahead.push(following, delim);
      }
      const node = this.#textOrAction();
      if (isEnding(node)) throw this.#refused(`unexpected ${endingText(node)}`);
      root.nodes.push(node);
    }
    return this.#add(this.#name, root);
  }

  #refused(message: string): Refused {
    return new Refused(`template: ${this.#name}:${this.#line}: ${message}`);
  }

  #next(): Item {
    const ahead = this.#ahead.pop();
    if (ahead !== undefined) return ahead;
    const item = this.#lexer.next();
    this.#line = item.line;
    return item;
  }

  #peek(): Item {
    const item = this.#next();
    this.#ahead.push(item);
    return item;
  }

  #nextNonSpace(): Item {
    let item = this.#next();
    while (item.kind === 'space') item = this.#next();
    return item;
  }

  #peekNonSpace(): Item {
    const item = this.#nextNonSpace();
    this.#ahead.push(item);
    return item;
  }

  #expect(kinds: readonly ItemKind[], context: string): Item {
    const item = this.#nextNonSpace();
    if (!kinds.includes(item.kind)) throw this.#unexpected(item, context);
    return item;
  }

  #unexpected(item: Item, context: string): Refused {
    if (item.kind !== 'error') return this.#refused(`unexpected ${itemText(item)} in ${context}`);
    let extra = '';
    if (this.#actionLine !== 0 && this.#actionLine !== item.line) {
      extra = ` in action started at ${this.#name}:${this.#actionLine}`;
      if (item.text.endsWith(' action')) extra = extra.slice(' in action'.length);
    }
    return this.#refused(`${item.text}${extra}`);
  }

  /** Keeps a template, unless it is empty and there is one of its name; returns the one that is kept. */
  #add(name: string, root: ListNode): ListNode {
    const known = this.byName.get(name);
    if (known !== undefined && !isEmpty(known)) {
      if (!isEmpty(root)) throw this.#refused(`template: multiple definition of template ${quote(name)}`);
      return known;
    }
    this.byName.set(name, root);
    return root;
  }

  #definition(): void {
    const name = this.#unquoted(this.#expect(['string', 'rawString'], 'define clause'));
    this.#expect(['rightDelim'], 'define clause');
    this.#inner(name, 'define clause');
  }

  /** Reads a template of its own, which has no variables but its data. */
  #inner(name: string, context: string): void {
    const [variables, ranges, actionLine] = [this.#variables, this.#ranges, this.#actionLine];
    [this.#variables, this.#ranges, this.#actionLine] = [['$'], 0, 0];
    const { list, ending } = this.#itemList();
    if (ending.kind !== 'end') throw this.#refused(`unexpected ${endingText(ending)} in ${context}`);
    this.#add(name, list);
    [this.#variables, this.#ranges, this.#actionLine] = [variables, ranges, actionLine];
  }

  #unquoted({ text, kind }: Item): string {
    if (kind === 'rawString') return text.slice(1, -1).replaceAll('\r', '');
    const inside = unquoteInside(text.slice(1, -1), '"');
    if (inside === undefined) throw this.#refused('invalid syntax');
    return inside;
  }

  #itemList(): { readonly list: ListNode; readonly ending: Ending } {
    const list: ListNode = { kind: 'list', at: this.#peekNonSpace().at, nodes: [] };
    while (this.#peekNonSpace().kind !== 'eof') {
      const node = this.#textOrAction();
      if (isEnding(node)) return { list, ending: node };
      list.nodes.push(node);
    }
    throw this.#refused('unexpected EOF');
  }

  #textOrAction(): TemplateNode | Ending {
    const item = this.#nextNonSpace();
    if (item.kind === 'text') return { kind: 'text', at: item.at, text: item.text };
    if (item.kind !== 'leftDelim') throw this.#unexpected(item, 'input');
    this.#actionLine = item.line;
    const node = this.#action();
    this.#actionLine = 0;
    return node;
  }

  #action(): TemplateNode | Ending {
    const item = this.#nextNonSpace();
    switch (item.kind) {
      case 'block':
        return this.#block();
      case 'break':
      case 'continue':
        return this.#leave(item.kind, item.at);
      case 'else':
        return this.#else();
      case 'end':
        return { kind: 'end', at: this.#expect(['rightDelim'], 'end').at };
      case 'if':
      case 'range':
      case 'with':
        return this.#control(item.kind);
      case 'template':
        return this.#template();
      default:
        this.#ahead.push(item);
        return { kind: 'action', at: this.#peek().at, pipe: this.#pipeline('command', 'rightDelim') };
    }
  }

  #leave(kind: 'break' | 'continue', at: number): TemplateNode {
    this.#expect(['rightDelim'], `{{${kind}}}`);
    if (this.#ranges === 0) throw this.#refused(`{{${kind}}} outside {{range}}`);
    return { kind, at };
  }

  #else(): Ending {
    const item = this.#peekNonSpace();
    if (item.kind === 'if' || item.kind === 'with') return { kind: 'else', at: item.at };
    return { kind: 'else', at: this.#expect(['rightDelim'], 'else').at };
  }

  #control(kind: BranchNode['kind']): BranchNode {
    if (++this.#depth > deepest) throw this.#refused('max expression depth exceeded');
    const known = this.#variables.length;
    const pipe = this.#pipeline(kind, 'rightDelim');
    if (kind === 'range') this.#ranges++;
    const { list, ending } = this.#itemList();
    if (kind === 'range') this.#ranges--;
    const otherwise = ending.kind === 'else' ? this.#otherwise(kind, ending) : undefined;
    this.#variables.length = known;
    this.#depth--;
    return { kind, at: pipe.at, pipe, list, otherwise };
  }

  #otherwise(kind: BranchNode['kind'], { at }: Ending): ListNode {
    if (this.#peek().kind === kind) {
      this.#next();
      return { kind: 'list', at, nodes: [this.#control(kind)] };
    }
    const { list, ending } = this.#itemList();
    if (ending.kind !== 'end') throw this.#refused(`expected end; found ${endingText(ending)}`);
    return list;
  }

  #block(): TemplateNode {
    const item = this.#nextNonSpace();
    const name = this.#templateName(item, 'block clause');
    const pipe = this.#pipeline('block clause', 'rightDelim');
    this.#inner(name, 'block clause');
    return { kind: 'template', at: item.at, name, pipe };
  }

  #template(): TemplateNode {
    const item = this.#nextNonSpace();
    const name = this.#templateName(item, 'template clause');
    const following = this.#nextNonSpace();
    if (following.kind === 'rightDelim') return { kind: 'template', at: item.at, name, pipe: undefined };
    this.#ahead.push(following);
    return { kind: 'template', at: item.at, name, pipe: this.#pipeline('template clause', 'rightDelim') };
  }

  #templateName(item: Item, context: string): string {
    if (item.kind !== 'string' && item.kind !== 'rawString') throw this.#unexpected(item, context);
    return this.#unquoted(item);
  }

  #pipeline(context: string, end: ItemKind): PipeNode {
    const pipe: PipeNode = { kind: 'pipe', at: this.#peekNonSpace().at, declares: [], commands: [] };
    this.#declarations(pipe, context);
    for (;;) {
      const item = this.#nextNonSpace();
      if (item.kind === end) break;
      if (!operands.has(item.kind)) throw this.#unexpected(item, context);
      this.#ahead.push(item);
      pipe.commands.push(this.#command());
    }
    if (pipe.commands.length === 0) throw this.#refused(`missing value for ${context}`);
    for (const [stage, { first }] of pipe.commands.entries()) {
      if (stage > 0 && ['bool', 'dot', 'nil', 'number', 'string'].includes(first.kind)) {
        throw this.#refused(`non executable command in pipeline stage ${stage + 1}`);
      }
    }
    return pipe;
  }

  #declarations(pipe: PipeNode, context: string): void {
    for (;;) {
      const variable = this.#peekNonSpace();
      if (variable.kind !== 'variable') return;
      this.#next();
      const behind = this.#peek();
      const following = this.#peekNonSpace();
      const isComma = following.text === ',';
      if (following.kind !== 'assign' && following.kind !== 'declare' && !isComma) {
        if (behind.kind === 'space') this.#ahead.push(behind);
        this.#ahead.push(variable);
        return;
      }
      this.#nextNonSpace();
      pipe.declares.push(variableOf(variable));
      this.#variables.push(variable.text);
      if (!isComma) {
        pipe.assigns = following.kind === 'assign';
        return;
      }
      if (context !== 'range' || pipe.declares.length >= 2) throw this.#refused(`too many declarations in ${context}`);
      if (!['variable', 'rightDelim'].includes(this.#peekNonSpace().kind)) {
        throw this.#refused('range can only initialize variables');
      }
    }
  }

  #command(): CommandNode {
    const command: CommandNode = { kind: 'command', at: this.#peekNonSpace().at, first: this.#operand(), rest: [] };
    for (;;) {
      const item = this.#next();
      if (item.kind === 'space') {
        if (operands.has(this.#peekNonSpace().kind)) command.rest.push(this.#operand());
        continue;
      }
      if (item.kind === 'rightDelim' || item.kind === 'rightParen') this.#ahead.push(item);
      else if (item.kind !== 'pipe') throw this.#unexpected(item, 'operand');
      return command;
    }
  }

  #operand(): ArgumentNode {
    const node = this.#term();
    if (this.#peek().kind !== 'field') return node;
    const { at } = this.#peek();
    const names: string[] = [];
    while (this.#peek().kind === 'field') names.push(this.#next().text.slice(1));
    switch (node.kind) {
      case 'field':
      case 'variable':
        return { ...node, at, names: [...node.names, ...names] };
      case 'bool':
      case 'string':
      case 'number':
      case 'nil':
      case 'dot':
        throw this.#refused(`unexpected . after term ${quote(nodeText(node))}`);
      default:
        return { kind: 'chain', at, node, names };
    }
  }

  /** A part of a command, of which the next part is one. */
  #term(): ArgumentNode {
    const item = this.#nextNonSpace();
    const { at, text } = item;
    switch (item.kind) {
      case 'identifier': {
        const called = this.#functions.get(text);
        if (called === undefined) throw this.#refused(`function ${quote(text)} not defined`);
        return { kind: 'identifier', at, name: text, called };
      }
      case 'dot':
      case 'nil':
        return { kind: item.kind, at };
      case 'variable': {
        const variable = variableOf(item);
        const { name } = variable;
        if (!this.#variables.includes(name)) throw this.#refused(`undefined variable ${quote(name)}`);
        return variable;
      }
      case 'field':
        return { kind: 'field', at, names: [text.slice(1)] };
      case 'bool':
        return { kind: 'bool', at, value: text === 'true' };
      case 'charConstant':
      case 'complex':
      case 'number': {
        const number = readNumber(at, text, item.kind);
        if (typeof number === 'string') throw this.#refused(number);
        return number;
      }
      case 'leftParen': {
        if (++this.#depth > deepest) throw this.#refused('max expression depth exceeded');
        const pipe = this.#pipeline('parenthesized pipeline', 'rightParen');
        this.#depth--;
        return pipe;
      }
      default:
        return { kind: 'string', at, quoted: text, text: this.#unquoted(item) };
    }
  }
}

function isEnding(node: TemplateNode | Ending): node is Ending {
  return node.kind === 'end' || node.kind === 'else';
}

function variableOf({ at, text }: Item): VariableNode {
  return { kind: 'variable', at, name: text, names: [] };
}

const keywords: ReadonlySet<ItemKind> = new Set([
  ...(['block', 'break', 'continue', 'dot', 'define', 'else', 'end', 'if', 'nil', 'range'] as const),
  ...(['template', 'with'] as const),
]);

/** A part of a template as an error shows it. Upstream: lex.go item.String. */
function itemText({ kind, text }: Item): string {
  if (keywords.has(kind)) return `<${text}>`;
  return byteLength(text) > 10 ? `${quote([...text].slice(0, 10).join(''))}...` : quote(text);
}

/** Whether a template prints nothing but spaces. Upstream: parse.go IsEmptyTree. */
function isEmpty(node: TemplateNode): boolean {
  if (node.kind === 'list') return node.nodes.every(isEmpty);
  return node.kind === 'text' && node.text.trim() === '';
}
