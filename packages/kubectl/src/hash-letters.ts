import { utf8 } from '@managed-fields/merge-engine';
import { sha256 } from './sha256.ts';

const consonants: ReadonlyMap<string, string> = new Map([
  ['0', 'g'],
  ['1', 'h'],
  ['3', 'k'],
  ['a', 'm'],
  ['e', 't'],
]);

/**
 * The ten letters and digits that stand for a text at the end of a name.
 * Upstream: k8s.io/kubectl pkg/util/hash/hash.go, kustomize api/hasher/hasher.go.
 */
export function hashLetters(text: string): string {
  const digest = sha256(utf8(text));
  const hex = Array.from(digest.subarray(0, 5), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/[013ae]/g, (digit) => consonants.get(digit) ?? digit);
}
