import { type FieldPath, hasPath, isList, isMap, locate, setOf, type Value } from '@managed-fields/merge-engine';
import type { ResourceVersion } from '../catalog/catalog.ts';
import type { Cluster } from '../server/cluster.ts';
import type { ApiRequest } from '../server/request.ts';
import { changeValue } from './change-value.ts';
import { type Asked, configurationOf, previewRequest, type RequestPreview } from './configuration.ts';

/** A manager that wants a field to have a value, and applies that field alone or updates the object. */
export interface Want {
  readonly manager: string;
  readonly value: Value;
  readonly by: 'apply' | 'forced-apply' | 'update';
  /** The subresource to write through; empty for the main resource. */
  readonly subresource: string;
}

/**
 * Plays the request of a manager that wants a value for a field; undefined where the object does not have the field.
 */
export function wantField(
  cluster: Cluster,
  asked: Asked,
  field: FieldPath,
  want: Want,
  now: string,
): RequestPreview | undefined {
  const sent = want.by === 'update' ? asked.object : configurationOf(asked, setOf(field));
  const place = locate(sent, asked.kind.type, field);
  if (place === undefined) return undefined;
  const value = changeValue(sent, [{ place, value: want.value }]);
  const query = new Map([['fieldManager', want.manager]]);
  if (want.by === 'forced-apply') query.set('force', 'true');
  const request: ApiRequest = {
    method: want.by === 'update' ? 'PUT' : 'PATCH',
    path: want.subresource === '' ? asked.path : `${asked.path}/${want.subresource}`,
    query,
    contentType: want.by === 'update' ? 'application/json' : 'application/apply-patch+yaml',
    body: { kind: 'value', value, duplicates: [] },
  };
  return previewRequest(cluster, request, now);
}

/**
 * Returns the subresource through which a field has to be written: `status` where the main resource resets the field
 * and /status does not; else empty.
 */
export function writtenThrough(version: ResourceVersion, field: FieldPath): string {
  const isReset = (subresource: string) => {
    const reset = version.resetFields(subresource);
    return reset !== undefined && field.some((_, index) => hasPath(reset, field.slice(0, index + 1)));
  };
  return isReset('') && version.subresources.has('status') && !isReset('status') ? 'status' : '';
}

/**
 * Returns a different value of the same type, for the question what happens if somebody wants another one: the next
 * number, the other boolean, a text with its last number incremented, or a map or list whose first scalar is changed.
 * It returns undefined where there is nothing to change.
 */
export function otherValue(value: Value): Value | undefined {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'bigint') return value + 1n;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return otherText(value);
  if (isMap(value)) {
    for (const [key, child] of value) {
      const other = otherValue(child);
      if (other !== undefined) return new Map(value).set(key, other);
    }
  } else if (isList(value)) {
    for (const [index, child] of value.entries()) {
      const other = otherValue(child);
      if (other !== undefined) return value.with(index, other);
    }
  }
  return undefined;
}

/** Increments the last number of a text, so that versions, ports and quantities stay valid. Leading zeros are kept. */
function otherText(text: string): string {
  const counted = text.replace(/(\d+)(?=\D*$)/, (digits) => {
    const next = String(BigInt(digits.slice(0, 18)) + 1n);
    return digits.length > 18 ? digits : next.padStart(digits.length, '0');
  });
  return counted === text ? `${text}-other` : counted;
}
