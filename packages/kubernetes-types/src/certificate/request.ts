import {
  type Asn1Field,
  type Asn1Type,
  type Asn1Value,
  basic,
  identifierOf,
  Malformed,
  rightAligned,
  syntax,
  unmarshal,
} from './asn1.ts';
import { isSignedByEd25519 } from './ed25519.ts';
import { type HashName, numberOf } from './hash.ts';
import { type Curve, curves, isOnCurve, isSignedBy, type PublicKey, rsaFault } from './signature.ts';

/*
 * Requests for certificates, PKCS #10 in DER.
 * Upstream: crypto/x509/x509.go ParseCertificateRequest, CheckSignature.
 */

function structOf(name: string, ...fields: readonly (Asn1Type | Asn1Field)[]): Asn1Type {
  return { kind: 'struct', name, fields: fields.map((field) => ('kind' in field ? { type: field } : field)) };
}

const list = (of: Asn1Type, name = ''): Asn1Type => ({ kind: 'list', name, of });
const set = (of: Asn1Type, name: string): Asn1Type => ({ kind: 'list', name, of, isSet: true });

const algorithm = structOf('AlgorithmIdentifier', basic.identifier, { type: basic.raw, optional: true });
const publicKeyInfo = structOf('publicKeyInfo', algorithm, basic.bits);
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
 * What is wrong with a request for a certificate, in Go's words; undefined where it is right and signed with its own key.
 * Signatures by RSA-PSS are taken as right.
 */
export function requestFault(bytes: Uint8Array): string | undefined {
  try {
    return faultOf(bytes);
  } catch (error) {
    if (error instanceof Malformed) return error.message;
    throw error;
  }
}

function faultOf(bytes: Uint8Array): string | undefined {
  const { value, rest } = unmarshal(bytes, certificateRequest);
  if (rest.length > 0) throw syntax('trailing data');
  const [body, signedBy, signature] = value.parts;
  const [, name, key, attributes] = body?.parts ?? [];
  if (!body || !signedBy || !signature || !name || !key || !attributes) throw syntax('sequence truncated');
  const publicKey = publicKeyOf(key);
  const { rest: behind } = unmarshal(name.full, subject);
  if (behind.length > 0) return 'x509: trailing data after X.509 Subject';
  return attributesFault(attributes.parts) ?? signatureFault(body.full, signedBy, signature, publicKey);
}

function identifier({ inner }: Asn1Value): string {
  return identifierOf(inner);
}

const rsaOid = '1.2.840.113549.1.1.1';
const nullBytes = '5,0';

/** Upstream: crypto/x509/parser.go parsePublicKey. A key of an unknown kind is none. */
function publicKeyOf({ parts: [about, bits] }: Asn1Value): PublicKey | undefined {
  const [oid, parameters] = about?.parts ?? [];
  if (oid === undefined || bits === undefined) return undefined;
  const data = rightAligned(bits.inner);
  const given = parameters?.full ?? new Uint8Array();
  switch (identifier(oid)) {
    case rsaOid:
      if (given.join() !== nullBytes) throw new Malformed('x509: RSA key missing NULL parameters');
      return rsaKey(data);
    case '1.2.840.10045.2.1':
      return curveKey(given, data);
    case '1.3.101.112':
      if (given.length > 0) throw new Malformed('x509: Ed25519 key encoded with illegal parameters');
      if (data.length !== 32) throw new Malformed('x509: wrong Ed25519 public key size');
      return { kind: 'Ed25519', bytes: data };
    default:
      return undefined;
  }
}

