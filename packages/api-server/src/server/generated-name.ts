const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
const maxLength = 63;

/**
 * A name that starts with a prefix, five letters longer; the server draws them at random, here they follow from a
 * number. Upstream: apiserver pkg/storage/names/generate.go.
 */
export function generatedName(prefix: string, number: number): string {
  let suffix = '';
  for (let rest = number * 2_654_435_761; suffix.length < 5; rest = Math.floor(rest / alphabet.length)) {
    suffix += alphabet.charAt(rest % alphabet.length);
  }
  return prefix.slice(0, maxLength - suffix.length) + suffix;
}
