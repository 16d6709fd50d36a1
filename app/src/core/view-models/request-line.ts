import type { RequestView } from '@managed-fields/player';

/** A request on one line, as a log would print it: `PATCH /api/v1/…?fieldManager=ops&force=true`. */
export function requestLine({ method, path, query }: RequestView): string {
  const pairs = query.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  return `${method} ${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}
