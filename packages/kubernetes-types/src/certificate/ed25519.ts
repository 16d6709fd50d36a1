import { hash, numberOf } from './hash.ts';

/*
 * Signatures by Ed25519. RFC 8032; upstream: crypto/ed25519.
 */

const p = 2n ** 255n - 19n;
const order = 2n ** 252n + 27742317777372353535851937790883648493n;
/** A point in extended coordinates. */
type Point = readonly [x: bigint, y: bigint, z: bigint, t: bigint];

function modulo(value: bigint, by = p): bigint {
  const rest = value % by;
  return rest < 0n ? rest + by : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, modulo(base)];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % p;
    square = (square * square) % p;
  }
  return result;
}

const d = modulo(-121665n * power(121666n, p - 2n));
const rootOfMinusOne = power(2n, (p - 1n) / 4n);

/** The point that bytes stand for; undefined where they stand for none. */
function pointOf(bytes: Uint8Array): Point | undefined {
  const number = littleEndian(bytes);
  const y = modulo(BigInt.asUintN(255, number));
  const [u, v] = [modulo(y * y - 1n), modulo(d * y * y + 1n)];
  let x = modulo(u * power(v, 3n) * power(u * power(v, 7n), (p - 5n) / 8n));
  const square = modulo(v * x * x);
  if (square !== u && square !== modulo(-u)) return undefined;
  if (square !== u) x = modulo(x * rootOfMinusOne);
  if ((x & 1n) !== number >> 255n) x = modulo(-x);
  return [x, y, 1n, modulo(x * y)];
}

const base: Point | undefined = pointOf(Uint8Array.from([0x58, ...Array.from({ length: 31 }, () => 0x66)]));

function added([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const [a, b] = [modulo((y1 - x1) * (y2 - x2)), modulo((y1 + x1) * (y2 + x2))];
  const [c, e] = [modulo(2n * t1 * t2 * d), modulo(2n * z1 * z2)];
  const [f, g, h, i] = [b - a, e - c, e + c, b + a];
  return [modulo(f * g), modulo(h * i), modulo(g * h), modulo(f * i)];
}

function times(factor: bigint, point: Point): Point {
  let [result, doubled]: [Point, Point] = [[0n, 1n, 1n, 0n], point];
  for (let rest = factor; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = added(result, doubled);
    doubled = added(doubled, doubled);
  }
  return result;
}

function littleEndian(bytes: Uint8Array): bigint {
  return numberOf(Uint8Array.from(bytes).reverse());
}

/** Whether a signature is that of a public key of 32 bytes. */
export function isSignedByEd25519(key: Uint8Array, signed: Uint8Array, signature: Uint8Array): boolean {
  const point = pointOf(key);
  if (signature.length !== 64 || point === undefined || base === undefined) return false;
  const s = littleEndian(signature.subarray(32));
  if (s >= order) return false;
  const first = signature.subarray(0, 32);
  const k = modulo(littleEndian(hash('SHA-512', Uint8Array.from([...first, ...key, ...signed]))), order);
  const [x, y, z, t] = point;
  const [foundX, foundY, foundZ] = added(times(s, base), times(k, [modulo(-x), y, z, modulo(-t)]));
  const inverse = power(foundZ, p - 2n);
  const sign = modulo(foundX * inverse) & 1n;
  return (sign << 255n) + modulo(foundY * inverse) === littleEndian(first);
}
