import { addressText } from '@managed-fields/api-server';
import { bytesOfBase64, lossyText } from '@managed-fields/merge-engine';

/** What a request for a certificate asks for. */
export interface CertificateRequest {
  /** The values of the subject by the last number of their kind, `3` for the common name, in their order. */
  readonly subject: ReadonlyMap<number, readonly string[]>;
  readonly dnsNames: readonly string[];
  readonly emailAddresses: readonly string[];
  readonly uris: readonly string[];
  readonly ipAddresses: readonly string[];
}

/** A value in DER: its tag, and what is in it. */
interface Part {
  readonly tag: number;
  readonly bytes: Uint8Array;
}

/** A request in PEM: the lines of its head, which say nothing of it, and its bytes. Upstream: encoding/pem Decode. */
const block =
  /-----BEGIN CERTIFICATE REQUEST-----\s(?:[^\n:]*:[^\n]*\n)*([A-Za-z0-9+/=\s]*)-----END CERTIFICATE REQUEST-----/;

/**
 * Reads a request, PEM with DER in it. A text says why there is none; undefined stands for bytes that are no request. The server
 * has read it before, and refuses both. Upstream: kubectl pkg/util/certificate/certificate.go ParseCSR, crypto/x509
 * ParseCertificateRequest.
 */
export function readRequest(pem: Uint8Array): CertificateRequest | string | undefined {
  const [, base64] = block.exec(lossyText(pem)) ?? [];
  const bytes = base64 === undefined ? undefined : bytesOfBase64(base64.replace(/\s/g, ''));
  if (bytes === undefined) return 'PEM block type must be CERTIFICATE REQUEST';
  if (bytes.length === 0) return 'asn1: syntax error: sequence truncated';
  const [whole] = partsOf(bytes);
  const [, subject, , ...attributes] = partsOf(partsOf(whole?.bytes)[0]?.bytes);
  if (subject === undefined) return undefined;
  const names = attributes
    .flatMap((each) => partsOf(each.bytes))
    .map((each) => partsOf(each.bytes))
    .filter(isForExtensions)
    .flatMap(alternativeNames);
  const texts = (tag: number) => names.filter((name) => name.tag === tag).map(({ bytes }) => lossyText(bytes));
  return {
    subject: subjectOf(subject),
    emailAddresses: texts(0x81),
    dnsNames: texts(0x82),
    uris: texts(0x86),
    ipAddresses: names.filter(({ tag }) => tag === 0x87).map(({ bytes }) => addressOf(bytes)),
  };
}

/** The values that stand one behind the other in bytes. */
function partsOf(bytes: Uint8Array | undefined): readonly Part[] {
  const parts: Part[] = [];
  for (let at = 0; bytes !== undefined && at + 1 < bytes.length; ) {
    const [tag = 0, first = 0] = bytes.subarray(at, at + 2);
    const many = Math.max(first - 0x80, 0);
    const start = at + 2 + many;
    const length = many === 0 ? first : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
    parts.push({ tag, bytes: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return parts;
}

/** Whether a value is the identifier of an object, in its bytes. */
const isIdentifier = (part: Part | undefined, ...bytes: readonly number[]) => String(part?.bytes) === String(bytes);

/** Upstream: crypto/x509/pkix Name.FillFromRDNSequence. */
function subjectOf(subject: Part): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, readonly string[]>();
  for (const entry of partsOf(subject.bytes).flatMap((set) => partsOf(set.bytes))) {
    const [type, value] = partsOf(entry.bytes);
    const number = type?.bytes[2] ?? 0;
    if (value === undefined || !isIdentifier(type, 0x55, 4, number)) continue;
    found.set(number, [...(found.get(number) ?? []), textOf(value)]);
  }
  return found;
}

const basicText = 0x1e;

/** A text; what is not in two bytes a letter is in UTF-8 or a part of it. */
function textOf({ tag, bytes }: Part): string {
  if (tag !== basicText) return lossyText(bytes);
  return [...bytes]
    .map((byte, index) => (index % 2 === 0 ? '' : String.fromCharCode((bytes[index - 1] ?? 0) * 256 + byte)))
    .join('');
}

/** Whether an attribute asks for extensions. */
const isForExtensions = ([type]: readonly Part[]) => isIdentifier(type, 0x2a, 0x86, 0x48, 0x86, 0xf7, 13, 1, 9, 14);

/** The alternative names of the subject in an attribute that asks for extensions. */
function alternativeNames([, values]: readonly Part[]): readonly Part[] {
  const extensions = partsOf(values?.bytes).flatMap((each) => partsOf(each.bytes));
  const found = extensions.map((each) => partsOf(each.bytes)).filter(([type]) => isIdentifier(type, 0x55, 0x1d, 0x11));
  return found.flatMap((parts) => partsOf(parts.at(-1)?.bytes)).flatMap((list) => partsOf(list.bytes));
}

/** An address in its bytes. Upstream: net/ip.go IP.String. */
function addressOf(bytes: Uint8Array): string {
  const isShort = bytes.length === 4 || /^(?:0,){10}255,255,/.test(String(bytes));
  const [size, count] = isShort ? ([32, 4] as const) : ([128, 16] as const);
  const bits = bytes.subarray(-count).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return addressText({ size, bits });
}
