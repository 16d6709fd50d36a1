import type { ClusterKinds } from '@managed-fields/kubernetes-types';

/** A key of what facts contain. The documents count by the hashes that the server gave them, and by their length. */
export function keyOf({ release, documents, resources }: ClusterKinds): string {
  const named = documents.map(({ group, version, hash, text }) => [group, version, hash, text.length]);
  return digest(JSON.stringify([release, named, resources]));
}

/** A hash of 64 bits of a text, by FNV-1a over its UTF-16 units in two lanes with different starts. */
function digest(text: string): string {
  let [low, high] = [0x811c9dc5, 0x050c5d1f];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x01000193) ^ (high >>> 15);
  }
  return [low, high].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}
