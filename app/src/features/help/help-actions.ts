import type { Action } from '../../core/ui/action.ts';
import { openDialog } from '../../core/ui/open-dialog.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { useCluster } from '../live-cluster/state/cluster-mode.ts';
import {
  assistantsAddress,
  beginForecast,
  beginUpgrade,
  openDocumentation,
  openHelp,
  pluginsAddress,
} from './starts.ts';

/** Returns the actions that say what the page is for, and lead to what is not about the scenario on screen. */
export function helpActions(): readonly Action[] {
  const said = laterWords.help;
  return [
    {
      id: 'forecast',
      group: 'scenario',
      label: said.openForecast,
      words: said.forecastWords,
      run: beginForecast,
    },
    {
      id: 'upgrade',
      group: 'scenario',
      label: said.openUpgrade,
      words: said.upgradeWords,
      run: beginUpgrade,
    },
    {
      id: 'lessons',
      group: 'scenario',
      label: laterWords.lessons.open,
      words: laterWords.lessons.openWords,
      run: () => openDialog('lessons'),
    },
    {
      id: 'goals',
      group: 'scenario',
      label: laterWords.lessons.makeTask,
      words: laterWords.lessons.makeTaskWords,
      run: () => openDialog('goals'),
    },
    ...(useCluster.getState().mode.kind === 'connected'
      ? []
      : [
          {
            id: 'cluster-help',
            group: 'page' as const,
            label: said.openCluster,
            words: said.clusterWords,
            run: () => openHelp('cluster'),
          },
        ]),
    { id: 'help', group: 'page', label: said.open, words: said.searchWords, run: () => openHelp('begin') },
    {
      id: 'documentation',
      group: 'page',
      label: said.openDocumentation,
      words: said.documentationWords,
      run: () => openDocumentation(),
    },
    {
      id: 'assistants',
      group: 'page',
      label: said.openAssistants,
      words: said.assistantsWords,
      run: () => openDocumentation(assistantsAddress),
    },
    {
      id: 'plugins',
      group: 'page',
      label: said.openPlugins,
      words: said.pluginsWords,
      run: () => openDocumentation(pluginsAddress),
    },
    {
      id: 'glossary',
      group: 'page',
      label: said.openGlossary,
      words: said.glossaryWords,
      run: () => openHelp('glossary'),
    },
    { id: 'about', group: 'page', label: said.openAbout, words: said.aboutWords, run: () => openHelp('about') },
  ];
}
