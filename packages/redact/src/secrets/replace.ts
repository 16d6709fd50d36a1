import type { TextRange } from '@managed-fields/source';
import type { Hit } from '../finding.ts';
import { isRedacted } from '../names.ts';
import type { SecretFinding } from './finding.ts';

/** A sensitive value with its text and its place. */
export interface Found extends Hit {
  readonly secret: string;
  readonly path: string;
  /** The range in the outermost text. */
  readonly at: TextRange;
  readonly remembered?: true;
  readonly left?: SecretFinding['left'];
}

/**
 * Called with each sensitive value in the order of the text. The value is replaced by what it returns; `undefined`
 * leaves it.
 */
export type Act = (found: Found) => string | undefined;

/** Replaces the hits of a string. */
export function withHits(
  text: string,
  hits: readonly Hit[],
  act: (hit: Hit, secret: string) => string | undefined,
): string {
  let at = 0;
  const pieces: string[] = [];
  for (const hit of hits) {
    const secret = text.slice(hit.from, hit.to);
    pieces.push(text.slice(at, hit.from), act(hit, secret) ?? secret);
    at = hit.to;
  }
  return [...pieces, text.slice(at)].join('');
}

/** The reason for a text that cannot be read. */
export const unchecked = { kind: 'unchecked', sign: 'unreadable', form: 'text' } as const;

/**
 * Passes a whole text to `act` and returns the replacement; undefined where the text stays, or where redaction wrote
 * it.
 */
export function rewriteWhole(text: string, why: Omit<Hit, 'from' | 'to'>, act: Act): string | undefined {
  if (text === '' || isRedacted(text)) return undefined;
  const whole = { from: 0, to: text.length };
  return act({ ...why, ...whole, secret: text, path: '', at: whole });
}
