import { formatJson, mapFromPlain } from '@managed-fields/merge-engine';
import { hashLetters } from '../hash-letters.ts';
import type { Fields } from './generator.ts';

/**
 * Returns what `--append-hash` adds to a name: ten letters and digits of what an object holds.
 * Upstream: k8s.io/kubectl pkg/util/hash/hash.go.
 */
export function hashOf(content: Fields): string {
  return hashLetters(formatJson(mapFromPlain(content), { sortKeys: true }));
}
