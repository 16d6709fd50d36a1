// Code to try the command on: sample.test.ts tests all of it but the second half of `between`.

const units = ['zero', 'one'];

/** True from `low` up to, not including, `high`. */
export function between(value: number, low: number, high: number): boolean {
  return value >= low && value < high;
}

/** So many in words, up to one. */
export function inWords(count: number): string {
  let at = 0;
  while (at < count) at++;
  return units[at] ?? 'many';
}
