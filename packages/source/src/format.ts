import { equals, formatJson } from '@managed-fields/merge-engine';
import { parseAllDocuments } from 'yaml';
import { readDocuments } from './documents.ts';

/** A formatted text, or the reason why it stays as it is. */
export type Formatted =
  | { readonly kind: 'formatted'; readonly text: string }
  /** `unreadable`: the text cannot be read; `would-change`: formatting would change its values. */
  | { readonly kind: 'refused'; readonly code: 'unreadable' | 'would-change' };

/**
 * Formats a text as people write manifests: two spaces a level, lists not indended below their key, one line a field,
 * comments kept, lines never folded. JSON stays JSON. The documents keep exactly their values; a text for which this is
 * not possible is refused.
 */
export function formatText(text: string): Formatted {
  const before = readDocuments(text);
  if (before.length === 0 || before.some(({ value }) => value === undefined)) {
    return { kind: 'refused', code: 'unreadable' };
  }
  const [only] = before;
  if (/^\s*[{[]/.test(text) && before.length === 1 && only?.value !== undefined) {
    return { kind: 'formatted', text: `${formatJson(only.value, { indent: 2 })}\n` };
  }
  const documents = parseAllDocuments(text, { version: '1.1', keepSourceTokens: true, uniqueKeys: false });
  if (!Array.isArray(documents)) return { kind: 'refused', code: 'unreadable' };
  const printed = documents
    .filter(({ errors }) => errors.length === 0)
    .map((document) => document.toString({ indentSeq: false, lineWidth: 0, flowCollectionPadding: false }));
  if (printed.length !== documents.length) return { kind: 'refused', code: 'unreadable' };
  const tidy = printed.map((each) => each.replace(/^---\n/, '')).join('---\n');
  const after = readDocuments(tidy);
  const same =
    after.length === before.length &&
    after.every(({ value }, at) => value !== undefined && equals(value, before[at]?.value ?? null));
  return same ? { kind: 'formatted', text: tidy } : { kind: 'refused', code: 'would-change' };
}
