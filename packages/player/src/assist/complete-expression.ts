import { customResources } from '@managed-fields/api-server';
import type { TextRange } from '@managed-fields/scenario';
import type { Completion, CompletionItem } from './completion.ts';
import { describeNode, type SchemaFieldView } from './describe.ts';
import { type ExpressionAt, expressionAt } from './expression-at.ts';
import { type ScopeAt, scopeAt } from './expression-scope.ts';
import type { AssistContext } from './place.ts';
import { rootNode, type SchemaNode } from './schema-node.ts';

/** What a name in an expression is. Plain data that a worker can post. */
export interface ExpressionView {
  readonly range: TextRange;
  readonly name: string;
  readonly kind: 'variable' | 'field' | 'function' | 'macro' | 'constructor';
  /** The type of a variable or field, the signatures of a function. */
  readonly details: readonly string[];
  /** What the schema says of a field. */
  readonly field?: SchemaFieldView;
}

/** The most signatures of a function that are told. */
const mostDetails = 8;

/** The completions inside of an expression; undefined where an offset is in none. */
export function completeInExpression(text: string, offset: number, context: AssistContext): Completion | undefined {
  const at = expressionAt(text, offset);
  const found = at && scopeAt(at, context);
  if (at === undefined || found === undefined) return undefined;
  const { from, to, items } = customResources().completeExpression(at.source, at.offset, found.scope);
  return {
    range: at.rangeOf(from, to),
    isExpression: true,
    items: items.flatMap((item): readonly CompletionItem[] => {
      const insert = insertFor(item.insert, at.source.slice(from, to), at);
      if (insert === undefined) return [];
      const field = item.owner && fieldOf(found, item.owner, item.label);
      return [
        {
          label: item.label,
          insert,
          kind: item.kind,
          details: item.details.slice(0, mostDetails),
          ...(field === undefined ? {} : { field }),
          again: /[{[: ]$/.test(insert),
        },
      ];
    }),
  };
}

/**
 * What is inserted into a scalar of a style. A plain one may have neither a brace at its start nor a colon before a blank:
 * one that has nothing but the word becomes a block instead, and another does without.
 */
function insertFor(insert: string, word: string, { style, source, inFlow, column }: ExpressionAt): string | undefined {
  if (style !== 'plain' || !/[{[]$|: $/.test(insert)) return insert;
  if (inFlow || insert.endsWith(': ')) return undefined;
  return source.trim() === word ? `>-\n${' '.repeat(column + 2)}${insert}` : insert;
}

function fieldOf(
  { nodeOf }: ScopeAt,
  owner: Parameters<ScopeAt['nodeOf']>[0],
  name: string,
): SchemaFieldView | undefined {
  const found = nodeOf(owner, name);
  return found && describeNode(found.node, found.parent, rootOf(found.node));
}

/** Paths are told from the object down. */
function rootOf(node: SchemaNode): SchemaNode {
  return rootNode(node.kind.version);
}

/** Says what the name at an offset is; undefined where it is in no expression, or nobody knows. */
export function hoverInExpression(text: string, offset: number, context: AssistContext): ExpressionView | undefined {
  const at = expressionAt(text, offset);
  const found = at && scopeAt(at, context);
  const name = found && customResources().describeInExpression(at.source, at.offset, found.scope);
  if (at === undefined || found === undefined || name === undefined) return undefined;
  const { from, to, owner } = name;
  const field = owner && fieldOf(found, owner, name.name);
  return {
    range: at.rangeOf(from, to),
    name: name.name,
    kind: name.kind,
    details: name.details.slice(0, mostDetails),
    ...(field === undefined ? {} : { field }),
  };
}
