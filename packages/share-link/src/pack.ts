import { toBase64url } from './base64url.ts';
import { compacted } from './compact.ts';
import { deflate } from './deflate.ts';
import { dictionary } from './frozen.ts';
import type { CodecLetter } from './link.ts';
import { toUtf8 } from './utf8.ts';

/** Makes JSON text the payload of a link. The same text always gives the same payload. */
export function pack(codec: CodecLetter, text: string): string {
  switch (codec) {
    case 'd':
      return toBase64url(deflate(toUtf8(compacted(text)), dictionary));
    case 'z':
      return toBase64url(deflate(toUtf8(text)));
    case 'j':
      return toBase64url(toUtf8(text));
  }
}
