import { formatJson, mapFromPlain, utf8 } from '@managed-fields/merge-engine';
import { sha256 } from '../sha256.ts';
import type { Fields } from './generator.ts';

const consonants: ReadonlyMap<string, string> = new Map([
  ['0', 'g'],
  ['1', 'h'],
  ['3', 'k'],
  ['a', 'm'],
  ['e', 't'],
]);

/**
 * Returns what `--append-hash` adds to a name: ten letters and digits of what an object holds.
 * Upstream: k8s.io/kubectl pkg/util/hash/hash.go.
 */
export function hashOf(content: Fields): string {
  const digest = sha256(utf8(formatJson(mapFromPlain(content), { sortKeys: true })));
  const hex = Array.from(digest.subarray(0, 5), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/[013ae]/g, (digit) => consonants.get(digit) ?? digit);
}
