import { needsOf, type Step } from '@managed-fields/scenario';
import { laterWords } from '../../../core/words/later-words.ts';
import { bring } from '../../bring/incoming.ts';

/** Says what a text seems to be that its step cannot read, and offers to make the right step of it. */
export function LikenessStrip({ step: { id, kind, text } }: { readonly step: Step }) {
  const likeness = kind === 'kubectl' ? undefined : looksLike(text);
  const readsSeveral = needsOf[kind].text === 'objects' && (likeness === 'list' || likeness === 'documents');
  if (likeness === undefined || readsSeveral) return null;
  return (
    <p className="warn-strip" role="note">
      <span>{laterWords.bring.looksLike[likeness]}</span>
      <button
        type="button"
        className="btn btn-small"
        onClick={() => bring({ texts: [{ name: undefined, text }], fromStep: id, wantsError: likeness === 'error' })}
      >
        {offerOf(likeness)}
      </button>
    </p>
  );
}

function offerOf(likeness: Likeness): string {
  if (likeness === 'error') return laterWords.bring.explain;
  return likeness === 'list' || likeness === 'documents' ? laterWords.bring.split : laterWords.bring.makeStep;
}

/** What the text of a step seems to be, other than what its kind of step reads. */
export type Likeness = 'http' | 'curl' | 'kubectl' | 'error' | 'list' | 'documents';

/** How much of the beginning and of the end is looked at, in UTF-16 code units. */
const looked = { head: 4000, tail: 400 };

/** A top-level line of a manifest, in YAML or JSON. Objects may quote messages and commands. */
const manifest = /^(?:\{?[ \t]{0,8}"(?:apiVersion|kind)"|apiVersion|kind)[ \t]*:/m;

/** How tools begin a message, or what each message of theirs has. */
const message =
  /^[\s│╷>]*(?:error|fatal|warning)\b|Apply failed with \d+ conflicts?:|^Error from server|one or more objects failed to apply|dry-run failed|cannot (?:apply|compose|patch) \w|UPGRADE FAILED|INSTALLATION FAILED|"?level"?[=:]\s*"?error|\[FAILED\]/im;

/**
 * Recognizes by its first words a text that its step cannot read; undefined where nothing is recognized. Cheap enough
 * for every keystroke.
 */
export function looksLike(text: string): Likeness | undefined {
  const head = text.slice(0, looked.head);
  const tail = text.slice(-looked.tail);
  if (/^\s*(?:GET|POST|PUT|PATCH|DELETE)\s+\S*\/apis?\/\S+/.test(head)) return 'http';
  if (/^\s*(?:[$#%>]\s+)?curl\s/.test(head)) return 'curl';
  if (/^\s*(?:[$#%>]\s+)?(?:cat\b[^\n]*\|\s*)?kubectl\s/.test(head)) return 'kubectl';
  if (/^\s*\{[^{]*"kind":\s*"Status"/.test(head)) return 'error';
  if (!manifest.test(head) && message.test(head)) return 'error';
  // kubectl prints the kind of a list at its end, behind the items.
  if (/^kind: \w*List$/m.test(head) || /^kind: \w*List$/m.test(tail)) return 'list';
  if (/^\s*\{[^{]*"kind":\s*"\w*List"/.test(head) || /^[ \t]{0,4}"kind":\s*"\w*List"/m.test(tail)) return 'list';
  return /^\S[\s\S]*?\n---[ \t]*(?:#.*)?\n\s*\S/.test(text) ? 'documents' : undefined;
}
