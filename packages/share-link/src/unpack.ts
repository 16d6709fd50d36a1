import { fromBase64url } from './base64url.ts';
import { expanded } from './compact.ts';
import { type Inflated, inflate } from './deflate.ts';
import { dictionary } from './frozen.ts';
import { type CodecLetter, textCeiling } from './link.ts';
import { fromUtf8 } from './utf8.ts';

/** The payload of a link, unpacked: its text, or why there is none. */
export type Unpacked =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failure'; readonly code: 'too-large' | 'altered' };

const tooLarge: Unpacked = { kind: 'failure', code: 'too-large' };
const altered: Unpacked = { kind: 'failure', code: 'altered' };

/** How each codec makes JSON text of a payload's bytes. A letter, once released, keeps its meaning for ever. */
const codecs: Readonly<Record<CodecLetter, (bytes: Uint8Array) => Unpacked>> = {
  d: (bytes) => {
    const compact = textOf(inflate(bytes, textCeiling, dictionary));
    if (compact.kind === 'failure') return compact;
    const text = expanded(compact.text, textCeiling);
    return text === undefined ? tooLarge : { kind: 'text', text };
  },
  z: (bytes) => textOf(inflate(bytes, textCeiling)),
  j: (bytes) => textOf({ kind: 'bytes', bytes }),
};

/** Unpacks the payload of a link, stopping at `textCeiling`. */
export function unpack(codec: CodecLetter, payload: string): Unpacked {
  const bytes = fromBase64url(payload);
  return bytes === undefined ? altered : codecs[codec](bytes);
}

function textOf(inflated: Inflated): Unpacked {
  if (inflated.kind !== 'bytes') return inflated.kind === 'too-large' ? tooLarge : altered;
  const text = fromUtf8(inflated.bytes);
  return text === undefined ? altered : { kind: 'text', text };
}
