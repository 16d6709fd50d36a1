import { checkForm, plainForm, type Scenario } from '@managed-fields/scenario';
import { toBase64url, toUtf8 } from './bytes.ts';
import { compacted, dictionary } from './compact.ts';
import { deflate } from './deflate.ts';
import {
  type CodecLetter,
  checksum,
  type EncodedLink,
  fragmentCeiling,
  linkVersion,
  notAScenario,
  textCeiling,
} from './link.ts';

/**
 * Writes a scenario as a fragment, `s/<version><codec>.<payload>.<checksum>`. It has only letters, digits and `-_./`
 * and ends in a letter or digit, so that chat programs and Markdown take all of it for a link. `decodeLink` returns the
 * same scenario; where it would not, the result is a failure.
 *
 * @param codec - How it is packed: `d`, as without it, by deflate with a dictionary; `z` by deflate, `j` not at all.
 * @returns The fragment without `#`; a failure for what is no scenario, or longer than is read (`length` and `limit`).
 *
 * @example
 * ```js
 * import { encodeLink } from '@managed-fields/share-link/encode';
 *
 * const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n';
 * const link = encodeLink({ title: 'Settings', steps: [{ id: 's1', kind: 'apply', manager: 'alice', text }] });
 * if (link.kind === 'failure') throw new Error(link.code);
 * console.log(`https://PLAYGROUND/#${link.fragment}`.length < 200);
 * ```
 * ```text
 * true
 * ```
 */
export function encodeLink(scenario: Scenario, codec: CodecLetter = 'd'): EncodedLink {
  const plain = plainForm(scenario);
  const checked = checkForm(plain);
  if (checked.kind === 'failure') return notAScenario(checked.problems);
  const text = JSON.stringify(plain);
  const bytes = toUtf8(text).length;
  if (bytes > textCeiling) return { kind: 'failure', code: 'too-large', length: bytes, limit: textCeiling };
  const body = `${linkVersion}${codec}.${pack(codec, text)}`;
  const fragment = `s/${body}.${checksum(body)}`;
  if (fragment.length > fragmentCeiling) {
    return { kind: 'failure', code: 'too-long', length: fragment.length, limit: fragmentCeiling };
  }
  return { kind: 'link', fragment };
}

/** Encodes JSON text as a payload. The same text always gives the same payload. */
function pack(codec: CodecLetter, text: string): string {
  switch (codec) {
    case 'd':
      return toBase64url(deflate(toUtf8(compacted(text)), dictionary));
    case 'z':
      return toBase64url(deflate(toUtf8(text)));
    case 'j':
      return toBase64url(toUtf8(text));
  }
}
