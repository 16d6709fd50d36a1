import { latin1 } from '@managed-fields/merge-engine';
import { Malformed } from './asn1.ts';
import { readTagged } from './der.ts';

/** The names that a certificate has beside its subject, as far as somebody asks for them. */
export interface AlternativeNames {
  readonly mails: readonly string[];
  readonly hosts: readonly string[];
}

const textNames: Readonly<Record<number, string>> = { 1: 'rfc822Name', 2: 'dNSName', 6: 'uniformResourceIdentifier' };

/**
 * Reads the extension with alternative names; what is wrong within an URI is not looked for. Throws `Malformed`.
 * Upstream: crypto/x509/parser.go parseSANExtension.
 */
export function alternativeNames(bytes: Uint8Array): AlternativeNames {
  const inner = readTagged(bytes, 0x30)?.inner;
  if (inner === undefined) throw new Malformed('x509: invalid subject alternative names');
  const texts: Record<number, string[]> = { 1: [], 2: [], 6: [] };
  for (let rest = inner; rest.length > 0; ) {
    const found = readTagged(rest, rest[0] ?? 0);
    if (found === undefined) throw new Malformed('x509: invalid subject alternative name');
    const kind = (rest[0] ?? 0) ^ 0x80;
    const name = textNames[kind];
    if (name !== undefined && found.inner.some((byte) => byte >= 0x80)) {
      throw new Malformed(`x509: SAN ${name} is malformed`);
    }
    if (kind === 7 && found.inner.length !== 4 && found.inner.length !== 16) {
      throw new Malformed(`x509: cannot parse IP address of length ${found.inner.length}`);
    }
    texts[kind]?.push(latin1(found.inner));
    rest = rest.subarray(found.full.length);
  }
  return { mails: texts[1] ?? [], hosts: texts[2] ?? [] };
}
