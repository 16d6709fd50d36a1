import { quote, sortedKeys, utf8, type ValueMap } from '@managed-fields/merge-engine';
import { shown } from './format.ts';
import {
  bare,
  boxed,
  GoInt,
  type GoValue,
  isGoList,
  isGoMap,
  isTrue,
  reflectedType,
  typeName,
  unboxed,
  wholeNumber,
} from './go-value.ts';
import {
  type ArgumentNode,
  type BranchNode,
  type CommandNode,
  nodeText,
  type PipeNode,
  type PlaceNode,
  type TemplateNode,
  type VariableNode,
} from './node.ts';
import type { Templates } from './parse.ts';

/** What a template wrote, and the message of its failure where it ended in one. */
export type Executed =
  | { readonly kind: 'written'; readonly text: string; readonly failed?: string }
  /** More than anybody can read, or without end; Go itself stops at a hundred thousand templates in each other alone. */
  | { readonly kind: 'too-much' };

const mostSteps = 1_000_000;
const mostText = 10_000_000;
const deepest = 300;

/** Leaves a template that fails; it goes no further than to `executeTemplate`. */
class Refused extends Error {}
class TooMuch extends Error {}
class Leave extends Error {
  readonly how: 'break' | 'continue';

  constructor(how: 'break' | 'continue') {
    super(how);
    this.how = how;
  }
}

/** No value from a command before: what a pipeline begins with. */
const missing = Symbol('missing');
type Final = GoValue | typeof missing;

/**
 * Executes a template on an object. `strict`: a field that is not there is an error.
 * Upstream: text/template/exec.go Execute.
 */
export function executeTemplate(templates: Templates, name: string, data: ValueMap, strict: boolean): Executed {
  const run = new Run(templates, name, strict, bare(data));
  try {
    run.execute(bare(data));
  } catch (error) {
    if (error instanceof Refused) return { kind: 'written', text: run.text(), failed: error.message };
    if (error instanceof TooMuch) return { kind: 'too-much' };
    throw error;
  }
  return { kind: 'written', text: run.text() };
}

interface Variable {
  readonly name: string;
  value: GoValue;
}

class Run {
  readonly #templates: Templates;
  readonly #main: string;
  readonly #strict: boolean;
  readonly #written: string[] = [];
  #size = 0;
  #steps = 0;
  #name: string;
  /** What is evaluated. */
  #node!: PlaceNode;
  #variables: Variable[];
  #depth = 0;

  constructor(templates: Templates, name: string, strict: boolean, data: GoValue) {
    this.#templates = templates;
    this.#variables = [{ name: '$', value: data }];
    this.#main = name;
    this.#name = name;
    this.#strict = strict;
  }

  text(): string {
    return this.#written.join('');
  }

  execute(data: GoValue): void {
    this.#walk(data, this.#templates.root);
  }

