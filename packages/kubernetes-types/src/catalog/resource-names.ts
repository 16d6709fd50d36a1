import type { ResourceNames } from '@managed-fields/api-server';
import type { ResourceEntry } from '../kubernetes-data.ts';
import { shortNames } from './short-names.ts';

/** Every resource by its first entry, which is that of its preferred version. */
export function namesOf(entries: readonly ResourceEntry[]): readonly ResourceNames[] {
  const names = new Map<string, ResourceNames>();
  for (const { group, version, resource, singular, kind, namespaced } of entries) {
    const key = `${group}/${resource}`;
    if (resource.includes('/') || names.has(key)) continue;
    names.set(key, {
      group,
      plural: resource,
      singular: singular ?? kind.toLowerCase(),
      kind,
      shortNames: shortNames.get(key) ?? [],
      namespaced,
      preferredVersion: version,
    });
  }
  return [...names.values()];
}
