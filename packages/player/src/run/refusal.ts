import type { ApiResponse } from '@managed-fields/api-server';
import { isMap, listAt, mapAt, stringAt, type Value } from '@managed-fields/merge-engine';

/** The message of an answer that refuses: that of its Status, or the plain text where the server has no such path. */
export function messageOf(body: Value | undefined): string | undefined {
  if (typeof body === 'string') return body.trimEnd();
  return isMap(body) ? stringAt(body, 'message') : undefined;
}

/** Whether an answer refuses an apply because other managers own the fields. */
export function isFieldConflict({ code, body }: ApiResponse): boolean {
  const causes = listAt(mapAt(isMap(body) ? body : undefined, 'details'), 'causes') ?? [];
  return code === 409 && causes.some((cause) => isMap(cause) && cause.get('reason') === 'FieldManagerConflict');
}
