import { difference } from '../fieldpath/algebra.ts';
import { fieldElement } from '../fieldpath/element.ts';
import type { VersionedSet } from '../fieldpath/managers.ts';
import { type FieldSet, isEmptySet, setOf } from '../fieldpath/set.ts';
import { serverMetadata } from '../value/metadata.ts';
import type { Managed } from './managed.ts';

/** The fields that nobody ever owns. Upstream: apimachinery pkg/util/managedfields/internal/stripmeta.go. */
const strippedFields: readonly (readonly string[])[] = [
  ['apiVersion'],
  ['kind'],
  ['metadata'],
  ...['name', 'namespace', 'clusterName', ...serverMetadata].map((name) => ['metadata', name]),
];

let stripSet: FieldSet | undefined;

/** Takes the fields that nobody owns from one manager, and the manager with them where nothing else is left. */
export function stripMeta(managed: Managed, identifier: string): Managed {
  const owned = managed.fields.get(identifier);
  if (owned === undefined) return managed;
  stripSet ??= setOf(...strippedFields.map((path) => path.map(fieldElement)));
  const set = difference(owned.set, stripSet);
  const fields = new Map<string, VersionedSet>(managed.fields);
  if (isEmptySet(set)) fields.delete(identifier);
  else fields.set(identifier, { ...owned, set });
  return { ...managed, fields };
}
