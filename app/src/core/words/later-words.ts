import { type LaterWords, later } from './english-later.ts';
import { useLanguage } from './language.ts';

/**
 * The texts in the current language that the first screen never reads, so that they come with the code that does. Else as
 * `words`.
 */
export let laterWords: LaterWords = useLanguage.getState().later ?? later;

useLanguage.subscribe((spoken) => {
  laterWords = spoken.later ?? later;
});
