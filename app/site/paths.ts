import { posix } from 'node:path';

/** Returns the address of a page of the site, or of what lies beside it, as a page at `from` writes it. */
export function relativeTo(from: string, to: string): string {
  const way = posix.relative(posix.dirname(from), to);
  return way === '' ? './' : way;
}

/** Returns the name by which a heading is linked, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
