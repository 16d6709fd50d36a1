import type { Step } from '@managed-fields/scenario';
import { laterWords } from '../../../core/words/later-words.ts';
import { bring } from '../../bring/incoming.ts';
import { type Likeness, looksLike } from './looks-like.ts';

/** Says what a text seems to be that its step cannot read, and offers to make the right step of it. */
export function LikenessStrip({ step: { id, kind, text } }: { readonly step: Step }) {
  const likeness = kind === 'kubectl' ? undefined : looksLike(text);
  if (likeness === undefined) return null;
  return (
    <p className="step-likeness" role="note">
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
