import { checkForm } from '@managed-fields/scenario';
import { plainJson } from '@managed-fields/source';
import { fromBase64url, fromUtf8 } from './bytes.ts';
import { dictionary, expanded } from './compact.ts';
import { type Inflated, inflate } from './deflate.ts';
import { decodeExample, decodeLesson, withoutTail } from './example.ts';
import {
  type CodecLetter,
  checksum,
  checksumLength,
  type DecodedLink,
  fragmentCeiling,
  type LinkFailureCode,
  linkVersion,
  notAScenario,
  textCeiling,
} from './link.ts';

export type { DecodedLink, LinkFailure, LinkFailureCode } from './link.ts';

/**
 * Reads a fragment, with or without its `#`, and without what a sentence put behind it. Never throws. It checks, in this order, so that each check is cheaper than
 * those after it: the length, the alphabet, the version and codec, the checksum, the inflated size, the JSON, the
 * scenario's form.
 *
 * @param fragment - What stands behind `#` in an address.
 * @returns The scenario, or the name of an example or of a lesson; `none` for the empty fragment, a failure with a code else.
 *
 * @example
 * ```js
 * import { decodeLink } from '@managed-fields/share-link/decode';
 *
 * const read = decodeLink('s/1j.eyJ2ZXJzaW9uIjoxLCJ0aXRsZSI6IkVtcHR5Iiwic3RlcHMiOltdfQ');
 * if (read.kind === 'scenario') console.log(read.scenario.title);
 * if (read.kind === 'failure') console.log(read.code);
 * ```
 * ```text
 * Empty
 * ```
 */
export function decodeLink(fragment: string): DecodedLink {
  const given = fragment.startsWith('#') ? fragment.slice(1) : fragment;
  if (given.length > fragmentCeiling) {
    return { kind: 'failure', code: 'too-long', length: given.length, limit: fragmentCeiling };
  }
  const link = withoutTail(given);
  if (link === '') return given === '' ? { kind: 'none' } : failure('not-a-link');
  if (link.startsWith('s/')) return decodeBody(link.slice(2));
  const example = decodeExample(link);
  if (example !== undefined) return { kind: 'example', ...example };
  const lesson = decodeLesson(link);
  return lesson === undefined ? failure('not-a-link') : { kind: 'lesson', name: lesson };
}

function decodeBody(body: string): DecodedLink {
  if (!/^[A-Za-z0-9_.-]*$/.test(body)) return failure('altered');
  const head = /^(\d{1,4})([a-z])(?:\.|$)/.exec(body);
  const [, version = '', letter = ''] = head ?? [];
  if (head === null) return failure(/^\d{0,4}$/.test(body) ? 'cut-off' : 'altered');
  if (Number(version) > linkVersion) return { kind: 'failure', code: 'newer-version', version: Number(version) };
  // Version 0 and `01` were never written.
  if (version !== String(linkVersion)) return failure('altered');
  if (letter !== 'd' && letter !== 'z' && letter !== 'j') {
    return { kind: 'failure', code: 'unknown-codec', codec: letter };
  }

  const [, payload = '', crc, ...more] = body.split('.');
  if (more.length > 0) return failure('altered');
  if (crc === undefined ? letter !== 'j' : crc.length < checksumLength) return failure('cut-off');
  if (crc !== undefined && crc !== checksum(`${version}${letter}.${payload}`)) return failure('altered');

  const unpacked = unpack(letter, payload);
  if (unpacked.kind === 'failure') {
    if (unpacked.code === 'too-large') return { ...failure('too-large'), limit: textCeiling };
    return failure(crc === undefined ? 'cut-off' : unpacked.code);
  }
  const plain = plainJson(unpacked.text);
  // With a checksum the text is as it was written. Without one it has most likely lost its end.
  if (plain === undefined) return failure(crc === undefined ? 'cut-off' : 'not-a-scenario');
  return scenarioOf(plain.value);
}

function scenarioOf(plain: unknown): DecodedLink {
  const checked = checkForm(plain);
  if (checked.kind === 'scenario') return { kind: 'scenario', scenario: checked.scenario };
  if (checked.code === 'not-a-scenario') return notAScenario(checked.problems);
  const version = typeof plain === 'object' && plain !== null && 'version' in plain ? Number(plain.version) : undefined;
  return { kind: 'failure', code: 'newer-version', ...(version === undefined ? {} : { version }) };
}

function failure(code: LinkFailureCode): { readonly kind: 'failure'; readonly code: LinkFailureCode } {
  return { kind: 'failure', code };
}

/** The text of a payload, or the reason why it has none. */
type Unpacked =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failure'; readonly code: 'too-large' | 'altered' };

const tooLarge: Unpacked = { kind: 'failure', code: 'too-large' };
const altered: Unpacked = { kind: 'failure', code: 'altered' };

/** The decoder of each codec. A letter keeps its meaning for ever once it was released. */
const codecs: Readonly<Record<CodecLetter, (bytes: Uint8Array) => Unpacked>> = {
  d: (bytes) => {
    const compact = textOf(inflate(bytes, textCeiling, dictionary));
    if (compact.kind === 'failure') return compact;
    const text = expanded(compact.text, textCeiling);
    return text === undefined ? tooLarge : { kind: 'text', text };
  },
  z: (bytes) => textOf(inflate(bytes, textCeiling)),
  j: (bytes) => textOf({ kind: 'bytes', bytes }),
};

/** Decodes a payload to JSON text. Stops at `textCeiling`. */
function unpack(codec: CodecLetter, payload: string): Unpacked {
  const bytes = fromBase64url(payload);
  return bytes === undefined ? altered : codecs[codec](bytes);
}

function textOf(inflated: Inflated): Unpacked {
  if (inflated.kind !== 'bytes') return inflated.kind === 'too-large' ? tooLarge : altered;
  const text = fromUtf8(inflated.bytes);
  return text === undefined ? altered : { kind: 'text', text };
}
