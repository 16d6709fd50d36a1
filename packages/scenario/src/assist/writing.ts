import { fieldTypeOf } from './field-type.ts';
import { childOf, childrenOf, type SchemaNode } from './schema-node.ts';

/** How the text at a caret is written. */
export interface WritingStyle {
  /** The text is JSON. */
  readonly json: boolean;
  /** Inside braces or brackets. */
  readonly flow: boolean;
  /** The quote that the word at the caret begins with. */
  readonly quote: '"' | "'" | '';
  /** A colon follows already. */
  readonly hasColon: boolean;
}

/**
 * A key as it is written: with its colon, and with the line on which what is in it begins, indented as kubectl does.
 * A list of objects begins with the first key of an item.
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

/** A value as it is written, in quotes where it would be read as something else. */
export function valueText(value: string | number | bigint | boolean | null, { json, quote }: WritingStyle): string {
  if (typeof value !== 'string') return String(value);
  if (json) return JSON.stringify(value);
  if (quote !== '') return quote + value + quote;
  return /^[A-Za-z0-9_./][\w ./:%-]*$/.test(value) && !/: |:$/.test(value) && !looksOtherwise(value)
    ? value
    : JSON.stringify(value);
}

/** Whether YAML 1.1 reads a bare text as something that is no text. */
function looksOtherwise(text: string): boolean {
  return /^(?:y|n|yes|no|on|off|true|false|null|~|[-+.\d][\d_.:eExXoabcdefABCDEF+-]*)$/i.test(text);
}
