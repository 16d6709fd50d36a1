import { type Asn1Field, type Asn1Type, type Asn1Value, basic, identifierOf, Malformed, rightAligned } from './asn1.ts';
import { readInteger, readTagged } from './der.ts';
import { numberOf } from './hash.ts';
import { type Curve, curves, isOnCurve, type PublicKey } from './signature.ts';

/*
 * Public keys in DER.
 * Upstream: crypto/x509/parser.go parsePublicKey.
 */

/** A Go struct of fields in order. */
export function structOf(name: string, ...fields: readonly (Asn1Type | Asn1Field)[]): Asn1Type {
  return { kind: 'struct', name, fields: fields.map((field) => ('kind' in field ? { type: field } : field)) };
}

/** An algorithm with its parameters. */
export const algorithm = structOf('AlgorithmIdentifier', basic.identifier, { type: basic.raw, optional: true });

/** A public key with its algorithm. */
export const publicKeyInfo = structOf('publicKeyInfo', algorithm, basic.bits);

/** What an object identifier names: `1.2.840.113549.1.1.1`. */
export function identifier({ inner }: Asn1Value): string {
  return identifierOf(inner);
}

const rsaOid = '1.2.840.113549.1.1.1';
const nullBytes = '5,0';

/** How many bytes keys of ML-DSA have, by their identifiers. FIPS 204. */
const latticeKeys: Readonly<Record<string, number>> = {
  '2.16.840.1.101.3.4.3.17': 1312,
  '2.16.840.1.101.3.4.3.18': 1952,
  '2.16.840.1.101.3.4.3.19': 2592,
};

/** A public key; one of an unknown kind is none. Throws `Malformed`. */
export function publicKeyOf({ parts: [about, bits] }: Asn1Value): PublicKey | undefined {
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
      return latticeKeys[identifier(oid)] === data.length ? { kind: 'ML-DSA', bytes: data } : undefined;
  }
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
