import { type HashName, hash, numberOf, toBytes } from './hash.ts';

/*
 * Whether a signature is that of a public key, with Go's words where it is not.
 * Upstream: crypto/rsa, crypto/ecdsa.
 */

/** A public key. Those of ML-DSA are known from v1.38 on, and what they signed is not looked at here. */
export type PublicKey =
  | { readonly kind: 'RSA'; readonly modulus: bigint; readonly exponent: bigint }
  | { readonly kind: 'ECDSA'; readonly curve: Curve; readonly point: Point }
  | { readonly kind: 'Ed25519'; readonly bytes: Uint8Array }
  | { readonly kind: 'ML-DSA'; readonly bytes: Uint8Array };

type Point = readonly [x: bigint, y: bigint];

/** A curve y² = x³ − 3x + b over a prime field. */
export interface Curve {
  readonly name: string;
  readonly prime: bigint;
  readonly order: bigint;
  readonly b: bigint;
  readonly base: Point;
  /** How many bytes a coordinate has. */
  readonly bytes: number;
}

function curve(name: string, bytes: number, ...numbers: readonly [string, string, string, string, string]): Curve {
  const [prime, order, b, x, y] = numbers.map((digits) => BigInt(`0x${digits}`)) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  return { name, bytes, prime, order, b, base: [x, y] };
}

/** The curves by their identifiers. NIST SP 800-186. */
export const curves: ReadonlyMap<string, Curve> = new Map([
  [
    '1.3.132.0.33',
    curve(
      'P224',
      28,
      'ffffffffffffffffffffffffffffffff000000000000000000000001',
      'ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d',
      'b4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4',
      'b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21',
      'bd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34',
    ),
  ],
  [
    '1.2.840.10045.3.1.7',
    curve(
      'P256',
      32,
      'ffffffff00000001000000000000000000000000ffffffffffffffffffffffff',
      'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551',
      '5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b',
      '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
      '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
    ),
  ],
  [
    '1.3.132.0.34',
    curve(
      'P384',
      48,
      'fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffff',
      'ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973',
      'b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef',
      'aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7',
      '3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f',
    ),
  ],
  [
    '1.3.132.0.35',
    curve(
      'P521',
      66,
      '1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
      '1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409',
      '51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00',
      'c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66',
      '11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650',
    ),
  ],
]);

/** Whether a point is on its curve. */
export function isOnCurve({ prime, b }: Curve, [x, y]: Point): boolean {
  return modulo(y * y - (x * x * x - 3n * x + b), prime) === 0n;
}

function modulo(value: bigint, by: bigint): bigint {
  const rest = value % by;
  return rest < 0n ? rest + by : rest;
}

function power(base: bigint, exponent: bigint, by: bigint): bigint {
  let [result, square] = [1n, modulo(base, by)];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % by;
    square = (square * square) % by;
  }
  return result;
}

const prefixes: Readonly<Record<HashName, string>> = {
  'SHA-1': '3021300906052b0e03021a05000414',
  'SHA-256': '3031300d060960864801650304020105000420',
  'SHA-384': '3041300d060960864801650304020205000430',
  'SHA-512': '3051300d060960864801650304020305000440',
};

