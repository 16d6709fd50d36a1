import type { Step } from '@managed-fields/scenario';
import { useState } from 'react';
import { laterWords } from '../../../core/words/later-words.ts';
import { EffectDialog } from './effect-dialog.tsx';

/** Offers to deduce what the webhooks of a configuration do. */
export function WebhookStrip({ step: { id, kind, text } }: { readonly step: Step }) {
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
const looked = 20_000;

/** Whether a text is a configuration of mutating webhooks. Cheap enough for every keystroke. */
export function holdsWebhooks(text: string): boolean {
  return /^\{?[ \t]{0,8}"?kind"?[ \t]*:[ \t]*["']?MutatingWebhookConfiguration\b/m.test(text.slice(0, looked));
}
