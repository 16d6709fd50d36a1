import { type ParsedJson, parseJson } from '@managed-fields/merge-engine';
import { limits } from '../limits.ts';

/**
 * Reads a JSON text of limited depth, with Go's messages for errors.
 * Upstream: encoding/json scanner.go checkValid. At the end of a text it continues with a space, so that its message
 * about an unfinished number or word names a space.
 */
export function readJson(text: string): ParsedJson {
  const deep = findDeeper(text, limits.depth);
  if (deep >= 0) return { kind: 'error', message: `exceeded max depth of ${limits.depth}`, offset: deep };
  const parsed = parseJson(text);
  return parsed.kind === 'error' && parsed.offset >= text.length ? parseJson(`${text} `) : parsed;
}

/**
 * The offset of the first bracket that exceeds a depth, or -1. In a text that is not JSON it may count too many
 * brackets.
 */
function findDeeper(text: string, limit: number): number {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (inString) {
      if (character === 0x5c) at++;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) {
      inString = true;
    } else if (character === 0x7b || character === 0x5b) {
      depth++;
      if (depth > limit) return at;
    } else if (character === 0x7d || character === 0x5d) {
      depth--;
    }
  }
  return -1;
}
