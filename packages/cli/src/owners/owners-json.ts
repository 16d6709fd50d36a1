import { mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { AnnotatedText, ManagerView } from '@managed-fields/player';
import { ownedLines } from './owned-lines.ts';

/** An object with the owners of its lines, as `--output json` has it. */
export function ownersJson(object: ValueMap, annotated: AnnotatedText): object {
  const { lines, absent } = ownedLines(annotated);
  const metadata = mapAt(object, 'metadata');
  return {
    apiVersion: stringAt(object, 'apiVersion'),
    kind: stringAt(object, 'kind'),
    namespace: stringAt(metadata, 'namespace'),
    name: stringAt(metadata, 'name'),
    lines: lines.map(({ text, field, owners, itemOwners }) => ({
      text,
      path: field?.path,
      state: field?.state,
      owners: owners.map(ownerJson),
      itemOwners: itemOwners.map(ownerJson),
    })),
    absent: absent.map(({ path, owners }) => ({ path, owners: owners.map(ownerJson) })),
  };
}

function ownerJson({ manager, operation, subresource, apiVersion, time }: ManagerView): object {
  return { manager, operation, subresource, apiVersion, time };
}
