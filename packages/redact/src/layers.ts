import { bytesOfBase64, textOfUtf8 } from '@managed-fields/merge-engine';
import { Inflate } from 'fflate';

/** What an encoded text holds. */
export type Layer =
  /** A text, which may be encoded itself. */
  | { readonly kind: 'text'; readonly text: string }
  /** A picture or a font. */
  | { readonly kind: 'picture' }
  /** Bytes that are nothing that is known here, or more than is read. */
  | { readonly kind: 'unreadable' };

/** The most bytes that are unpacked of one text. */
const mostUnpacked = 8 * 1024 * 1024;

/** The fewest characters that are taken for an encoded text. */
const shortest = 16;

/**
 * Opens an encoded text: base64 (of URLs too, and in lines), hexadecimal digits, percent-encoding, and gzip or zlib
 * inside of them. Undefined where a text is none of these, as most words are none.
 */
export function layerOf(written: string): Layer | undefined {
  const text = written.trim();
  if (text.length < shortest) return undefined;
  if (/^(?:[\da-f]{2}){8,}$/i.test(text)) {
    const decoded = textOfUtf8(Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
    return decoded !== undefined && isReadable(decoded) ? { kind: 'text', text: decoded } : undefined;
  }
  if (/%[\da-f]{2}/i.test(text) && /^[\w.~%+!*'();:@&=$,/?#[\]-]+$/.test(text)) {
    const decoded = decodePercent(text);
    return decoded === undefined || decoded === text ? undefined : { kind: 'text', text: decoded };
  }
  if (!/^[\w+/\r\n-]+={0,2}$/.test(text)) return undefined;
  const bytes = bytesOfBase64(standardForm(text));
  return bytes === undefined ? undefined : layerOfBytes(bytes, text);
}

/** Whether a text is base64 of the standard, of a text. */
export function isBase64Text(written: string): boolean {
  const bytes = bytesOfBase64(written);
  const text = bytes === undefined ? undefined : textOfUtf8(bytes);
  return text !== undefined && isReadable(text);
}

/** Base64 as the standard writes it, with its padding and without line breaks. */
function standardForm(text: string): string {
  const letters = text
    .replace(/[\r\n]/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '');
  return letters.padEnd(Math.ceil(letters.length / 4) * 4, '=');
}

function layerOfBytes(bytes: Uint8Array, written: string): Layer | undefined {
  const unpacked = unpack(bytes);
  if (unpacked === 'unreadable') return { kind: 'unreadable' };
  if (unpacked !== undefined) return layerOfBytes(unpacked, written) ?? { kind: 'unreadable' };
  if (isPicture(bytes)) return { kind: 'picture' };
  const text = textOfUtf8(bytes);
  if (text !== undefined && isReadable(text)) return { kind: 'text', text };
  // Words in lower case, and paths, can be read as base64 too.
  return looksEncoded(written) ? { kind: 'unreadable' } : undefined;
}

/** Whether a decoded text is one: no control characters, and letters that stand together in one script. */
function isReadable(text: string): boolean {
  return text !== '' && !/[^\P{Cc}\t\r\n]/u.test(text) && !/\p{Cn}|\p{Co}/u.test(text) && !isMixed(text);
}

/** Whether a text is short and of several scripts, as bytes by chance are. */
function isMixed(text: string): boolean {
  const other = text.replace(/[\x20-\x7e\t\r\n]/g, '').length;
  return other > 0 && text.length < 60 && other < text.length && other * 3 > text.length;
}

/** Whether a text was padded, or has capitals, digits and lower case as base64 of bytes has. */
function looksEncoded(text: string): boolean {
  return text.length >= 24 && (/=$/.test(text) || (/[A-Z]/.test(text) && /[a-z]/.test(text) && /\d/.test(text)));
}

/** The first bytes of pictures and fonts. */
const pictures: readonly string[] = [
  '89504e47',
  'ffd8ff',
  '47494638',
  '00000100',
  '774f4646',
  '774f4632',
  '424d',
  '52494646',
];

function isPicture(bytes: Uint8Array): boolean {
  const head = Array.from(bytes.slice(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return bytes.length > 40 && pictures.some((start) => head.startsWith(start));
}

/**
 * Unpacks gzip and zlib; undefined where bytes are neither, `unreadable` where they are broken or too many. The
 * same loop stands in `deflate.ts` of share-link: that is loaded with the first view, and brings no other package.
 */
function unpack(bytes: Uint8Array): Uint8Array | 'unreadable' | undefined {
  const start = packedStart(bytes);
  if (start === undefined) return undefined;
  const pieces: Uint8Array[] = [];
  let size = 0;
  const stream = new Inflate((piece) => {
    size += piece.length;
    pieces.push(piece);
  });
  try {
    // In small pieces, so that a bomb is noticed before it is unpacked whole.
    for (let at = start; at < bytes.length && size <= mostUnpacked; at += 256) {
      stream.push(bytes.subarray(at, at + 256), at + 256 >= bytes.length);
    }
  } catch {
    return bytes[0] === 0x1f ? 'unreadable' : undefined;
  }
  if (size > mostUnpacked) return 'unreadable';
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Where the deflated data of gzip (RFC 1952) or zlib (RFC 1950) begins; undefined where bytes are neither. */
function packedStart(bytes: Uint8Array): number | undefined {
  const [first = 0, second = 0, , flags = 0] = bytes;
  if (first === 0x78 && (first * 256 + second) % 31 === 0 && bytes.length > 20) return 2;
  if (first !== 0x1f || second !== 0x8b) return undefined;
  let at = 10;
  if (flags & 4) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  // A name and a comment, each up to a zero.
  for (const flag of [8, 16]) if (flags & flag) at = bytes.indexOf(0, at) + 1 || bytes.length;
  return flags & 2 ? at + 2 : at;
}

/** Decodes percent-encoding; undefined where a text has none, or a broken one. */
export function decodePercent(run: string): string | undefined {
  if (!run.includes('%')) return undefined;
  try {
    return decodeURIComponent(run);
  } catch {
    return undefined;
  }
}