/** A value by its tag at the beginning of bytes; undefined where it is none. Upstream: cryptobyte ReadASN1. */
function readTagged(bytes: Uint8Array, tag: number): Asn1Value | undefined {
  if (bytes[0] !== tag) return undefined;
  try {
    return unmarshal(bytes, basic.raw).value;
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

/** A whole number at the beginning of bytes, and how long it is. */
function readInteger(bytes: Uint8Array): { readonly number: bigint; readonly length: number } | undefined {
  const found = readTagged(bytes, 2);
  if (found === undefined || found.inner.length === 0) return undefined;
  const [first = 0, second = 0] = found.inner;
  const isLong = (first === 0 && second < 0x80) || (first === 0xff && second >= 0x80);
  if (found.inner.length > 1 && isLong) return undefined;
  const number = BigInt.asIntN(found.inner.length * 8, numberOf(found.inner));
  return { number, length: found.full.length };
}

function rsaKey(data: Uint8Array): PublicKey {
  const inner = readTagged(data, 0x30)?.inner;
  if (inner === undefined) throw new Malformed('x509: invalid RSA public key');
  const modulus = readInteger(inner);
  if (modulus === undefined) throw new Malformed('x509: invalid RSA modulus');
  const exponent = readInteger(inner.subarray(modulus.length));
  if (exponent === undefined || exponent.number !== BigInt.asIntN(64, exponent.number)) {
    throw new Malformed('x509: invalid RSA public exponent');
  }
  if (modulus.number <= 0n) throw new Malformed('x509: RSA modulus is not a positive number');
  if (exponent.number <= 0n) throw new Malformed('x509: RSA public exponent is not a positive number');
  return { kind: 'RSA', modulus: modulus.number, exponent: exponent.number };
}

function curveKey(parameters: Uint8Array, data: Uint8Array): PublicKey {
  const oid = readTagged(parameters, 6);
  if (oid === undefined) throw new Malformed('x509: invalid ECDSA parameters');
  const curve = curves.get(identifier(oid));
  if (curve === undefined) throw new Malformed('x509: unsupported elliptic curve');
  return { kind: 'ECDSA', curve, point: pointOf(curve, data) };
}

/** Upstream: crypto/ecdsa/ecdsa.go ParseUncompressedPublicKey. */
function pointOf(curve: Curve, data: Uint8Array): readonly [bigint, bigint] {
  if (data[0] !== 4) throw new Malformed('ecdsa: invalid uncompressed public key');
  if (data.length !== 1 + 2 * curve.bytes) throw new Malformed(`invalid ${curve.name} point encoding`);
  const [x, y] = [numberOf(data.subarray(1, 1 + curve.bytes)), numberOf(data.subarray(1 + curve.bytes))];
  if (x >= curve.prime || y >= curve.prime) throw new Malformed(`invalid ${curve.name}Element encoding`);
  if (!isOnCurve(curve, [x, y])) throw new Malformed(`${curve.name} point not on curve`);
  return [x, y];
}

/** Upstream: x509.go parseCSRExtensions. Attributes that cannot be read are passed over. */
function attributesFault(attributes: readonly Asn1Value[]): string | undefined {
  const seen = new Set<string>();
  for (const each of attributes) {
    const values = extensionsIn(each);
    if (values === undefined) continue;
    for (const { parts } of unmarshal(values, list(extension)).value.parts) {
      const [oid, , content] = parts;
      const name = oid === undefined ? '' : identifier(oid);
      if (seen.has(name)) return 'x509: certificate request contains duplicate requested extensions';
      seen.add(name);
      const fault = name === '2.5.29.17' && content !== undefined ? namesFault(content.inner) : undefined;
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
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

const textNames: Readonly<Record<number, string>> = { 1: 'rfc822Name', 2: 'dNSName', 6: 'uniformResourceIdentifier' };

/** Upstream: parser.go parseSANExtension; what is wrong within an URI is not looked for. */
function namesFault(bytes: Uint8Array): string | undefined {
  const inner = readTagged(bytes, 0x30)?.inner;
  if (inner === undefined) return 'x509: invalid subject alternative names';
  for (let rest = inner; rest.length > 0; ) {
    const found = readTagged(rest, rest[0] ?? 0);
    if (found === undefined) return 'x509: invalid subject alternative name';
    const kind = (rest[0] ?? 0) ^ 0x80;
    const name = textNames[kind];
    if (name !== undefined && found.inner.some((byte) => byte >= 0x80)) return `x509: SAN ${name} is malformed`;
    if (kind === 7 && found.inner.length !== 4 && found.inner.length !== 16) {
      return `x509: cannot parse IP address of length ${found.inner.length}`;
    }
    rest = rest.subarray(found.full.length);
  }
  return undefined;
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
  if (key.kind !== meant.key) {
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
