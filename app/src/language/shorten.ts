export { unique } from '@managed-fields/rendering';

/** Returns the last names of a path, in about 28 characters. */
export function shortPath(path: string): string {
  if (path.length <= 28) return path;
  const parts = path.split(/(?=[.[])/);
  let kept = parts.pop() ?? '';
  for (let part = parts.pop(); part !== undefined && part.length + kept.length < 28; part = parts.pop())
    kept = part + kept;
  return `…${kept}`;
}

/** Returns at most 24 characters of a value, from its end: there images and paths differ. */
export function shortValue(value: string): string {
  return value.length > 24 ? `…${value.slice(-22)}` : value;
}
