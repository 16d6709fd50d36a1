/** A file of an archive. */
export interface ArchivedFile {
  /** With slashes, and no more than 100 characters of ASCII. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes a tar archive of files and the folders around them, the same for the same files: nobody owns them, and their time is
 * 1970. Throws where a path is too long. As POSIX.1-1988 describes ustar.
 */
export function tarOf(files: readonly ArchivedFile[]): Buffer {
  const folders = new Set<string>();
  const parts = files.flatMap(({ path, bytes }) => {
    const made = path
      .split('/')
      .slice(0, -1)
      .map((_, index, all) => `${all.slice(0, index + 1).join('/')}/`);
    const fresh = made.filter((folder) => !folders.has(folder));
    for (const folder of fresh) folders.add(folder);
    const padding = Buffer.alloc((512 - (bytes.length % 512)) % 512);
    return [...fresh.map((folder) => headOf(folder, 0, '5')), headOf(path, bytes.length, '0'), bytes, padding];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

function headOf(path: string, size: number, type: '0' | '5'): Buffer {
  if (!/^[\x20-\x7e]{1,100}$/.test(path)) throw new RangeError(`${path} does not fit into a tar archive`);
  const head = Buffer.alloc(512);
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0');
  head.write(path, 0);
  head.write(octal(type === '5' ? 0o755 : 0o644, 8), 100);
  head.write(octal(0, 8), 108);
  head.write(octal(0, 8), 116);
  head.write(octal(size, 12), 124);
  head.write(octal(0, 12), 136);
  head.write('        ', 148);
  head.write(type, 156);
  head.write('ustar\x0000', 257);
  head.write(
    `${octal(
      head.reduce((sum, byte) => sum + byte, 0),
      7,
    )}\0 `,
    148,
  );
  return head;
}
