import { checkForm, plainForm, type Scenario } from '@managed-fields/scenario';
import { checksum } from './checksum.ts';
import { type CodecLetter, type EncodedLink, fragmentCeiling, linkVersion, notAScenario, textCeiling } from './link.ts';
import { pack } from './pack.ts';
import { toUtf8 } from './utf8.ts';

/**
 * A scenario as a fragment, `s/<version><codec>.<payload>.<checksum>`, of letters, digits and `-_./` only and ending
 * in a letter or digit, so that neither chat programs nor Markdown eat a part of it.
 * Promises that `decodeLink` gives the same scenario back; fails where it would not.
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
