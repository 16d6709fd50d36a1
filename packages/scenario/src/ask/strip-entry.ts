import {
  fieldSetToV1,
  formatJson,
  isMap,
  type Owner,
  recursiveDifference,
  setOf,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { NewStep } from '../edits.ts';
import type { Fields } from './last-apply.ts';

/**
 * A JSON patch that removes fields from an entry of managedFields, or the whole entry if it has no others. It is for
 * owners without a configuration that they could leave the fields out of. The patch fails where another entry has taken
 * the place; the object itself does not change. Undefined where the entry has none of the fields.
 */
export function stripEntry(owner: Owner, index: number, fields: Fields): NewStep | undefined {
  const rest = recursiveDifference(owner.set, setOf(...fields.map(({ path }) => path)));
  const entry = `/metadata/managedFields/${index}`;
  const removals = removedKeys(fieldSetToV1(owner.set), fieldSetToV1(rest));
  if (removals.length === 0) return undefined;
  const { manager, operation, subresource } = owner;
  const tests = Object.entries({ manager, operation, ...(subresource === '' ? {} : { subresource }) });
  const emptied = isMap(fieldSetToV1(rest)) && rest.members.length + rest.children.length === 0;
  const operations = [
    ...tests.map(([key, value]) => operationOf({ op: 'test', path: `${entry}/${key}`, value })),
    ...(emptied ? [''] : removals.map((path) => `/fieldsV1${path}`)).map((path) =>
      operationOf({ op: 'remove', path: `${entry}${path}` }),
    ),
  ];
  return { kind: 'json-patch', manager: 'kubectl-patch', text: `${formatJson(operations, { indent: 2 })}\n` };
}

/** JSON pointers to the outermost keys that the first fieldsV1 has and the second does not. */
function removedKeys(before: Value, after: Value): readonly string[] {
  if (!isMap(before)) return [];
  return [...before].flatMap(([key, inside]): readonly string[] => {
    const pointer = `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const left = isMap(after) ? after.get(key) : undefined;
    return left === undefined ? [pointer] : removedKeys(inside, left).map((path) => pointer + path);
  });
}

function operationOf(fields: Readonly<Record<string, string>>): ValueMap {
  return new Map(Object.entries(fields));
}
