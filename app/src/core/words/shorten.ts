export { unique } from '@managed-fields/rendering';

/** Returns at most 24 characters of a value, from its end: there images and paths differ. */
export function shortValue(value: string): string {
  return value.length > 24 ? `…${value.slice(-22)}` : value;
}