/** What is wrong with a signature of RSA by PKCS #1; undefined where it is right. Upstream: rsa.go, pkcs1v15.go. */
export function rsaFault(
  key: Extract<PublicKey, { kind: 'RSA' }>,
  name: HashName,
  signed: Uint8Array,
  signature: Uint8Array,
): string | undefined {
  const { modulus, exponent } = key;
  const bits = modulus.toString(2).length;
  if (bits < 1024) {
    return `crypto/rsa: ${bits}-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)`;
  }
  if (modulus % 2n === 0n) return 'crypto/rsa: public modulus is even';
  if (exponent < 2n) return 'crypto/rsa: public exponent too small or negative';
  if (exponent % 2n === 0n) return 'crypto/rsa: public exponent is even';
  if (exponent > 0x7f_ff_ff_ffn) return 'crypto/rsa: public exponent too large';
  const size = Math.ceil(bits / 8);
  const found = numberOf(signature);
  const tail = [...toBytes(BigInt(`0x${prefixes[name]}`), prefixes[name].length / 2), ...hash(name, signed)];
  const filled = size - tail.length - 3;
  const expected = [0, 1, ...Array.from({ length: Math.max(0, filled) }, () => 0xff), 0, ...tail];
  const fits = filled >= 8 && signature.length === size && found < modulus;
  const isRight = fits && power(found, exponent, modulus) === numberOf(Uint8Array.from(expected));
  return isRight ? undefined : 'crypto/rsa: verification error';
}

/** Whether a pair of numbers is a signature by a point of a curve. FIPS 186-5, 6.4.2. */
export function isSignedBy(
  key: Extract<PublicKey, { kind: 'ECDSA' }>,
  name: HashName,
  signed: Uint8Array,
  r: bigint,
  s: bigint,
): boolean {
  const { curve, point } = key;
  const { order, prime } = curve;
  if (r <= 0n || s <= 0n || r >= order || s >= order) return false;
  const digest = hash(name, signed);
  const spare = BigInt(Math.max(0, digest.length * 8 - order.toString(2).length));
  const message = numberOf(digest) >> spare;
  const inverse = power(s, order - 2n, order);
  const sum = added(
    curve,
    times(curve, modulo(message * inverse, order), curve.base),
    times(curve, modulo(r * inverse, order), point),
  );
  const [x, , z] = sum;
  if (z === 0n) return false;
  const invertedZ = power(z, prime - 2n, prime);
  return modulo(modulo(x * invertedZ * invertedZ, prime), order) === r;
}

/** A point in Jacobian coordinates; z is zero at infinity. */
type Jacobian = readonly [x: bigint, y: bigint, z: bigint];

function times(curve: Curve, factor: bigint, [x, y]: Point): Jacobian {
  let [result, doubled]: [Jacobian, Jacobian] = [
    [1n, 1n, 0n],
    [x, y, 1n],
  ];
  for (let rest = factor; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = added(curve, result, doubled);
    doubled = twice(curve, doubled);
  }
  return result;
}

function twice({ prime: p }: Curve, [x, y, z]: Jacobian): Jacobian {
  if (z === 0n || y === 0n) return [1n, 1n, 0n];
  const [square, zz] = [modulo(y * y, p), modulo(z * z, p)];
  const s = modulo(4n * x * square, p);
  const m = modulo(3n * (x - zz) * (x + zz), p);
  const next = modulo(m * m - 2n * s, p);
  return [next, modulo(m * (s - next) - 8n * square * square, p), modulo(2n * y * z, p)];
}

function added(curve: Curve, a: Jacobian, b: Jacobian): Jacobian {
  const { prime: p } = curve;
  const [[x1, y1, z1], [x2, y2, z2]] = [a, b];
  if (z1 === 0n) return b;
  if (z2 === 0n) return a;
  const [zz1, zz2] = [modulo(z1 * z1, p), modulo(z2 * z2, p)];
  const [u1, u2] = [modulo(x1 * zz2, p), modulo(x2 * zz1, p)];
  const [s1, s2] = [modulo(y1 * zz2 * z2, p), modulo(y2 * zz1 * z1, p)];
  if (u1 === u2) return s1 === s2 ? twice(curve, a) : [1n, 1n, 0n];
  const [h, r] = [modulo(u2 - u1, p), modulo(s2 - s1, p)];
  const [hh, hhh] = [modulo(h * h, p), modulo(h * h * h, p)];
  const v = modulo(u1 * hh, p);
  const x = modulo(r * r - hhh - 2n * v, p);
  return [x, modulo(r * (v - x) - s1 * hhh, p), modulo(h * z1 * z2, p)];
}
