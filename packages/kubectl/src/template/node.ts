import { quote } from '@managed-fields/merge-engine';
import type { TemplateFunction } from './functions.ts';
import type { GoComplex, GoInt } from './go-value.ts';

/** A number of a template; its value is undefined where an `int` cannot hold it. Upstream: text/template/parse/node.go NumberNode. */
export interface NumberNode {
  readonly kind: 'number';
  readonly at: number;
  readonly text: string;
  readonly value: GoInt | GoComplex | number | undefined;
}

/** A pipeline: what it declares or assigns, and its commands. */
export interface PipeNode {
  readonly kind: 'pipe';
  readonly at: number;
  assigns?: boolean;
  readonly declares: VariableNode[];
  readonly commands: CommandNode[];
}

/** A command: a value, or a function with its arguments. */
export interface CommandNode {
  readonly kind: 'command';
  readonly at: number;
  readonly first: ArgumentNode;
  readonly rest: ArgumentNode[];
}

/** `$x.y`: the variable, and the fields behind it. */
export interface VariableNode {
  readonly kind: 'variable';
  readonly at: number;
  readonly name: string;
  readonly names: readonly string[];
}

/** A part of a command. */
export type ArgumentNode =
  | NumberNode
  | PipeNode
  | VariableNode
  | { readonly kind: 'identifier'; readonly at: number; readonly name: string; readonly called: TemplateFunction }
  | { readonly kind: 'dot' | 'nil'; readonly at: number }
  | { readonly kind: 'field'; readonly at: number; readonly names: readonly string[] }
  | { readonly kind: 'chain'; readonly at: number; readonly node: ArgumentNode; readonly names: readonly string[] }
  | { readonly kind: 'bool'; readonly at: number; readonly value: boolean }
  | { readonly kind: 'string'; readonly at: number; readonly quoted: string; readonly text: string };

/** `if`, `range` or `with`. */
export interface BranchNode {
  readonly kind: 'if' | 'range' | 'with';
  readonly at: number;
  readonly pipe: PipeNode;
  readonly list: ListNode;
  readonly otherwise: ListNode | undefined;
}

/** A sequence of text and actions. */
export interface ListNode {
  readonly kind: 'list';
  readonly at: number;
  readonly nodes: TemplateNode[];
}

/** A part of a template. */
export type TemplateNode =
  | BranchNode
  | ListNode
  | { readonly kind: 'text'; readonly at: number; readonly text: string }
  | { readonly kind: 'action'; readonly at: number; readonly pipe: PipeNode }
  | { readonly kind: 'break' | 'continue'; readonly at: number }
  | { readonly kind: 'template'; readonly at: number; readonly name: string; readonly pipe: PipeNode | undefined };

/** A node at which a template may fail. */
export type PlaceNode = Extract<TemplateNode, { readonly kind: 'template' }> | ArgumentNode | CommandNode;

/** A node as an error shows it. Upstream: the methods String of text/template/parse/node.go. */
export function nodeText(node: PlaceNode): string {
  switch (node.kind) {
    case 'template':
      return `{{template ${quote(node.name)}${node.pipe === undefined ? '' : ` ${nodeText(node.pipe)}`}}}`;
    case 'pipe': {
      // Two are declared by `range` alone, which no error shows.
      const [declared] = node.declares;
      const before = declared === undefined ? '' : `${declared.name} ${node.assigns ? '' : ':'}= `;
      return `${before}${node.commands.map(nodeText).join(' | ')}`;
    }
    case 'command':
      return [node.first, ...node.rest]
        .map((arg) => (arg.kind === 'pipe' ? `(${nodeText(arg)})` : nodeText(arg)))
        .join(' ');
    case 'variable':
      return [node.name, ...node.names].join('.');
    case 'identifier':
      return node.name;
    case 'dot':
      return '.';
    case 'nil':
      return 'nil';
    case 'field':
      return node.names.map((name) => `.${name}`).join('');
    case 'chain': {
      const inner = nodeText(node.node);
      return `${node.node.kind === 'pipe' ? `(${inner})` : inner}${node.names.map((name) => `.${name}`).join('')}`;
    }
    case 'bool':
      return String(node.value);
    case 'number':
      return node.text;
    case 'string':
      return node.quoted;
  }
}
