/** How many characters a checksum has. */
export const checksumLength = 7;

/**
 * The CRC-32 (polynomial of zlib and PNG) of a text of ASCII characters, in base36, lower case, padded to
 * `checksumLength`. It finds every change of one character, which the usual codecs do not.
 */
export function checksum(text: string): string {
  let crc = -1;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (-(crc & 1) & 0xedb88320);
  }
  return (~crc >>> 0).toString(36).padStart(checksumLength, '0');
}
