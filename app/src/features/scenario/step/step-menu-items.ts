import { type Step, withText } from '@managed-fields/scenario';
import { onDemand } from '../../../core/code/fetch-code.ts';
import { edit } from '../../../core/store/scenario-store.ts';
import { announce } from '../../../core/ui/announce.ts';
import type { MenuItem } from '../../../core/ui/menu-item.ts';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { bring } from '../../bring/incoming.ts';
import { wordStep } from './wording.ts';

/** Returns the menu entries for the name, the note and the text of a step. */
export function itemsOf(step: Step): readonly MenuItem[] {
  const empty = step.text.trim() === '';
  return [
    { kind: 'action', text: words.step.rename, run: () => wordStep(step.id, 'name') },
    { kind: 'action', text: words.step.writeNote, run: () => wordStep(step.id, 'note') },
    {
      kind: 'action',
      text: words.step.format,
      hint: words.step.formatHint,
      disabled: empty || step.kind === 'kubectl',
      run: () => void formatStep(step),
    },
    { kind: 'action', text: words.step.copyText, disabled: empty, run: () => void copyText(step.text) },
    { kind: 'action', text: laterWords.bring.open, run: () => bring() },
  ];
}

const formatter = onDemand(() => import('./format-text.ts'));

/**
 * Formats the text of a step as one change that can be undone. Where the text cannot be formatted, it stays and the
 * reason is announced.
 */
export async function formatStep({ id, text }: Step): Promise<void> {
  const { formatText } = await formatter();
  const formatted = formatText(text);
  if (formatted.kind === 'refused') return announce(words.step.notFormatted[formatted.code]);
  edit((scenario) => withText(scenario, id, formatted.text));
  announce(formatted.text === text ? words.step.alreadyTidy : words.step.formatted);
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(words.page.copiedText);
  } catch {
    announce(words.exports.notCopied);
  }
}
