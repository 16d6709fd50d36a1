import type { TypeCatalog } from '@managed-fields/api-server';
import { deducedType, isMap } from '@managed-fields/merge-engine';
import { kindOfLive } from '@managed-fields/player';
import { readDocuments } from '@managed-fields/source';
import type { KindOf } from './follow.ts';

/**
 * Finds the kinds of live objects as steps after some definitions do, by the texts of these: the built-in kinds of a
 * catalog, those of the definitions, known ones, and for others what managedFields prove.
 */
export function kindsOf(catalog: TypeCatalog, texts: readonly string[] = []): KindOf {
  const definitions = texts.flatMap((text) =>
    readDocuments(text).flatMap(({ value }) => (isMap(value) ? [value] : [])),
  );
  return (object, before) => kindOfLive(object, { catalog, definitions, before }) ?? { type: deducedType };
}
