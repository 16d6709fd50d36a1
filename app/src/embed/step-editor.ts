import type { Outcome, Step } from '@managed-fields/scenario';
import { element, lineAt, lineStarts, type Tree } from '@managed-fields/static-view';
import type { Model } from './model.ts';

/** The step's text, to be changed, and what is wrong with it. */
export function stepEditor({ words, index, content }: Model, step: Step, outcome: Outcome | undefined): Tree {
  const starts = lineStarts(step.text);
  const label = words.embed.editing(index + 1);
  const before = content.kind === 'scenario' ? content.before.steps[index]?.text : undefined;
  return element(
    'div',
    { class: 'embed-editor', 'data-key': `editor ${step.id}` },
    textArea(label, step, before ?? step.text),
    ...(outcome?.problems ?? []).map(({ from, message }) =>
      element('p', { class: 'mf-warned' }, words.embed.problemAt(lineAt(starts, from) + 1, message)),
    ),
  );
}

function textArea(label: string, step: Step, text: string): Tree {
  const rows = Math.min(16, Math.max(4, step.text.split('\n').length + 1));
  const attributes = { spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', rows: String(rows) };
  return element(
    'textarea',
    { ...attributes, 'aria-label': label, 'data-act': 'text', 'data-key': `text ${step.id}` },
    text,
  );
}
