/** Whether bytes begin a gzip file. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Decodes UTF-8; bytes that are none become U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  return wholeDecoder.decode(bytes);
}

/** Encodes a text as UTF-8. */
export function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Returns a function that decodes UTF-8 as it comes; without bytes it returns what is left. */
export function utf8Decoder(): (bytes?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8');
  return (bytes) => (bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true }));
}

/**
 * Returns a function that makes UTF-8 of the bytes of a source as they come; without bytes it returns what is left. A source
 * is UTF-8, or the UTF-16 that its mark says, as Windows PowerShell writes what a command prints. Marks are taken off.
 */
export function toUtf8(): (bytes?: Uint8Array) => Uint8Array {
  let decoder: TextDecoder | undefined;
  let begun = false;
  return (bytes) => {
    if (bytes === undefined) return encodeUtf8(decoder?.decode() ?? '');
    const [first, second, third] = bytes;
    if (!begun) {
      begun = true;
      if (first === 0xef && second === 0xbb && third === 0xbf) return bytes.subarray(3);
      if (first === 0xff && second === 0xfe) decoder = new TextDecoder('utf-16le');
      if (first === 0xfe && second === 0xff) decoder = new TextDecoder('utf-16be');
    }
    return decoder === undefined ? bytes : encodeUtf8(decoder.decode(bytes, { stream: true }));
  };
}

/** The text of a whole source: UTF-8, or the UTF-16 that its mark says, without the mark. */
export function sourceText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
}

// What browsers and Node both have; the compiler knows it only with the types of one of them.
declare class TextDecoder {
  constructor(encoding: string, options?: { readonly ignoreBOM: boolean });
  decode(bytes?: Uint8Array, options?: { readonly stream: boolean }): string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

const wholeDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
