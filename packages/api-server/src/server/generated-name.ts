const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
const maxLength = 63;

/**
 * Generates a name from a prefix and five more letters. The server chooses them at random; here they follow from a
 * number. Upstream: apiserver pkg/storage/names/generate.go.
 */
export function generatedName(prefix: string, number: number): string {
  let suffix = '';
  for (let rest = number * 2_654_435_761; suffix.length < 5; rest = Math.floor(rest / alphabet.length)) {
    suffix += alphabet.charAt(rest % alphabet.length);
  }
  return prefix.slice(0, maxLength - suffix.length) + suffix;
}
