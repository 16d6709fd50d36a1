import { bytesOfBase64, textOfUtf8 } from '@managed-fields/merge-engine';

/** What padded base64 stands for: `text` where the bytes are UTF-8, else undefined; undefined at all where it is none. */
export function readBase64(written: string): { readonly text: string | undefined } | undefined {
  const bytes = bytesOfBase64(written);
  return bytes === undefined ? undefined : { text: textOfUtf8(bytes) };
}
