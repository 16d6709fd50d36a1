import { alternativeNames } from './alternative-names.ts';
import { type Asn1Type, type Asn1Value, basic, Malformed, rightAligned, syntax, unmarshal } from './asn1.ts';
import { readInteger, readTagged } from './der.ts';
import { isSignedByEd25519 } from './ed25519.ts';
import type { HashName } from './hash.ts';
import { algorithm, identifier, publicKeyInfo, publicKeyOf, structOf } from './public-key.ts';
import { isSignedBy, type PublicKey, rsaFault } from './signature.ts';

/*
 * Requests for certificates, PKCS #10 in DER.
 * Upstream: crypto/x509/x509.go ParseCertificateRequest, CheckSignature.
 */

const list = (of: Asn1Type, name = ''): Asn1Type => ({ kind: 'list', name, of });
const set = (of: Asn1Type, name: string): Asn1Type => ({ kind: 'list', name, of, isSet: true });

const certificateRequest = structOf(
  'certificateRequest',
  structOf('tbsCertificateRequest', basic.integer, basic.raw, publicKeyInfo, { type: list(basic.raw), tag: 0 }),
  algorithm,
  basic.bits,
);
const attribute = structOf('pkcs10Attribute', basic.identifier, { type: list(basic.raw), isSet: true });
const extension = structOf('Extension', basic.identifier, { type: basic.boolean, optional: true }, basic.octets);
const subject = list(
  set(structOf('AttributeTypeAndValue', basic.identifier, basic.any), 'RelativeDistinguishedNameSET'),
  'RDNSequence',
);

/**
 * A request for a certificate: its key, and Go's words about its signature where that is not of this key. Signatures by RSA-PSS are
 * taken as right.
 */
export interface CertificateRequest {
  readonly key: PublicKey | undefined;
  signatureFault(): string | undefined;
}

/** Reads a request for a certificate, or tells what is wrong with it in Go's words. */
export function readRequest(bytes: Uint8Array): CertificateRequest | string {
  try {
    return requestIn(bytes);
  } catch (error) {
    if (error instanceof Malformed) return error.message;
    throw error;
  }
}

function requestIn(bytes: Uint8Array): CertificateRequest {
  const { value, rest } = unmarshal(bytes, certificateRequest);
  if (rest.length > 0) throw syntax('trailing data');
  const [body, signedBy, signature] = value.parts;
  const [, name, info, attributes] = body?.parts ?? [];
  if (!body || !signedBy || !signature || !name || !info || !attributes) throw syntax('sequence truncated');
  const key = publicKeyOf(info);
  const { rest: behind } = unmarshal(name.full, subject);
  if (behind.length > 0) throw new Malformed('x509: trailing data after X.509 Subject');
  checkAttributes(attributes.parts);
  return { key, signatureFault: () => signatureFault(body.full, signedBy, signature, key) };
}

/** Upstream: x509.go parseCSRExtensions. Attributes that cannot be read are passed over. */
function checkAttributes(attributes: readonly Asn1Value[]): void {
  const seen = new Set<string>();
  for (const each of attributes) {
    const values = extensionsIn(each);
    if (values === undefined) continue;
    for (const { parts } of unmarshal(values, list(extension)).value.parts) {
      const [oid, , content] = parts;
      const name = oid === undefined ? '' : identifier(oid);
      if (seen.has(name)) throw new Malformed('x509: certificate request contains duplicate requested extensions');
      seen.add(name);
      if (name === '2.5.29.17' && content !== undefined) alternativeNames(content.inner);
    }
  }
}

function extensionsIn(given: Asn1Value): Uint8Array | undefined {
  try {
    const { value, rest } = unmarshal(given.full, attribute);
    const [oid, values] = value.parts;
    const [first] = values?.parts ?? [];
    const isRequest = oid !== undefined && identifier(oid) === '1.2.840.113549.1.9.14';
    return rest.length === 0 && isRequest ? first?.full : undefined;
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

/** Algorithms of signatures: the key that they need, and the hash; without one it is not computed here. */
const algorithms: ReadonlyMap<string, { readonly key: string; readonly hash?: HashName | 'MD5' }> = new Map([
  ['1.2.840.113549.1.1.4', { key: 'RSA', hash: 'MD5' }],
  ['1.2.840.113549.1.1.5', { key: 'RSA', hash: 'SHA-1' }],
  ['1.2.840.113549.1.1.10', { key: 'RSA' }],
  ['1.2.840.113549.1.1.11', { key: 'RSA', hash: 'SHA-256' }],
  ['1.2.840.113549.1.1.12', { key: 'RSA', hash: 'SHA-384' }],
  ['1.2.840.113549.1.1.13', { key: 'RSA', hash: 'SHA-512' }],
  ['1.2.840.10045.4.1', { key: 'ECDSA', hash: 'SHA-1' }],
  ['1.2.840.10045.4.3.2', { key: 'ECDSA', hash: 'SHA-256' }],
  ['1.2.840.10045.4.3.3', { key: 'ECDSA', hash: 'SHA-384' }],
  ['1.2.840.10045.4.3.4', { key: 'ECDSA', hash: 'SHA-512' }],
  ['1.3.101.112', { key: 'Ed25519' }],
]);

const goTypes: Readonly<Record<PublicKey['kind'], string>> = {
  RSA: '*rsa.PublicKey',
  ECDSA: '*ecdsa.PublicKey',
  Ed25519: 'ed25519.PublicKey',
  'ML-DSA': '*mldsa.PublicKey',
};
const unsupported = 'x509: cannot verify signature: algorithm unimplemented';

/** Upstream: x509.go checkSignature. */
function signatureFault(
  signed: Uint8Array,
  { parts: [oid, parameters] }: Asn1Value,
  signature: Asn1Value,
  key: PublicKey | undefined,
): string | undefined {
  const meant = oid === undefined ? undefined : algorithms.get(identifier(oid));
  if (meant === undefined || (meant.key === 'Ed25519' && parameters !== undefined && parameters.tag >= 0))
    return unsupported;
  if (meant.hash === 'MD5') return 'x509: cannot verify signature: insecure algorithm MD5-RSA';
  if (key === undefined) return unsupported;
  if (key.kind !== meant.key || key.kind === 'ML-DSA') {
    return `x509: signature algorithm specifies an ${meant.key} public key, but have public key of type ${goTypes[key.kind]}`;
  }
  const bytes = rightAligned(signature.inner);
  if (key.kind === 'Ed25519') {
    return isSignedByEd25519(key.bytes, signed, bytes) ? undefined : 'x509: Ed25519 verification failure';
  }
  if (meant.hash === undefined) return undefined;
  if (key.kind === 'RSA') return rsaFault(key, meant.hash, signed, bytes);
  const pair = pairOf(bytes);
  const isRight = pair !== undefined && isSignedBy(key, meant.hash, signed, ...pair);
  return isRight ? undefined : 'x509: ECDSA verification failure';
}

/** The two numbers of a signature by ECDSA. */
function pairOf(bytes: Uint8Array): readonly [bigint, bigint] | undefined {
  const found = readTagged(bytes, 0x30);
  if (found === undefined || found.full.length !== bytes.length) return undefined;
  const r = readInteger(found.inner);
  const s = r && readInteger(found.inner.subarray(r.length));
  if (r === undefined || s === undefined || r.length + s.length !== found.inner.length) return undefined;
  return [r.number, s.number];
}
