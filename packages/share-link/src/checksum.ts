/** How many characters a checksum has. */
export const checksumLength = 7;

/**
 * The CRC-32 (polynomial of zlib and PNG) of a text of ASCII characters, in base36, lower case, padded to
 * `checksumLength`. It finds every change of one character, which the usual codecs do not.
 */
export function checksum(text: string): string {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    crc = (table[(crc ^ text.charCodeAt(i)) & 0xff] ?? 0) ^ (crc >>> 8);
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(36).padStart(checksumLength, '0');
}

const table: Uint32Array = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
