import { kubernetesVersions } from '@managed-fields/kubernetes-types';
import { versionOf, withVersion } from '@managed-fields/scenario';
import { prefer, usePreferences } from '../core/store/preferences.ts';
import { edit, useScenario } from '../core/store/scenario-store.ts';
import type { Action } from '../core/ui/action.ts';
import { openDialog } from '../core/ui/open-dialog.ts';
import { languages, words } from '../core/words/language.ts';
import { laterWords } from '../core/words/later-words.ts';

/** The themes, in the order of their menu. */
export const themes = ['system', 'light', 'dark'] as const;

/** Returns the actions of the page itself. */
export function pageActions(): readonly Action[] {
  const { theme, contrast, language } = usePreferences.getState();
  const version = versionOf(useScenario.getState().scenario);
  return [
    {
      id: 'gallery',
      group: 'page',
      label: words.gallery.open,
      keys: ['e'],
      run: () => openDialog('gallery'),
    },
    {
      id: 'palette',
      group: 'page',
      label: laterWords.palette.open,
      keys: ['Mod+K', 'F1'],
      run: () => openDialog('palette'),
    },
    {
      id: 'shortcuts',
      group: 'page',
      label: words.shortcuts.shortcuts,
      keys: ['?'],
      run: () => openDialog('shortcuts'),
    },
    ...kubernetesVersions.map(
      (choice): Action => ({
        id: `version ${choice}`,
        group: 'page',
        label: words.versions.use(choice),
        words: words.page.kubernetesVersion,
        checked: version === choice,
        run: () => edit((scenario) => withVersion(scenario, choice)),
      }),
    ),
    {
      id: 'versions',
      group: 'page',
      label: words.versions.compare,
      words: words.page.kubernetesVersion,
      run: () => openDialog('versions'),
    },
    ...themes.map(
      (choice): Action => ({
        id: `theme ${choice}`,
        group: 'page',
        label: laterWords.palette.theme(words.page.themes[choice]),
        words: laterWords.palette.settingsWords,
        checked: theme === choice,
        run: () => prefer({ theme: choice }),
      }),
    ),
    {
      id: 'contrast',
      group: 'page',
      label: words.page.contrast,
      words: laterWords.palette.settingsWords,
      checked: contrast === 'more',
      run: () => prefer({ contrast: contrast === 'more' ? 'system' : 'more' }),
    },
    ...(languages.length < 2 ? [] : languages).map(
      (code): Action => ({
        id: `language ${code}`,
        group: 'page',
        label: laterWords.palette.language(words.page.languageNames[code]),
        words: `${laterWords.palette.languageWords} language`,
        checked: language === code,
        run: () => prefer({ language: code }),
      }),
    ),
  ];
}
