import { bytesOfBase64 } from '@managed-fields/merge-engine';

/** A block of PEM: what it calls itself, its headers and its content. */
export interface PemBlock {
  readonly type: string;
  readonly headers: number;
  readonly bytes: Uint8Array;
}

/** The first block of a text, and what stands behind it; undefined where there is none. */
export type FoundBlock = { readonly block: PemBlock; readonly rest: string } | undefined;

const [begin, end, dashes] = ['-----BEGIN ', '\n-----END ', '-----'];

/**
 * Finds the first block of PEM in a text with a letter a byte; blocks that are broken are passed over.
 * Upstream: encoding/pem/pem.go Decode.
 */
export function firstBlock(text: string): FoundBlock {
  for (let from = 0; ; ) {
    const endAt = text.indexOf(end, from);
    if (endAt < 0) return undefined;
    const beginAt = text.slice(from, endAt).lastIndexOf(begin);
    const isAtLine = beginAt === 0 || text[from + beginAt - 1] === '\n';
    const found = beginAt < 0 || !isAtLine ? undefined : blockAt(text, from + beginAt, endAt);
    if (found !== undefined) return found;
    from = endAt + end.length;
  }
}

function blockAt(text: string, beginAt: number, endAt: number): FoundBlock {
  const first = lineOf(text, beginAt + begin.length);
  if (!first.line.endsWith(dashes)) return undefined;
  const type = first.line.slice(0, -dashes.length);
  let [at, headers] = [first.next, 0];
  for (let line = lineOf(text, at); at <= endAt + 1 && line.line.includes(':'); line = lineOf(text, at)) {
    [at, headers] = [line.next, headers + 1];
  }
  // An empty block has its end right behind its begin, and shares the line break.
  if (at > endAt + 1 || (headers > 0 && at > endAt)) return undefined;
  const trailer = text.slice(endAt + end.length);
  if (!trailer.startsWith(type + dashes)) return undefined;
  const after = lineOf(trailer, type.length + dashes.length);
  if (after.line !== '') return undefined;
  const bytes = at >= endAt ? new Uint8Array() : bytesOfBase64(text.slice(at, endAt).replace(/[ \t]/g, ''));
  return bytes && { block: { type, headers, bytes }, rest: trailer.slice(after.next) };
}

/** A line without its break and the blanks at its end. */
function lineOf(text: string, from: number): { readonly line: string; readonly next: number } {
  const at = text.indexOf('\n', from);
  const line = text.slice(from, at < 0 ? text.length : at).replace(at < 0 ? '' : /\r$/, '');
  return { line: line.replace(/[ \t]+$/, ''), next: at < 0 ? text.length : at + 1 };
}
