import { deflateSync, strFromU8, strToU8 } from 'fflate';
import { fromBase64url, toBase64url } from './base64url.ts';
import { boundedInflate } from './bounded-inflate.ts';

/** The largest text that a link may hold, in bytes of UTF-8. */
export const textCeiling = 1_500_000;

/** The payload of a link, unpacked: its text, or why there is none. */
export type Unpacked =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failure'; readonly code: 'too-large' | 'altered' };

/** How a text becomes the payload of a link and back. */
export interface Codec {
  /** Whether a link may come without a checksum, for links made by programs that have no CRC at hand. */
  readonly checksumOptional: boolean;
  pack(text: string): string;
  unpack(payload: string): Unpacked;
}

/** The codecs by the letter in the link. A letter, once released, keeps its meaning for ever. */
export const codecs: ReadonlyMap<string, Codec> = new Map<string, Codec>([
  ['z', { checksumOptional: false, pack: packDeflated, unpack: unpackDeflated }],
  ['j', { checksumOptional: true, pack: packPlain, unpack: unpackPlain }],
]);

function packDeflated(text: string): string {
  return toBase64url(deflateSync(strToU8(text), { level: 9, mem: 8 }));
}

function unpackDeflated(payload: string): Unpacked {
  const packed = fromBase64url(payload);
  if (packed === undefined) return { kind: 'failure', code: 'altered' };
  const inflated = boundedInflate(packed, textCeiling);
  if (inflated.kind === 'too-large') return { kind: 'failure', code: 'too-large' };
  return inflated.kind === 'broken' ? { kind: 'failure', code: 'altered' } : textOf(inflated.bytes);
}

function packPlain(text: string): string {
  return toBase64url(strToU8(text));
}

function unpackPlain(payload: string): Unpacked {
  const bytes = fromBase64url(payload);
  return bytes === undefined ? { kind: 'failure', code: 'altered' } : textOf(bytes);
}

/** Writing the text again finds bytes that are not UTF-8, which reading replaces silently. */
function textOf(bytes: Uint8Array): Unpacked {
  const text = strFromU8(bytes);
  const again = strToU8(text);
  const same = again.length === bytes.length && again.every((byte, index) => byte === bytes[index]);
  return same ? { kind: 'text', text } : { kind: 'failure', code: 'altered' };
}
