import { latin1 } from '@managed-fields/merge-engine';
import { type AlternativeNames, alternativeNames } from './alternative-names.ts';
import { type Asn1Value, basic, checkText, Malformed, unmarshal } from './asn1.ts';
import { Der } from './der.ts';
import { identifier, publicKeyInfo, publicKeyOf } from './public-key.ts';
import type { PublicKey } from './signature.ts';

/** An X.509 certificate, as far as somebody looks into it. Times are milliseconds since 1970. */
export interface Certificate extends AlternativeNames {
  /** Undefined for a kind of key that nobody here uses. */
  readonly key: PublicKey | undefined;
  readonly notBefore: number;
  readonly notAfter: number;
  /** Whether it says that it may sign others. */
  readonly isAuthority: boolean;
}

/**
 * Reads a certificate in DER; undefined where it is none. Its signature is not looked at, nor what is wrong within an URI; of
 * extensions those are read that say what the key is for and whose it is.
 * Upstream: crypto/x509/parser.go ParseCertificate.
 */
export function readCertificate(bytes: Uint8Array): Certificate | undefined {
  try {
    return certificateIn(bytes);
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

const tags = { boolean: 1, bits: 3, octets: 4, identifier: 6, sequence: 0x30, set: 0x31 } as const;

function certificateIn(bytes: Uint8Array): Certificate {
  const all = new Der(bytes);
  const whole = all.enter(tags.sequence);
  if (!all.isEmpty) throw new Malformed('x509: trailing data');
  const body = whole.enter(tags.sequence);
  const version = versionIn(body.optional(0xa0));
  if (body.integer() < 0n) throw new Malformed('x509: negative serial number');
  const [inner, outer] = [body.take(tags.sequence), whole.take(tags.sequence)];
  if (inner.full.join() !== outer.full.join()) throw new Malformed('x509: algorithms of the signature differ');
  checkAlgorithm(inner);
  checkName(body.enter(tags.sequence));
  const validity = body.enter(tags.sequence);
  const [notBefore, notAfter] = [timeIn(validity.take()), timeIn(validity.take())];
  checkName(body.enter(tags.sequence));
  const key = publicKeyOf(unmarshal(body.take(tags.sequence).full, publicKeyInfo).value);
  if (version > 0n) for (const unique of [0x81, 0x82]) body.optional(unique);
  const extensions = version === 2n ? extensionsIn(body.optional(0xa3)) : new Map<string, Uint8Array>();
  unmarshal(whole.take(tags.bits).full, basic.bits);
  return { key, notBefore, notAfter, ...meaningOf(extensions) };
}

/** Counted from zero: 2 is version 3. */
function versionIn(given: Der | undefined): bigint {
  const version = given?.integer() ?? 0n;
  if (version < 0n || version > 2n || given?.isEmpty === false) throw new Malformed('x509: invalid version');
  return version;
}

/** Upstream: parseAI. */
function checkAlgorithm({ inner }: Asn1Value): void {
  const algorithm = new Der(inner);
  identifier(algorithm.take(tags.identifier));
  if (!algorithm.isEmpty) algorithm.take();
}

const textTags: readonly number[] = [12, 18, 19, 20, 22, 30];

/** Upstream: parseName, parseASN1String. */
function checkName(name: Der): void {
  while (!name.isEmpty) {
    for (const parts = name.enter(tags.set); !parts.isEmpty; ) {
      const part = parts.enter(tags.sequence);
      identifier(part.take(tags.identifier));
      const { tag } = part;
      const { inner } = part.take();
      if (!textTags.includes(tag) || (tag === 30 && !isTwoByteText(inner))) throw new Malformed('x509: invalid name');
      checkText(inner, tag);
    }
  }
}

/** Whether bytes are a BMPString: two for a letter, without surrogates and what is no letter. */
function isTwoByteText(bytes: Uint8Array): boolean {
  const isEnded = bytes.length > 1 && bytes.at(-1) === 0 && bytes.at(-2) === 0;
  return [...bytes].every((high, i) => {
    if (i % 2 === 1 || (isEnded && i === bytes.length - 2)) return true;
    const point = high * 256 + (bytes[i + 1] ?? Number.NaN);
    const isReserved = point >= 0xfffe || (point >= 0xfdd0 && point <= 0xfdef) || (point >= 0xd800 && point <= 0xdfff);
    return !Number.isNaN(point) && !isReserved;
  });
}

/** Times with two digits of the year and with four, `Z` or an offset at their end. */
const times: Readonly<Record<number, RegExp>> = {
  23: /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(Z|[+-]\d{4})$/,
  24: /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(Z|[+-]\d{4})$/,
};

/** Upstream: parseTime, cryptobyte ReadASN1UTCTime, ReadASN1GeneralizedTime. */
function timeIn({ full: [tag = 0], inner }: Asn1Value): number {
  const found = times[tag]?.exec(latin1(inner));
  if (found === null || found === undefined) throw new Malformed('x509: unsupported time format');
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '00', zone = ''] = found;
  const full = year.length === 4 ? year : `${Number(year) < 50 ? 20 : 19}${year}`;
  const text = `${full}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const time = Date.parse(text);
  if (Number.isNaN(time) || new Date(time).toISOString() !== text || /^[+-]0000$/.test(zone)) {
    throw new Malformed('x509: malformed time');
  }
  const offset = zone === 'Z' ? 0 : Number(`${zone[0]}1`) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3)));
  return time - offset * 60_000;
}

/** The values of extensions by what they are. */
function extensionsIn(given: Der | undefined): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  for (const all = given?.enter(tags.sequence); all?.isEmpty === false; ) {
    const extension = all.enter(tags.sequence);
    const name = identifier(extension.take(tags.identifier));
    if (extension.tag === tags.boolean) readFlag(extension);
    if (found.has(name)) throw new Malformed(`x509: certificate contains duplicate extension with OID "${name}"`);
    found.set(name, extension.take(tags.octets).inner);
  }
  return found;
}

function readFlag(from: Der): boolean {
  const { full, inner } = from.take(tags.boolean);
  unmarshal(full, basic.boolean);
  return inner[0] !== 0;
}

/** Upstream: processExtensions. */
function meaningOf(extensions: ReadonlyMap<string, Uint8Array>): AlternativeNames & Pick<Certificate, 'isAuthority'> {
  const [usage, constraints, names] = ['15', '19', '17'].map((last) => extensions.get(`2.5.29.${last}`));
  if (usage !== undefined) unmarshal(new Der(usage).take(tags.bits).full, basic.bits);
  return {
    isAuthority: constraints !== undefined && isAuthority(new Der(constraints).enter(tags.sequence)),
    ...(names === undefined ? { mails: [], hosts: [] } : alternativeNames(names)),
  };
}

/** Upstream: parseBasicConstraintsExtension. */
function isAuthority(constraints: Der): boolean {
  const isAllowed = constraints.tag === tags.boolean && readFlag(constraints);
  if (constraints.tag === 2 && constraints.integer() < 0n) throw new Malformed('x509: invalid basic constraints');
  return isAllowed;
}
