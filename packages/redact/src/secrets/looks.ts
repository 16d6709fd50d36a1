import { isList, isMap, type Value } from '@managed-fields/merge-engine';
import type { SourceDocument } from '@managed-fields/source';
import { isSecretKind, mentionsSecret } from '../names.ts';
import { isSettings } from './strings.ts';
import type { Surroundings } from './surroundings.ts';

/** The most levels of texts inside texts that are read. Deeper ones count as unreadable. */
const mostLevels = 6;

/**
 * How a document is searched: by its values, by the shapes of tokens and keys in its text, or not at all because it
 * cannot be checked.
 */
export type Look = 'values' | 'shapes' | 'unchecked';

/** Decides how each document of a text is searched. */
export function looksAt(text: string, documents: readonly SourceDocument[], around: Surroundings): readonly Look[] {
  // Where a key stands twice, the first value is lost in reading and would not be checked.
  const isReadable = (document: SourceDocument) =>
    (isMap(document.value) || isList(document.value)) &&
    document.problems.every(({ code }) => code !== 'duplicate-key') &&
    isReadToEnd(document, text);
  if (documents.every(isReadable) && around.level < mostLevels) return documents.map(() => 'values');
  // Settings are searched line by line.
  if (!isSecretKind(around.kind) && isSettings(text)) return documents.map(() => 'shapes');
  const suspect =
    isSecretKind(around.kind) ||
    around.within === 'last-applied' ||
    mentionsSecret(text) ||
    isDataOfNobody(text, around);
  return documents.map((document) => {
    // Beside a broken document, a part of it can look like a document of its own.
    const isWhole = isReadable(document) && (!suspect || saysKind(document.value)) && around.level < mostLevels;
    return isWhole ? 'values' : suspect ? 'unchecked' : 'shapes';
  });
}

/** Whether a document has nothing behind its first node. The server does not read what follows that. */
function isReadToEnd({ range, locate }: SourceDocument, text: string): boolean {
  const rest = text.slice(locate([])?.value.to ?? range.to, range.to);
  return rest.replace(/#[^\n]*/g, '').trim() === '';
}

/** Whether a text that cannot be read has `data` but does not name the kind. */
function isDataOfNobody(text: string, { kind }: Surroundings): boolean {
  return kind === undefined && /\bdata["']?[ \t]{0,9}:/i.test(text) && !/\bkind["']?[ \t]{0,9}:/i.test(text);
}

function saysKind(value: Value | undefined): boolean {
  return isMap(value) && typeof value.get('kind') === 'string';
}
