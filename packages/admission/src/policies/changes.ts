import type { Cluster } from '@managed-fields/api-server';
import { minorOf } from '../attributes.ts';

/** What a release began to do, by its minor version. */
const changes = {
  /** A JSON patch may hold objects that an expression makes inside of lists and maps; before, the server panicked. */
  objectsInLists: 37,
  /** Expressions see objects of built-in kinds as the structures of Go that the server has, no longer as their JSON. */
  typedValues: 37,
  /** A map with keys that are no texts refuses the whole of an apply configuration, without the reason. */
  refusesKeys: 38,
} as const satisfies Readonly<Record<string, number>>;

/** Whether a server does something that not all releases do. */
export function hasChange(name: keyof typeof changes, cluster: Cluster): boolean {
  return minorOf({ cluster }) >= changes[name];
}
