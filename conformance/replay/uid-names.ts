import type { SameText } from './compare.ts';

const uid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const rewritten = /^00000000-0000-0000-0000-\d{12}$/;

/**
 * Whether two texts of one trace are the same but for the names of uids. A recording rewrites the values of `uid`, in
 * requests too, but leaves a uid that a client made up as it was inside the keys of fieldsV1 and the fields of causes;
 * such a made-up uid must stand for the same rewritten one throughout the trace. Uids that the server gave are rewritten
 * everywhere, so they never differ.
 */
export function uidNames(): SameText {
  const rewrittenOf = new Map<string, string>();
  return (expected, got) => {
    if (expected === got) return true;
    if (expected.replace(uid, '') !== got.replace(uid, '')) return false;
    const names = expected.match(uid) ?? [];
    const others = got.match(uid) ?? [];
    if (names.length !== others.length) return false;
    return names.every((name, index) => {
      const other = others[index];
      if (other === undefined || name === other) return name === other;
      if (rewritten.test(name) || !rewritten.test(other)) return false;
      const known = rewrittenOf.get(name);
      if (known === undefined) rewrittenOf.set(name, other);
      return known === undefined || known === other;
    });
  };
}
