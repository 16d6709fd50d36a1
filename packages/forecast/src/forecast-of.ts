import { preview } from '@managed-fields/player';
import { changedFields, noFields } from './fields.ts';
import type { ObjectManifest } from './manifests.ts';
import type { Played } from './played.ts';
import type { Forecast } from './row.ts';

/** Writes down how an apply ended, as plain data. */
export function forecastOf(played: Played, manifest: ObjectManifest): Forecast {
  const { result, code, message, warnings, conflicts } = played;
  return {
    result,
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    warnings,
    ...(result === 'changed' ? changedFields(played) : noFields),
    conflicts: conflicts.map(({ text, owner, time, live, declared, declaredPlace }) => ({
      path: text,
      owner,
      time,
      live: live === undefined ? undefined : preview(live),
      declared: declared === undefined ? undefined : preview(declared),
      range: declaredPlace && manifest.locate(declaredPlace),
    })),
  };
}
