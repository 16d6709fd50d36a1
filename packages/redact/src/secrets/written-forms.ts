import { base64, bytesOfBase64, formatJson, textOfUtf8, utf8 } from '@managed-fields/merge-engine';
import { decodePercent } from '../layers.ts';

/**
 * Decodes padded base64. `text` is undefined where the bytes are not UTF-8; the result is undefined where it is no
 * base64.
 */
export function readBase64(written: string): { readonly text: string | undefined } | undefined {
  const bytes = bytesOfBase64(written);
  return bytes === undefined ? undefined : { text: textOfUtf8(bytes) };
}

/** The forms that a text can have inside another: as it is, in JSON once and twice, in a URL, in HTML. */
export function writtenForms(text: string): readonly string[] {
  const quoted = inString(text);
  const percent = encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd'));
  const html = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
  return [text, quoted, inString(quoted), percent, percent.replaceAll('%20', '+'), html];
}

function inString(text: string): string {
  return formatJson(text).slice(1, -1);
}

/** The shortest secret that is searched for, in UTF-16 code units. */
const shortest = 6;

/**
 * Returns a function that replaces encoded texts that contain one of `secrets`: base64 once or twice, hexadecimal, and
 * percent-encoding. The replacement is encoded in the same way.
 */
export function encodedSweeper(secrets: ReadonlyMap<string, string>): (text: string) => string {
  if (secrets.size === 0) return (text) => text;
  const byStart = new Map<string, [secret: string, next: string][]>();
  for (const [secret, next] of secrets) {
    const start = secret.slice(0, shortest);
    const same = byStart.get(start);
    if (same === undefined) byStart.set(start, [[secret, next]]);
    else same.push([secret, next]);
  }
  const standInOf = (decoded: string | undefined) => {
    for (let at = 0; decoded !== undefined && at + shortest <= decoded.length; at++) {
      const starting = byStart.get(decoded.slice(at, at + shortest)) ?? [];
      const found = starting.find(([secret]) => decoded.startsWith(secret, at));
      if (found !== undefined) return found[1];
    }
    return undefined;
  };
  const inBase64 = (run: string): string | undefined => {
    const decoded = decodeBase64(run);
    const next = standInOf(decoded) ?? standInOf(decoded === undefined ? undefined : decodeBase64(decoded.trim()));
    return next === undefined ? undefined : base64(utf8(next));
  };
  return (text) =>
    text
      .replace(/[A-Za-z\d+/_-]{8,}={0,2}/g, (run) => inBase64(run) ?? run)
      .replace(/\b(?:[\da-fA-F]{2}){6,}\b/g, (run) => {
        const next = standInOf(decodePercent(run.replace(/../g, '%$&')));
        return next === undefined ? run : toHex(next);
      })
      .replace(/(?:[\w.~+-]|%[\da-fA-F]{2})+/g, (run) => standInOf(decodePercent(run.replaceAll('+', ' '))) ?? run);
}

function decodeBase64(run: string): string | undefined {
  const standard = run.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  return readBase64(standard.padEnd(Math.ceil(standard.length / 4) * 4, '='))?.text;
}

function toHex(text: string): string {
  return Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}
