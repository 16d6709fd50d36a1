import { isMap, parseJson, type ValueMap } from '@managed-fields/merge-engine';
import type { PanelWords } from './words.ts';

/** An object that a host gave, or a sentence why it cannot be shown. */
export type GivenObject =
  | { readonly kind: 'object'; readonly object: ValueMap; readonly text: string }
  | { readonly kind: 'none'; readonly message: string };

/**
 * The most characters of an object, as JSON, that are drawn: a server stores about 1.5 million bytes, and a host's page must
 * not stand still.
 */
export const mostCharacters = 2_000_000;

/** Reads an object that a host gave as a value. Never throws, whatever it is. */
export function readObject(given: unknown, { say }: PanelWords): GivenObject {
  const none = (message: string) => ({ kind: 'none', message }) as const;
  if (given === undefined || given === null) return none(say.unread.none);
  const text = textOf(given);
  if (text === undefined) return none(say.unread.notJson);
  if (text.length > mostCharacters) return none(say.unread.tooLong({ count: text.length, most: `${mostCharacters}` }));
  const read = parseJson(text);
  if (read.kind !== 'value') return none(say.unread.damaged({ why: read.message }));
  if (!isMap(read.value)) return none(say.unread.notMap);
  return { kind: 'object', object: read.value, text };
}

/** The text of a value's JSON; undefined where it has none: a function, a circle, too deep a value. */
export function textOf(given: unknown): string | undefined {
  try {
    return JSON.stringify(given);
  } catch {
    return undefined;
  }
}
