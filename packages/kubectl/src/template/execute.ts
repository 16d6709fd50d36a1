import { isList, isMap, quote, sortedKeys, utf8, type ValueMap } from '@managed-fields/merge-engine';
import { shown } from './format.ts';
import { functions, type Parameter } from './functions.ts';
import {
  bare,
  boxed,
  GoInt,
  type GoValue,
  isTrue,
  isValue,
  reflectedType,
  typeName,
  unboxed,
  wholeNumber,
} from './go-value.ts';
import {
  type AnyNode,
  type ArgumentNode,
  type BranchNode,
  type CommandNode,
  nodeText,
  type PipeNode,
  type TemplateNode,
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
  const run = new Run(templates, name, strict);
  try {
    run.execute(data);
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
  #node: AnyNode | undefined;
  #variables: Variable[] = [];
  #depth = 0;

  constructor(templates: Templates, name: string, strict: boolean) {
    this.#templates = templates;
    this.#main = name;
    this.#name = name;
    this.#strict = strict;
  }

  text(): string {
    return this.#written.join('');
  }

  execute(data: ValueMap): void {
    this.#variables = [{ name: '$', value: bare(data) }];
    const root = this.#templates.byName.get(this.#main);
    if (root === undefined) throw this.#refused(`${quote(this.#main)} is an incomplete or empty template`);
    this.#walk(bare(data), root);
  }

  /** Upstream: errorf, with the place of the node that is evaluated. */
  #refused(message: string): Refused {
    if (this.#node === undefined) return new Refused(`template: ${this.#name}: ${message}`);
    const before = this.#templates.text.slice(0, this.#node.at);
    const lines = before.split('\n');
    const place = `${this.#main}:${lines.length}:${utf8(lines.at(-1) ?? '').length}`;
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
    this.#node = node;
    switch (node.kind) {
      case 'action': {
        const value = this.#pipeline(dot, node.pipe);
        this.#node = node;
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
      if (!(error instanceof Leave && error.how === 'break')) throw error;
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
    if (isList(over as never)) {
      const list = over as readonly never[];
      for (const [at, item] of list.entries()) this.#once(bare(new GoInt(BigInt(at))), boxed(item), node);
      return list.length > 0;
    }
    if (isMap(over as never)) {
      const map = over as ValueMap;
      for (const key of sortedKeys(map)) this.#once(bare(key), boxed(map.get(key) ?? null), node);
      return map.size > 0;
    }
    throw this.#refused(`range can't iterate over ${shown(over)}`);
  }

  #once(index: GoValue, item: GoValue, { pipe, list }: BranchNode): void {
    this.#step();
    const [first, second] = pipe.declares;
    if (pipe.assigns) {
      if (first !== undefined) this.#setVariable(first.names[0] ?? '', second === undefined ? item : index);
      if (second !== undefined) this.#setVariable(second.names[0] ?? '', item);
    } else {
      const [last, before] = [this.#variables.at(-1), this.#variables.at(-2)];
      if (first !== undefined && last !== undefined) last.value = item;
      if (second !== undefined && before !== undefined) before.value = index;
    }
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
    let value: Final = missing;
    for (const command of pipe.commands) value = unboxed(this.#command(dot, command, value));
    const result = value === missing ? undefined : value;
    for (const { names } of pipe.declares) {
      const [name = ''] = names;
      if (pipe.assigns) this.#setVariable(name, result);
      else this.#variables.push({ name, value: result });
    }
    return result;
  }

  #notAFunction(args: readonly ArgumentNode[], final: Final): void {
    const [first] = args;
    if (first !== undefined && (args.length > 1 || final !== missing)) {
      throw this.#refused(`can't give argument to non-function ${nodeText(first)}`);
    }
  }

  #command(dot: GoValue, command: CommandNode, final: Final): GoValue {
    const [first] = command.args;
    if (first === undefined) return undefined;
    switch (first.kind) {
      case 'field':
        return this.#fieldNode(dot, first, command.args, final);
      case 'chain':
        return this.#chain(dot, first, command.args, final);
      case 'identifier':
        return this.#function(dot, first, command, command.args, final);
      case 'pipe':
        this.#notAFunction(command.args, final);
        return this.#pipeline(dot, first);
      case 'variable':
        return this.#variable(first, command.args, final);
      default:
        this.#node = first;
        this.#notAFunction(command.args, final);
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

  #fieldNode(
    dot: GoValue,
    node: Extract<ArgumentNode, { readonly kind: 'field' }>,
    args: readonly ArgumentNode[],
    final: Final,
  ): GoValue {
    this.#node = node;
    return this.#fields(dot, node.names, args, final);
  }

  #chain(
    dot: GoValue,
    node: Extract<ArgumentNode, { readonly kind: 'chain' }>,
    args: readonly ArgumentNode[],
    final: Final,
  ): GoValue {
    this.#node = node;
    if (node.node.kind === 'nil') throw this.#refused(`indirection through explicit nil in ${nodeText(node)}`);
    return this.#fields(this.#argument(dot, 'value', node.node), node.names, args, final);
  }

  #variable(
    node: Extract<ArgumentNode, { readonly kind: 'variable' }>,
    args: readonly ArgumentNode[],
    final: Final,
  ): GoValue {
    this.#node = node;
    const [name = '', ...names] = node.names;
    const found = this.#variables.findLast((each) => each.name === name);
    if (found === undefined) throw this.#refused(`undefined variable: ${name}`);
    if (names.length > 0) return this.#fields(found.value, names, args, final);
    this.#notAFunction(args, final);
    return found.value;
  }

  #fields(start: GoValue, names: readonly string[], args: readonly ArgumentNode[], final: Final): GoValue {
    let value = start;
    for (const [at, name] of names.entries()) {
      const hasArguments = at === names.length - 1 && (args.length > 1 || final !== missing);
      value = this.#field(value, name, hasArguments);
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
    if (!isValue(value) || !isMap(value)) throw this.#refused(`can't evaluate field ${name} in type ${type}`);
    if (hasArguments) throw this.#refused(`${name} is not a method but has arguments`);
    const found = value.get(name);
    if (found !== undefined) return boxed(found);
    if (this.#strict) throw this.#refused(`map has no entry for key ${quote(name)}`);
    return undefined;
  }

  #function(
    dot: GoValue,
    node: Extract<ArgumentNode, { readonly kind: 'identifier' }>,
    command: AnyNode,
    args: readonly ArgumentNode[],
    final: Final,
  ): GoValue {
    this.#node = node;
    const { name } = node;
    const called = functions.get(name);
    if (called === undefined) throw this.#refused(`${quote(name)} is not a defined function`);
    const given = args.slice(1);
    const count = given.length + (final === missing ? 0 : 1);
    const { takes, more } = called;
    if (more === undefined ? count !== takes.length : count < takes.length) {
      const want = more === undefined ? `${takes.length} got ${count}` : `at least ${takes.length} got ${given.length}`;
      throw this.#refused(`wrong number of args for ${name}: want ${want}`);
    }
    if (name === 'and' || name === 'or') return this.#logical(dot, name, given, final);
    const values = given.map((arg, at) => this.#argument(dot, takes[at] ?? more ?? 'any', arg));
    if (final !== missing) values.push(this.#validated(final, takes[values.length] ?? more ?? 'any'));
    const result = name === 'call' ? this.#notCallable(values[0], given[0] ?? undefined) : called.call(values);
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
      value = this.#argument(dot, 'value', arg);
      if (isTrue(value) === (name === 'or')) return value;
    }
    return final === missing ? value : final;
  }

  /** Upstream: evalArg. */
  #argument(dot: GoValue, type: Parameter, node: ArgumentNode): GoValue {
    this.#node = node;
    switch (node.kind) {
      case 'dot':
        return this.#validated(dot, type);
      case 'nil':
        if (type === 'string') throw this.#refused('cannot assign nil to string');
        return undefined;
      case 'field':
        return this.#validated(this.#fieldNode(dot, node, [node], missing), type);
      case 'variable':
        return this.#validated(this.#variable(node, [], missing), type);
      case 'pipe':
        return this.#validated(this.#pipeline(dot, node), type);
      case 'identifier':
        return this.#validated(this.#function(dot, node, node, [], missing), type);
      case 'chain':
        return this.#validated(this.#chain(dot, node, [], missing), type);
      default:
        if (type === 'string' && node.kind !== 'string')
          throw this.#refused(`expected string; found ${nodeText(node)}`);
        return this.#literal(dot, node);
    }
  }

  /** Upstream: validateType. */
  #validated(value: GoValue, type: Parameter): GoValue {
    if (type !== 'string') return value;
    if (value === undefined) throw this.#refused('invalid value; expected string');
    const held = unboxed(value) ?? value;
    if (typeof held.value === 'string') return held;
    throw this.#refused(`wrong type for value; expected string; got ${reflectedType(held)}`);
  }
}
