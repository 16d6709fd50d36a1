import { changeValue, type PlaceChange } from '@managed-fields/api-server';
import { equals, formatJson, type Value, type ValuePath, valueAt } from '@managed-fields/merge-engine';
import { printYaml, readDocuments, type SourceDocument } from '@managed-fields/source';

/** A string or number of a document, and its replacement. */
export interface StringChange {
  readonly place: ValuePath;
  readonly value: string | bigint;
}

/**
 * Changes strings in the documents of a text, each in the style in which it is written. Comments, order and layout
 * stay. `changes` has one list for each document. A document in which this is not possible is printed anew, and so is
 * each changed document whose index is in `anew`.
 */
export function writeStrings(
  text: string,
  documents: readonly SourceDocument[],
  changes: readonly (readonly StringChange[])[],
  anew: ReadonlySet<number> = new Set(),
): string {
  if (changes.some((own, index) => own.length > 0 && anew.has(index))) return printed(text, documents, changes);
  const edits = documents.flatMap((document, index) => editsOf(text, document, changes[index] ?? []));
  if (edits.length === 0) return text;
  const edited = applied(text, edits);
  const again = readDocuments(edited);
  const right =
    again.length === documents.length &&
    documents.every(({ value }, index) => {
      const now = again[index]?.value;
      return value === undefined
        ? now === undefined
        : now !== undefined && equals(now, expected(value, changes[index]));
    });
  return right ? edited : printed(text, documents, changes);
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function editsOf(text: string, { value, locate }: SourceDocument, changes: readonly StringChange[]): readonly Edit[] {
  return changes.flatMap((change) => {
    const range = locate(change.place)?.value;
    const before = value === undefined ? undefined : valueAt(value, change.place);
    if (range === undefined || before === undefined || before === change.value) return [];
    return [{ ...range, text: rewritten(text.slice(range.from, range.to), before, change.value) }];
  });
}

/** Two changes can have the same place, for what aliases and merge keys bring in. It is edited once. */
function applied(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to, text: piece } of [...edits].sort((a, b) => a.from - b.from)) {
    if (from < at) continue;
    pieces.push(text.slice(at, from), piece);
    at = to;
  }
  return [...pieces, text.slice(at)].join('');
}

function expected(value: Value, changes: readonly StringChange[] = []): Value {
  return changeValue(
    value,
    changes.map(({ place, value: next }): PlaceChange => ({ place, value: next })),
  );
}

/** Writes a scalar in the style of the one that it replaces: plain, quoted, or as a block. */
function rewritten(written: string, before: Value, next: string | bigint): string {
  if (typeof next === 'bigint') return String(next);
  const [properties = ''] = /^(?:[&!]\S*\s+)*/.exec(written) ?? [];
  const kept = /!!binary/.test(properties) ? '' : properties;
  const scalar = written.slice(properties.length);
  if (scalar.startsWith('"')) return kept + formatJson(next);
  if (scalar.startsWith("'") && !next.includes('\n')) return `${kept}'${next.replaceAll("'", "''")}'`;
  const block = /^([|>])([-+\d]*)([^\n]*)\n( *)/.exec(scalar);
  if (block !== null && typeof before === 'string' && isPlainText(next)) {
    const [, , indicators = '', comment = '', indent = ''] = block;
    const end = next.endsWith('\n') ? '\n' : '';
    const body = next.slice(0, next.length - end.length);
    // The head of a block says how it ends. A string with another end is quoted.
    if (before.endsWith('\n') === (end !== '') && !/^[\s]|\n$/.test(body) && body !== '' && !/\d/.test(indicators)) {
      const lines = body.split('\n').map((line) => (line === '' ? '' : indent + line));
      return `${kept}|${indicators}${comment}\n${lines.join('\n')}${/\n$/.test(scalar) ? '\n' : ''}`;
    }
  }
  return kept + (!scalar.startsWith("'") && isPlainWord(next) ? next : formatJson(next));
}

function isPlainText(text: string): boolean {
  return /^[\n\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe]*$/.test(text);
}

/** Whether a text without quotes is read as the same string, in brackets, too. */
function isPlainWord(text: string): boolean {
  if (/[\n,[\]{}]/.test(text)) return false;
  const [document] = readDocuments(`- ${text}`);
  return document?.value !== undefined && equals(document.value, [text]);
}

function printed(
  text: string,
  documents: readonly SourceDocument[],
  changes: readonly (readonly StringChange[])[],
): string {
  const pieces: string[] = [];
  let at = 0;
  for (const [index, { range, value }] of documents.entries()) {
    const own = changes[index] ?? [];
    if (value === undefined || own.length === 0) continue;
    const next = expected(value, own);
    const isJson = /^\s*[{[]/.test(text.slice(range.from, range.from + 1000));
    const separator = /^---[^\n]*\n/.exec(text.slice(range.from, range.to))?.[0] ?? '';
    pieces.push(
      text.slice(at, range.from),
      isJson ? `${formatJson(next, { indent: 2 })}\n` : separator + printYaml(next).text,
    );
    at = range.to;
  }
  return [...pieces, text.slice(at)].join('');
}
