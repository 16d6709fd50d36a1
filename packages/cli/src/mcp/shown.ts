import { visibleText } from '@managed-fields/foreign-text';

/** The most characters of one text of an answer. */
export const mostOfText = 8_000;

/**
 * A value as an assistant gets it: hidden characters, in which others may hide words from the people who look on, stand as
 * their numbers; long texts are cut, and say so.
 */
export function shown<Value>(value: Value): Value {
  if (typeof value === 'string') return cut(visibleText(value)) as Value & string;
  if (Array.isArray(value)) return value.map(shown) as Value & unknown[];
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, shown(member)])) as Value & object;
}

function cut(text: string): string {
  if (text.length <= mostOfText) return text;
  return `${text.slice(0, mostOfText)}… (${text.length - mostOfText} characters more)`;
}

/** The first rows of a list, and how many are left out. */
export function first<Row>(rows: readonly Row[], most: number): { readonly rows: Row[]; readonly leftOut: number } {
  return { rows: rows.slice(0, most), leftOut: Math.max(0, rows.length - most) };
}
