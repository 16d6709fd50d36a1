import { parseJson } from '../value/json.ts';
import { formatJson } from '../value/json-write.ts';
import { isMap, stringAt } from '../value/value.ts';
import { emptyEntry, type ManagedFieldsEntry, writeEntry } from './entry.ts';

/**
 * The key of an entry among its object's managers: the JSON of manager, operation and subresource, and of apiVersion
 * for updaters, so that an applier keeps its entry when it changes the version.
 * Upstream: apimachinery pkg/util/managedfields/internal/managedfields.go BuildManagerIdentifier.
 */
export function identifierOf(entry: ManagedFieldsEntry): string {
  const { manager, operation, apiVersion, subresource } = entry;
  const { time, fieldsType, fieldsV1 } = emptyEntry;
  const updated = operation === 'Apply' ? '' : apiVersion;
  return formatJson(writeEntry({ manager, operation, apiVersion: updated, time, fieldsType, fieldsV1, subresource }));
}

/** Reads an identifier; undefined where the text is none (a bare name). */
export function readIdentifier(
  identifier: string,
): Pick<ManagedFieldsEntry, 'manager' | 'operation' | 'apiVersion' | 'subresource'> | undefined {
  const parsed = parseJson(identifier);
  if (parsed.kind === 'error' || !isMap(parsed.value)) return undefined;
  return {
    manager: stringAt(parsed.value, 'manager') ?? '',
    operation: stringAt(parsed.value, 'operation') ?? '',
    apiVersion: stringAt(parsed.value, 'apiVersion') ?? '',
    subresource: stringAt(parsed.value, 'subresource') ?? '',
  };
}

/**
 * The identifier under which a request is recorded; a request without a name is `unknown`.
 * Upstream: buildmanagerinfo.go.
 */
export function requestIdentifier(request: {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string;
}): string {
  return identifierOf({ ...emptyEntry, ...request, manager: request.manager === '' ? 'unknown' : request.manager });
}