  /** Upstream: errorf, with the place of the node that is evaluated. */
  #refused(message: string): Refused {
    const before = this.#templates.text.slice(0, this.#node.at);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    const place = `${this.#main}:${before.split('\n').length}:${utf8(line).length}`;
    return new Refused(`template: ${place}: executing ${quote(this.#name)} at <${nodeText(this.#node)}>: ${message}`);
  }

  #step(): void {
    if (++this.#steps > mostSteps) throw new TooMuch();
  }

  #write(text: string): void {
    this.#size += text.length;
    if (this.#size > mostText) throw new TooMuch();
    this.#written.push(text);
  }

  #walk(dot: GoValue, node: TemplateNode): void {
    this.#step();
    switch (node.kind) {
      case 'action': {
        const value = this.#pipeline(dot, node.pipe);
        if (node.pipe.declares.length === 0) this.#write(value === undefined ? '<no value>' : shown(value.value));
        return;
      }
      case 'break':
      case 'continue':
        throw new Leave(node.kind);
      case 'list':
        for (const each of node.nodes) this.#walk(dot, each);
        return;
      case 'text':
        this.#write(node.text);
        return;
      case 'if':
      case 'with':
        this.#ifOrWith(dot, node);
        return;
      case 'range':
        this.#range(dot, node);
        return;
      case 'template':
        this.#template(dot, node);
        return;
    }
  }

  #ifOrWith(dot: GoValue, node: BranchNode): void {
    const mark = this.#variables.length;
    try {
      const value = this.#pipeline(dot, node.pipe);
      if (isTrue(value)) this.#walk(node.kind === 'with' ? value : dot, node.list);
      else if (node.otherwise !== undefined) this.#walk(dot, node.otherwise);
    } finally {
      this.#variables.length = mark;
    }
  }

  #range(dot: GoValue, node: BranchNode): void {
    const mark = this.#variables.length;
    try {
      if (this.#iterate(unboxed(this.#pipeline(dot, node.pipe)), node)) return;
      if (node.otherwise !== undefined) this.#walk(dot, node.otherwise);
    } catch (error) {
      if (!(error instanceof Leave)) throw error;
    } finally {
      this.#variables.length = mark;
    }
  }

  /** Goes through what a range is over; false where there is nothing. */
  #iterate(value: GoValue, node: BranchNode): boolean {
    if (value === undefined) return false;
    const { value: over } = value;
    const end = wholeNumber(over);
    if (end !== undefined) {
      if (node.pipe.declares.length > 1) {
        throw this.#refused(`can't use ${shown(over)} to iterate over more than one variable`);
      }
      for (let at = 0n; at < end; at++) {
        this.#once(undefined, bare(over instanceof GoInt ? new GoInt(at, over.type) : at), node);
      }
      return end > 0n;
    }
    if (isGoList(over)) {
      for (const [at, item] of over.entries()) this.#once(bare(new GoInt(BigInt(at))), boxed(item), node);
      return over.length > 0;
    }
    if (isGoMap(over)) {
      for (const key of sortedKeys(over)) this.#once(bare(key), boxed(over.get(key) ?? null), node);
      return over.size > 0;
    }
    throw this.#refused(`range can't iterate over ${shown(over)}`);
  }

  #once(index: GoValue, item: GoValue, { pipe, list }: BranchNode): void {
    this.#step();
    const values = pipe.declares.length > 1 ? [index, item] : [item];
    for (const [at, { name }] of pipe.declares.entries()) this.#setVariable(name, values[at]);
    const mark = this.#variables.length;
    try {
      this.#walk(item, list);
    } catch (error) {
      if (!(error instanceof Leave && error.how === 'continue')) throw error;
    } finally {
      this.#variables.length = mark;
    }
  }

  #template(dot: GoValue, node: Extract<TemplateNode, { readonly kind: 'template' }>): void {
    this.#node = node;
    const root = this.#templates.byName.get(node.name);
    if (root === undefined) throw this.#refused(`template ${quote(node.name)} not defined`);
    if (++this.#depth > deepest) throw new TooMuch();
    const data = node.pipe === undefined ? undefined : this.#pipeline(dot, node.pipe);
    const [name, variables] = [this.#name, this.#variables];
    [this.#name, this.#variables] = [node.name, [{ name: '$', value: data }]];
    this.#walk(data, root);
    [this.#name, this.#variables] = [name, variables];
    this.#depth--;
  }

  #setVariable(name: string, value: GoValue): void {
    const found = this.#variables.findLast((each) => each.name === name);
    if (found === undefined) throw this.#refused(`undefined variable: ${name}`);
    found.value = value;
  }

  #pipeline(dot: GoValue, pipe: PipeNode): GoValue {
    this.#step();
    this.#node = pipe;
    let [value, final]: [GoValue, Final] = [undefined, missing];
    for (const command of pipe.commands) {
      value = unboxed(this.#command(dot, command, final));
      final = value;
    }
    for (const { name } of pipe.declares) {
      if (pipe.assigns) this.#setVariable(name, value);
      else this.#variables.push({ name, value });
    }
    return value;
  }

  #notAFunction(first: ArgumentNode, hasArguments: boolean): void {
    if (hasArguments) throw this.#refused(`can't give argument to non-function ${nodeText(first)}`);
  }

  #command(dot: GoValue, command: CommandNode, final: Final): GoValue {
    const { first, rest } = command;
    const hasArguments = rest.length > 0 || final !== missing;
    switch (first.kind) {
      case 'field':
        return this.#fieldNode(dot, first, hasArguments);
      case 'chain':
        return this.#chain(dot, first, hasArguments);
      case 'identifier':
        return this.#function(dot, first, command, rest, final);
      case 'pipe':
        this.#notAFunction(first, hasArguments);
        return this.#pipeline(dot, first);
      case 'variable':
        return this.#variable(first, hasArguments);
      default:
        this.#node = first;
        this.#notAFunction(first, hasArguments);
        if (first.kind === 'nil') throw this.#refused('nil is not a command');
        return this.#literal(dot, first);
    }
  }

  #literal(
    dot: GoValue,
    node: Extract<ArgumentNode, { readonly kind: 'bool' | 'dot' | 'number' | 'string' | 'nil' }>,
  ): GoValue {
    switch (node.kind) {
      case 'bool':
        return bare(node.value);
      case 'string':
        return bare(node.text);
      case 'number':
        return this.#constant(node);
      default:
        return dot;
    }
  }

  /** Upstream: idealConstant. */
  #constant(node: Extract<ArgumentNode, { readonly kind: 'number' }>): GoValue {
    this.#node = node;
    if (node.value === undefined) throw this.#refused(`${node.text} overflows int`);
    return bare(node.value);
  }

  #fieldNode(dot: GoValue, node: Extract<ArgumentNode, { readonly kind: 'field' }>, hasArguments: boolean): GoValue {
    this.#node = node;
    return this.#fields(dot, node.names, hasArguments);
  }

  #chain(dot: GoValue, node: Extract<ArgumentNode, { readonly kind: 'chain' }>, hasArguments: boolean): GoValue {
    this.#node = node;
    return this.#fields(this.#argument(dot, node.node, false), node.names, hasArguments);
  }

  #variable(node: VariableNode, hasArguments: boolean): GoValue {
    this.#node = node;
    const found = this.#variables.findLast((each) => each.name === node.name);
    // Where it is declared may have been left out, behind an `and` or `or`.
    if (found === undefined) throw this.#refused(`undefined variable: ${node.name}`);
    if (node.names.length > 0) return this.#fields(found.value, node.names, hasArguments);
    this.#notAFunction(node, hasArguments);
    return found.value;
  }

  #fields(start: GoValue, names: readonly string[], hasArguments: boolean): GoValue {
    let value = start;
    for (const [at, name] of names.entries()) {
      value = this.#field(value, name, hasArguments && at === names.length - 1);
    }
    return value;
  }

  /** Upstream: evalField. */
  #field(receiver: GoValue, name: string, hasArguments: boolean): GoValue {
    if (receiver === undefined) {
      if (this.#strict) throw this.#refused(`nil data; no entry for key ${quote(name)}`);
      return undefined;
    }
    const type = reflectedType(receiver);
    const { value } = receiver;
    if (value === null) throw this.#refused(`nil pointer evaluating ${type}.${name}`);
    if (!isGoMap(value)) throw this.#refused(`can't evaluate field ${name} in type ${type}`);
    if (hasArguments) throw this.#refused(`${name} is not a method but has arguments`);
    const found = value.get(name);
    if (found !== undefined) return boxed(found);
    if (this.#strict) throw this.#refused(`map has no entry for key ${quote(name)}`);
    return undefined;
  }

  #function(
    dot: GoValue,
    node: Extract<ArgumentNode, { readonly kind: 'identifier' }>,
    command: PlaceNode,
    given: readonly ArgumentNode[],
    final: Final,
  ): GoValue {
    this.#node = node;
    const { name, called } = node;
    const count = given.length + (final === missing ? 0 : 1);
    const { takes, more } = called;
    if (more ? count < takes : count !== takes) {
      const want = more ? `at least ${takes} got ${given.length}` : `${takes} got ${count}`;
      throw this.#refused(`wrong number of args for ${name}: want ${want}`);
    }
    if (name === 'and' || name === 'or') return this.#logical(dot, name, given, final);
    const values = given.map((arg, at) => this.#argument(dot, arg, at === 0 && called.text === true));
    if (final !== missing) values.push(this.#validated(final, values.length === 0 && called.text === true));
    const result = called.call?.(values) ?? this.#notCallable(values[0], given[0]);
    if (result.kind === 'value') return result.value;
    this.#node = command;
    throw this.#refused(`error calling ${name}: ${result.message}`);
  }

  #notCallable(value: GoValue, node: ArgumentNode | undefined) {
    const held = unboxed(value);
    if (held === undefined) return { kind: 'error', message: 'call of nil' } as const;
    const type = typeName(held.value);
    const reflected = typeof held.value === 'string' ? held.value : `<${type} Value>`;
    const name = node === undefined ? reflected : nodeText(node);
    return { kind: 'error', message: `non-function ${name} of type ${type}` } as const;
  }

  #logical(dot: GoValue, name: 'and' | 'or', args: readonly ArgumentNode[], final: Final): GoValue {
    let value: GoValue;
    for (const arg of args) {
      value = this.#argument(dot, arg, false);
      if (isTrue(value) === (name === 'or')) return value;
    }
    return final === missing ? value : final;
  }

  /** Upstream: evalArg. */
  #argument(dot: GoValue, node: ArgumentNode, isText: boolean): GoValue {
    this.#node = node;
    switch (node.kind) {
      case 'dot':
        return this.#validated(dot, isText);
      case 'nil':
        if (isText) throw this.#refused('cannot assign nil to string');
        return undefined;
      case 'field':
        return this.#validated(this.#fieldNode(dot, node, false), isText);
      case 'variable':
        return this.#validated(this.#variable(node, false), isText);
      case 'pipe':
        return this.#validated(this.#pipeline(dot, node), isText);
      case 'identifier':
        return this.#validated(this.#function(dot, node, node, [], missing), isText);
      case 'chain':
        return this.#validated(this.#chain(dot, node, false), isText);
      default:
        if (isText && node.kind !== 'string') throw this.#refused(`expected string; found ${nodeText(node)}`);
        return this.#literal(dot, node);
    }
  }

  /** Upstream: validateType. */
  #validated(value: GoValue, isText: boolean): GoValue {
    if (!isText) return value;
    if (value === undefined) throw this.#refused('invalid value; expected string');
    const held = unboxed(value) ?? value;
    if (typeof held.value === 'string') return held;
    throw this.#refused(`wrong type for value; expected string; got ${reflectedType(held)}`);
  }
}
