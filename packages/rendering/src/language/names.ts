/** Each name once, in the order of first mention. */
export function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
