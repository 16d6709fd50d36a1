import { element, lineAt, lineStarts, type Tree } from '@managed-fields/rendering';
import type { Outcome, Step } from '@managed-fields/scenario';
import { fitsTextArea } from '../core/view-models/text-area.ts';
import type { Model } from './model.ts';

/** The step's text, to be changed, and what is wrong with it. Each time that it opens it is another text area. */
export function stepEditor({ words, index, editor }: Model, step: Step, outcome: Outcome | undefined): Tree {
  if (!fitsTextArea(step.text)) {
    return element('p', { class: 'mf-notice' }, words.view.leftOut.editing({ count: step.text.length }));
  }
  const starts = lineStarts(step.text);
  const rows = Math.min(16, Math.max(4, step.text.split('\n').length + 1));
  return element(
    'div',
    { class: 'embed-editor' },
    element(
      'textarea',
      {
        'aria-label': words.embed.editing(index + 1),
        rows: String(rows),
        spellcheck: 'false',
        autocapitalize: 'off',
        autocomplete: 'off',
        'data-act': 'text',
        'data-key': `text ${editor?.count}`,
      },
      editor?.text ?? step.text,
    ),
    ...(outcome?.problems ?? []).map(({ from, message }) =>
      element('p', { class: 'mf-warned' }, words.embed.problemAt(lineAt(starts, from) + 1, message)),
    ),
  );
}
