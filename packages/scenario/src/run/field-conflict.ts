import type { ApiResponse } from '@managed-fields/api-server';
import { isMap, listAt, mapAt } from '@managed-fields/merge-engine';

/** Whether an answer refuses an apply because other managers own the fields. */
export function isFieldConflict({ code, body }: ApiResponse): boolean {
  const causes = listAt(mapAt(isMap(body) ? body : undefined, 'details'), 'causes') ?? [];
  return code === 409 && causes.some((cause) => isMap(cause) && cause.get('reason') === 'FieldManagerConflict');
}
