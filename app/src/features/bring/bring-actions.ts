import { startOver, useScenario } from '../../core/store/scenario-store.ts';
import type { Action } from '../../core/ui/action.ts';
import { shortcuts } from '../../core/ui/keys.ts';
import { openDialog } from '../../core/ui/open-dialog.ts';
import { words } from '../../core/words/language.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { useCluster } from '../live-cluster/state/cluster-mode.ts';
import { openSurvey } from '../survey/state/open-survey.ts';
import { bring } from './incoming.ts';

/** Returns the actions that bring texts in and take them out: paste and open, drafts, the scenario as a file. */
export function bringActions(): readonly Action[] {
  const { origin, first, scenario } = useScenario.getState();
  return [
    {
      id: 'bring',
      group: 'scenario',
      label: laterWords.bring.open,
      words: laterWords.bring.searchWords,
      ...shortcuts.bring,
      run: () => bring(),
    },
    {
      id: 'survey',
      group: 'scenario',
      label: laterWords.survey.open,
      words: laterWords.survey.openWords,
      run: () => openSurvey(),
    },
    ...(useCluster.getState().mode.kind === 'connected'
      ? [
          {
            id: 'open-cluster',
            group: 'scenario' as const,
            label: laterWords.cluster.open,
            words: laterWords.cluster.openWords,
            run: () => openDialog('open-cluster'),
          },
          {
            id: 'ask-cluster',
            group: 'scenario' as const,
            label: laterWords.clusterAsk.open,
            words: laterWords.clusterAsk.openWords,
            run: () => openDialog('ask-cluster'),
          },
        ]
      : []),
    {
      id: 'audit-log',
      group: 'scenario',
      label: laterWords.audit.open,
      words: laterWords.audit.openWords,
      run: () => openDialog('audit'),
    },
    {
      id: 'error-text',
      group: 'scenario',
      label: laterWords.bring.openError,
      words: laterWords.bring.errorWords,
      run: () => bring({ wantsError: true }),
    },
    {
      id: 'download-scenario',
      group: 'scenario',
      label: words.drafts.downloadScenario,
      words: words.drafts.downloadScenarioWords,
      // The dialog looks for secrets first, as for everything that is shared.
      run: () => openDialog('share-file'),
    },
    {
      id: 'start-over',
      group: 'scenario',
      label: origin.kind === 'draft' ? words.drafts.startOverDraft : words.drafts.startOver,
      disabled: first === scenario,
      run: startOver,
    },
    { id: 'drafts', group: 'scenario', label: words.drafts.manage, run: () => openDialog('drafts') },
  ];
}
