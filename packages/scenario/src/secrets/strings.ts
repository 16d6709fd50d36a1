import { isList, isMap } from '@managed-fields/merge-engine';
import type { SourceDocument } from '@managed-fields/source';
import { mentionsSecret } from './names.ts';
import { shapesIn } from './shapes.ts';
import { decodePercent, readBase64 } from './written-forms.ts';

/**
 * Whether a string is a document itself, to be read or left out as a whole: JSON, or several lines that are YAML or
 * that mention a secret and are no settings.
 */
export function isDocument(text: string, read: (text: string) => readonly SourceDocument[]): boolean {
  if (/^\s*(?:\{(?!\{)|\[|- [{\w"'])/.test(text)) return true;
  if (!text.trimEnd().includes('\n')) return false;
  const documents = text.includes(':') ? read(text) : [];
  if (documents.length > 0 && documents.every(({ value }) => isMap(value) || isList(value))) return true;
  return mentionsSecret(text) && !isSettings(text);
}

/** Whether each line is a heading or a setting (`db.password=…`). No line of broken YAML looks like that. */
export function isSettings(text: string): boolean {
  if (/string_?data|kind\W{1,9}secret/i.test(text)) return false;
  return text
    .split('\n')
    .every((line) =>
      /^\s*(?:$|\[[\w .-]{1,100}\]\s*$|(?:export )?[\w.-]{1,100}[ \t]{0,20}=(?!.*(?:\\$|["'`]{3})))/.test(line),
    );
}

/** Whether a text is a token or a key and nothing else. */
export function isToken(text: string): boolean {
  const [hit] = shapesIn(text, { settings: false });
  return hit !== undefined && text.slice(0, hit.from).trim() === '' && text.slice(hit.to).trim() === '';
}

/** Whether a text looks like base64 and not like a word. */
export function isEncoded(text: string): boolean {
  return text.length >= 12 && readBase64(text) !== undefined && !/^[a-z\d]*$/.test(text);
}

/** Whether the decoded form of base64, or of a text with percent signs, mentions a secret. */
export function holdsEncoded(text: string): boolean {
  if (text.length < 16) return false;
  const decoded = readBase64(text)?.text ?? decodePercent(text);
  if (decoded === undefined || /[^\P{Cc}\t\r\n]/u.test(decoded)) return false;
  return mentionsSecret(decoded) || shapesIn(decoded, { settings: true }).length > 0;
}
