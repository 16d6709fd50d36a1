import type { ValueMap } from '@managed-fields/merge-engine';
import { struct, text } from '../validation/object.ts';

/** The first port that nodes offer, and how many there are. */
const firstNodePort = 30_000;
const nodePorts = 2_768;

/** Whether a Service has addresses in the cluster. */
export function isCluster(spec: ValueMap): boolean {
  return text(spec, 'type') !== 'ExternalName';
}

/**
 * An address for a Service. A real cluster picks one at random; here the same Service always gets the same one, from
 * 10.96.0.0/16 or fd00:10:96::/112.
 */
export function nextAddress(service: ValueMap, family: string): string {
  const hash = hashOf(service, family);
  const third = (hash >>> 8) % 256;
  // The first addresses stay free, for what a cluster hands out by name.
  const fourth = 16 + (hash % 239);
  return family === 'IPv6' ? `fd00:10:96::${(third * 256 + fourth).toString(16)}` : `10.96.${third}.${fourth}`;
}

/** A node port that is not taken; the same Service always gets the same one. */
export function freeNodePort(service: ValueMap, taken: ReadonlySet<number>): number {
  let offset = hashOf(service, 'port') % nodePorts;
  while (taken.has(firstNodePort + offset)) offset = (offset + 1) % nodePorts;
  return firstNodePort + offset;
}

/** The FNV-1a hash of namespace, name and a salt. */
function hashOf(service: ValueMap, salt: string): number {
  const metadata = struct(service, 'metadata');
  let hash = 0x811c9dc5;
  for (const character of `${text(metadata, 'namespace')}/${text(metadata, 'name')}/${salt}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash;
}
