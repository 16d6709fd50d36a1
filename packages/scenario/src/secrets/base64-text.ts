import { bytesOfBase64, textOfUtf8 } from '@managed-fields/merge-engine';

/**
 * Decodes padded base64. `text` is undefined where the bytes are not UTF-8; the result is undefined where it is no
 * base64.
 */
export function readBase64(written: string): { readonly text: string | undefined } | undefined {
  const bytes = bytesOfBase64(written);
  return bytes === undefined ? undefined : { text: textOfUtf8(bytes) };
}
