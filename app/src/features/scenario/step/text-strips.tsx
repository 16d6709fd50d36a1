import './text-strips.css';
import { needsOf, type Step, withText } from '@managed-fields/scenario';
import { useState } from 'react';
import { useAnswer } from '../../../core/engine/use-answer.ts';
import { edit } from '../../../core/store/scenario-store.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { bring } from '../../bring/incoming.ts';
import { EffectDialog } from './effect-dialog.tsx';

/** What is said above the text of a step: what it seems to be, how it could begin, what the page can find out of it. */
export function TextStrips({ step }: { readonly step: Step }) {
  return (
    <>
      <LikenessStrip step={step} />
      <SkeletonStrip key={`skeleton ${step.id}`} step={step} />
      <WebhookStrip key={`webhook ${step.id}`} step={step} />
    </>
  );
}

/** Says what a text seems to be that its step cannot read, and offers to make the right step of it. */
function LikenessStrip({ step: { id, kind, text } }: { readonly step: Step }) {
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
type Likeness = 'http' | 'curl' | 'kubectl' | 'error' | 'list' | 'documents';

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

/** Offers what a step may begin with: a skeleton of the kind that its text names, or of all where it is empty. */
function SkeletonStrip({ step }: { readonly step: Step }) {
  const asks = mayBegin(step);
  const { answer = [], asking } = useAnswer(asks ? { kind: 'skeletons', stepId: step.id } : undefined);
  // An answer of before is about another text.
  if (!asks || asking || answer.length === 0) return null;
  const { skeletons } = laterWords.command;
  const isEmpty = step.text.trim() === '';
  return (
    <p className="hint-strip" role="note">
      <span>{isEmpty ? skeletons.begin : skeletons.rest}</span>
      {answer.map(({ kind, text }) => (
        <button
          key={kind}
          type="button"
          className="btn btn-small"
          onClick={() => edit((scenario) => withText(scenario, step.id, text))}
        >
          {isEmpty ? kind : skeletons.fillIn}
        </button>
      ))}
    </p>
  );
}

/** The longest text that may still be the head of an object, in UTF-16 code units. */
const longestHead = 600;

/** Whether the text of a step is empty, or no more than the head of a policy or the like. Cheap enough for every keystroke. */
export function mayBegin({ kind, text }: Pick<Step, 'kind' | 'text'>): boolean {
  if (kind !== 'apply' && kind !== 'create' && kind !== 'update') return false;
  if (text.length > longestHead) return false;
  if (text.trim() === '') return true;
  return /^kind:[ \t]*["']?(?:Mutating|Validating)[A-Z]/m.test(text) && !/^(?:spec|webhooks):/m.test(text);
}

/** Offers to deduce what the webhooks of a configuration do. */
function WebhookStrip({ step: { id, kind, text } }: { readonly step: Step }) {
  const [open, setOpen] = useState(false);
  if (kind === 'kubectl' || kind === 'tool' || !holdsWebhooks(text)) return null;
  const { webhookEffect } = laterWords.command;
  return (
    <>
      <p className="hint-strip" role="note">
        <span>{webhookEffect.offer}</span>
        <button type="button" className="btn btn-small" onClick={() => setOpen(true)}>
          {webhookEffect.open}
        </button>
      </p>
      {open && <EffectDialog stepId={id} onClose={() => setOpen(false)} />}
    </>
  );
}

/** How much of the text is looked at, in UTF-16 code units. */
const lookedForWebhooks = 20_000;

/** Whether a text is a configuration of mutating webhooks. Cheap enough for every keystroke. */
export function holdsWebhooks(text: string): boolean {
  return /^\{?[ \t]{0,8}"?kind"?[ \t]*:[ \t]*["']?MutatingWebhookConfiguration\b/m.test(
    text.slice(0, lookedForWebhooks),
  );
}
