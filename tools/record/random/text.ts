import type { Chance } from '../../../conformance/chance.ts';
import { asObject, isArray, type Json } from './makers.ts';

const rawText = /"#raw:([^"]*)"/g;
/** Texts that YAML reads as themselves, and a few that it does not, which is what people write. */
const plainText = /^[A-Za-z][\w./-]*$/;

/** A value as JSON; what is marked as raw goes in as it is. */
export function jsonText(value: Json): string {
  return JSON.stringify(value).replace(rawText, '$1');
}

/** A value as the YAML that people write by hand: plain where it can be, now and then in flow style. */
export function yamlText(chance: Chance, value: Json): string {
  return `${blockLines(chance, value, '').join('\n')}\n`;
}

function blockLines(chance: Chance, value: Json, indent: string): string[] {
  const object = asObject(value);
  if (object !== undefined && Object.keys(object).length > 0) {
    return Object.entries(object).flatMap(([key, inner]) => {
      const head = `${indent}${scalarText(key)}:`;
      if (!isNested(inner) || chance.once(20)) return [`${head} ${flowText(inner)}`];
      return [head, ...blockLines(chance, inner, isArray(inner) && chance.once(2) ? indent : `${indent}  `)];
    });
  }
  if (isArray(value) && value.length > 0) {
    return value.flatMap((item) => {
      if (!isNested(item) || isArray(item)) return [`${indent}- ${flowText(item)}`];
      const [first = '', ...rest] = blockLines(chance, item, `${indent}  `);
      return [`${indent}- ${first.trimStart()}`, ...rest];
    });
  }
  return [`${indent}${flowText(value)}`];
}

function isNested(value: Json): boolean {
  if (isArray(value)) return value.length > 0;
  return Object.keys(asObject(value) ?? {}).length > 0;
}

function flowText(value: Json): string {
  return typeof value === 'string' ? scalarText(value) : jsonText(value);
}

function scalarText(text: string): string {
  if (text.startsWith('#raw:')) return text.slice('#raw:'.length);
  return plainText.test(text) ? text : JSON.stringify(text);
}
