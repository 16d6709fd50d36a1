import { bytesOfBase64, lossyText } from '@managed-fields/merge-engine';

/** A block of a PEM text: its type, and the bytes in it. */
interface Block {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The line that ends a block, and where it stands. */
interface Ending {
  readonly type: string;
  readonly from: number;
  readonly to: number;
}

const beginning = /(?:^|\n)-----BEGIN ([^\n]*?)-----[ \t]*\r?\n/g;
const headers = /(?:[^\n:]*:[^\n]*\n)*/y;
const ending = /-----END ([^\n]*?)-----[ \t]*\r?(?=\n|$)/y;

/**
 * The blocks of a PEM text, those that cannot be read left out. Whatever the text, each part of it is looked at once: lines
 * with a colon belong to the headers of each beginning before them, so that what ends them is kept.
 * Upstream: encoding/pem pem.go Decode.
 */
function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let after = 0;
  let end: Ending | undefined;
  beginning.lastIndex = 0;
  for (let begun = beginning.exec(text); begun !== null; begun = beginning.exec(text)) {
    const from = begun.index + begun[0].length;
    if (from >= after) {
      headers.lastIndex = from;
      after = from + (headers.exec(text)?.[0].length ?? 0);
      end = endFrom(text, after);
    }
    const [, type = ''] = begun;
    const bytes = end?.type === type ? bytesOfBase64(text.slice(after, end.from).replace(/[ \t]/g, '')) : undefined;
    if (bytes !== undefined) blocks.push({ type, bytes });
    // A beginning may follow the line that was read at once.
    beginning.lastIndex = end?.to ?? from - 1;
  }
  return blocks;
}

/** The line that ends a block whose content begins at a place: the first dash after it has to begin that line. */
function endFrom(text: string, place: number): Ending | undefined {
  const from = text.indexOf('-', place);
  if (from < 0) return undefined;
  ending.lastIndex = from;
  const found = ending.exec(text);
  return found === null ? undefined : { type: found[1] ?? '', from, to: from + found[0].length };
}

/**
 * What Go finds wrong with a certificate and its key, both base64 of PEM; undefined where nothing is. Of a certificate only
 * the frame is read, of a key nothing.
 * Upstream: crypto/tls tls.go X509KeyPair.
 */
export function keyPairProblem(certificate: string, key: string): string | undefined {
  const certificates = blocksOf(textOf(certificate));
  const first = certificates.find(({ type }) => type === 'CERTIFICATE');
  const skipped = namesOf(certificates);
  if (first === undefined && certificates.length === 0) return 'tls: failed to find any PEM data in certificate input';
  if (first === undefined && certificates.length === 1 && skipped.endsWith('PRIVATE KEY]')) {
    return 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched';
  }
  if (first === undefined) {
    return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: ${skipped}`;
  }
  const keys = blocksOf(textOf(key));
  if (!keys.some(({ type }) => type === 'PRIVATE KEY' || type.endsWith(' PRIVATE KEY'))) {
    if (keys.length === 0) return 'tls: failed to find any PEM data in key input';
    if (namesOf(keys) === '[CERTIFICATE]') {
      return 'tls: found a certificate rather than a key in the PEM for the private key';
    }
    return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: ${namesOf(keys)}`;
  }
  return isFramed(first.bytes) ? undefined : 'x509: malformed certificate';
}

function textOf(base64: string): string {
  return lossyText(bytesOfBase64(base64) ?? new Uint8Array());
}

function namesOf(blocks: readonly Block[]): string {
  return `[${blocks.map(({ type }) => type).join(' ')}]`;
}

/** Whether bytes begin with a sequence in DER whose length they have. Upstream: crypto/x509 parser.go parseCertificate. */
function isFramed(bytes: Uint8Array): boolean {
  const [tag, length = 0] = bytes;
  if (tag !== 0x30) return false;
  const more = length < 0x80 ? 0 : length & 0x7f;
  let size = more === 0 ? length : 0;
  for (const byte of bytes.subarray(2, 2 + more)) size = size * 256 + byte;
  return bytes.length >= 2 + more + size;
}
