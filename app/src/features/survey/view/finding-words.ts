import { type FindingWords, findingWords as wordsOf } from '@managed-fields/survey';
import { counting } from '@managed-fields/words/messages/en/counting';
import { findings } from '@managed-fields/words/messages/en/findings';
import { useLanguage } from '../../../core/words/language.ts';

const english = wordsOf({ counting, findings });

let current: FindingWords = inLanguage(useLanguage.getState());

useLanguage.subscribe((spoken) => {
  current = inLanguage(spoken);
});

/** What is said of findings in the language of the page. To be read while drawing. */
export function findingWords(): FindingWords {
  return current;
}

function inLanguage({ messages }: ReturnType<typeof useLanguage.getState>): FindingWords {
  return messages === undefined ? english : wordsOf(messages);
}
