import { fieldTypeOf } from './field-type.ts';
import { childOf, childrenOf, type SchemaNode } from './schema-node.ts';

/** How the text around a caret is written. */
export interface WritingStyle {
  /** Whether the text is JSON. */
  readonly json: boolean;
  /** Whether the caret is inside braces or brackets. */
  readonly flow: boolean;
  /** The quote at the start of the word at the caret. */
  readonly quote: '"' | "'" | '';
  /** Whether a colon follows already. */
  readonly hasColon: boolean;
}

/**
 * Writes a key with its colon. For a map or a list it adds the first line of the content, indented as kubectl does; a
 * list of objects begins with the first key of an item.
 */
export function keyText(name: string, node: SchemaNode | undefined, column: number, style: WritingStyle): string {
  const { json, flow, quote, hasColon } = style;
  const key = json ? JSON.stringify(name) : quote === '' ? plainKey(name) : quote + name + quote;
  if (hasColon) return key;
  const type = node === undefined ? 'string' : fieldTypeOf(node);
  if (flow) return `${key}: ${openings.get(type) ?? ''}`;
  const indent = ' '.repeat(column);
  switch (type) {
    case 'object':
    case 'map':
      return `${key}:\n${indent}  `;
    case 'list':
      return `${key}:\n${indent}- ${firstKey(node)}`;
    default:
      return `${key}: `;
  }
}

const openings: ReadonlyMap<string, string> = new Map([
  ['object', '{'],
  ['map', '{'],
  ['list', '['],
]);

function firstKey(list: SchemaNode | undefined): string {
  const item = list && childOf(list, null);
  const [key] = item === undefined ? [] : childrenOf(item).filter(({ isKey }) => isKey);
  const required = item === undefined ? [] : childrenOf(item).filter((child) => child.isKey && child.required);
  const name = (required[0] ?? key)?.path.at(-1);
  return typeof name === 'string' ? `${name}: ` : '';
}

function plainKey(name: string): string {
  return /^[\w.$/-]+$/.test(name) && !looksOtherwise(name) ? name : JSON.stringify(name);
}

/** Writes a value, in quotes where a reader of YAML would take it for something else. */
export function valueText(value: string | number | bigint | boolean | null, { json, quote }: WritingStyle): string {
  if (typeof value !== 'string') return String(value);
  if (json) return JSON.stringify(value);
  if (quote !== '') return quote + value + quote;
  return /^[A-Za-z0-9_./][\w ./:%-]*$/.test(value) && !/: |:$/.test(value) && !looksOtherwise(value)
    ? value
    : JSON.stringify(value);
}

/** Whether YAML 1.1 reads a plain scalar as something else than a string. */
function looksOtherwise(text: string): boolean {
  return /^(?:y|n|yes|no|on|off|true|false|null|~|[-+.\d][\d_.:eExXoabcdefABCDEF+-]*)$/i.test(text);
}
