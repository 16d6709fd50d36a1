import { isList, isMap } from '@managed-fields/merge-engine';
import type { SourceDocument } from '@managed-fields/source';
import { mentionsSecret } from '../names.ts';
import { shapesIn } from '../shapes.ts';
import { readBase64 } from './written-forms.ts';

/**
 * Whether a string is a document itself, to be read or left out as a whole: JSON, or several lines that are YAML or
 * that mention a secret and are no settings.
 */
export function isDocument(text: string, read: (text: string) => readonly SourceDocument[]): boolean {
  if (/^\s*(?:\{(?!\{)|\[|- [{\w"'])/.test(text)) return true;
  if (!text.trimEnd().includes('\n')) return false;
  const documents = text.includes(':') ? read(text) : [];
  if (documents.length > 0 && documents.every(({ value }) => isMap(value) || isList(value))) return true;
  return mentionsSecret(text) && !isSettings(text) && !isPlainScript(text);
}

/**
 * Whether a text is a script of a shell in which each line that speaks of a secret holds none: only variables, paths,
 * options and words. What it says in other lines is searched as any text.
 */
function isPlainScript(text: string): boolean {
  const isScript =
    /^\s*#!\s?\/(?:usr\/)?bin\/(?:env )?\w*sh\b/.test(text) || /^\s*(?:set -|\. \/|if \[\[|\w+=["$`])/m.test(text);
  return (
    isScript && !text.includes('<<') && text.split('\n').every((line) => !mentionsSecret(line) || isPlainLine(line))
  );
}

function isPlainLine(line: string): boolean {
  const left = line
    .replace(
      /\$\{\w+(?::?[-=?+](?:"")?)?\}|\$\w+|\$\(<[^)\n]{0,300}\)|`cat [^`\n]{0,300}`|\$\(cat [^)\n]{0,300}\)/g,
      '',
    )
    .replace(/(^|[\s"'=])\/[\w./-]{0,300}/g, '$1');
  // Whatever is set to a literal, or is quoted behind a program, may be one.
  if (/=\s*["']?[^\s"'=~&|;)\]]/.test(left.replace(/[!=]=|=~/g, ' '))) return false;
  if (!/^\s*(?:echo|printf|info|warn|error|debug|log|print_\w+|#)/.test(left) && /"[^"\n]+"|'[^'\n]+'/.test(left))
    return false;
  return !/[A-Za-z]\d|\d[A-Za-z]|[@%^*]\w/.test(
    left.replace(/\b(?:base64|sha\d+|md5|x509|utf8|ipv[46]|k8s|\w*\d?sum)\b/gi, ''),
  );
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
