import { staticWords } from '@managed-fields/rendering';
import { type FindingWords, findingWords } from '@managed-fields/survey';
import { sayInViews } from '@managed-fields/view/object-view';
import { type LanguageCode, languageFor } from '@managed-fields/words';
import { counting, findings, panel, view } from '@managed-fields/words/messages/all';

/** What panels say, in one language. */
export interface PanelWords {
  /** BCP 47. */
  readonly language: LanguageCode;
  readonly say: (typeof panel)['en'];
  readonly findings: FindingWords;
}

let made: PanelWords | undefined;

/**
 * What panels say in the language that matches best, of languages in the order of preference; English where none does. Views that
 * are drawn from then on speak it too: a page has one language.
 */
export function panelWords(wanted: readonly string[]): PanelWords {
  const language = languageFor(wanted);
  if (made?.language === language) return made;
  const messages = { counting: counting[language], findings: findings[language], view: view[language] };
  sayInViews({ drawn: staticWords(messages), unmanaged: panel[language].unmanaged });
  made = { language, say: panel[language], findings: findingWords(messages) };
  return made;
}
