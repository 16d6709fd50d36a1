export { unique } from '@managed-fields/static-view';

/** The last names of a path, in about 28 characters. */
export function shortPath(path: string): string {
  if (path.length <= 28) return path;
  const parts = path.split(/(?=[.[])/);
  let kept = parts.pop() ?? '';
  for (let part = parts.pop(); part !== undefined && part.length + kept.length < 28; part = parts.pop())
    kept = part + kept;
  return `…${kept}`;
}

/** At most 24 characters of a value: its end says more than its beginning, images and paths differ there. */
export function shortValue(value: string): string {
  return value.length > 24 ? `…${value.slice(-22)}` : value;
}
