/** Prints a double with a number of decimals; a tie is rounded to even, as in Go. */
export function fixedDouble(value: number, digits: number): string {
  const text =
    Math.abs(value) < 1e21 ? value.toFixed(digits) : `${BigInt(value)}${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`;
  if (digits >= 75 || Math.abs(value) >= 1e21) return text;
  const exact = Math.abs(value).toFixed(digits + 25);
  const cut = exact.slice(0, exact.length - 25);
  const isBetween = /^50*$/.test(exact.slice(-25));
  if (!isBetween || Number(cut.replace('.', '').slice(-1)) % 2 === 1) return text;
  const down = cut.replace(/\.$/, '');
  return value < 0 ? `-${down}` : down;
}
