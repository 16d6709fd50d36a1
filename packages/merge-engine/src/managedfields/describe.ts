import { mapAt, stringAt, type ValueMap } from '../value/value.ts';

/** An object as these messages name it: `namespace/name; group/version, Kind=Kind`. Upstream: objectGVKNN. */
export function describe(object: ValueMap): string {
  const metadata = mapAt(object, 'metadata');
  const name = `${stringAt(metadata, 'namespace') ?? ''}/${stringAt(metadata, 'name') ?? ''}`;
  return `${name}; ${describeKind(object)}`;
}

/** `apps/v1, Kind=Deployment`, `/v1, Kind=Pod`. Upstream: apimachinery pkg/runtime/schema GroupVersionKind.String. */
export function describeKind(object: ValueMap): string {
  const apiVersion = stringAt(object, 'apiVersion') ?? '';
  const slashed = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
  // A text with two slashes is no API version, and Go then knows neither group nor version.
  const known = slashed.split('/').length === 2 ? slashed : '/';
  return `${known}, Kind=${stringAt(object, 'kind') ?? ''}`;
}
