import type { Playback } from '@managed-fields/player';
import { run } from '@managed-fields/player';
import { scenarioView, staticWords, toHtml } from '@managed-fields/rendering';
import { versionOf } from '@managed-fields/scenario';
import { loadEmbedMessages } from '@managed-fields/words/load-embed';
import { counting } from '@managed-fields/words/messages/en/counting';
import { view } from '@managed-fields/words/messages/en/view';
import type { Perform } from '../../core/engine/protocol.ts';

/** Draws the static view of a scenario: the HTML that stands in a page where scripts do not run. */
export const perform: Perform<'still'> = async ({ scenario, step, theme, lang, link }, { catalogOf, computed }) => {
  const catalog = await catalogOf(versionOf(scenario));
  const words = staticWords(lang === 'en' ? { counting, view } : await loadEmbedMessages(lang));
  return computed(() => {
    const played = new Map<string, Playback>();
    const play = (selected: string) => {
      const playback = played.get(selected) ?? run(scenario, { catalog, selected });
      played.set(selected, playback);
      return playback;
    };
    return toHtml(scenarioView(scenario, play, { lang, words, step, theme, link }));
  });
};
