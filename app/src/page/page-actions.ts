import { isPatchRelease, type PatchRelease, patchReleases, playedVersions } from '@managed-fields/kubernetes-types';
import { serverKinds, serverOf, versionOf, withServer, withVersion } from '@managed-fields/scenario';
import { prefer, usePreferences } from '../core/store/preferences.ts';
import { edit, useScenario } from '../core/store/scenario-store.ts';
import type { Action } from '../core/ui/action.ts';
import { shortcuts } from '../core/ui/keys.ts';
import { openDialog } from '../core/ui/open-dialog.ts';
import { languageName, languages, words } from '../core/words/language.ts';
import { laterWords } from '../core/words/later-words.ts';
import { versionName } from '../core/words/version-words.ts';

/** The themes, in the order of their menu. */
const themes = ['system', 'light', 'dark'] as const;

/** The languages, in the order of their menu; none where there is nothing to choose. */
const spoken = languages.length < 2 ? [] : (['system', ...languages] as const);

/** What merges in a release, by which its patch releases differ most. */
function mergedBy(release: PatchRelease): string {
  return `structured-merge-diff ${patchReleases[release]}`;
}

/** Returns the actions of the page itself. */
export function pageActions(): readonly Action[] {
  const { theme, contrast, language, keepsWork } = usePreferences.getState();
  const { scenario } = useScenario.getState();
  const [version, server] = [versionOf(scenario), serverOf(scenario)];
  return [
    {
      id: 'gallery',
      group: 'page',
      label: words.gallery.open,
      ...shortcuts.gallery,
      run: () => openDialog('gallery'),
    },
    {
      id: 'palette',
      group: 'page',
      label: laterWords.palette.open,
      ...shortcuts.palette,
      run: () => openDialog('palette'),
    },
    {
      id: 'shortcuts',
      group: 'page',
      label: words.shortcuts.shortcuts,
      ...shortcuts.shortcuts,
      run: () => openDialog('shortcuts'),
    },
    ...playedVersions.map(
      (choice): Action => ({
        id: `version ${choice}`,
        group: 'page',
        label: words.versions.use({ version: versionName(choice) }),
        inMenu: words.page.playedOn({ version: versionName(choice) }),
        ...(isPatchRelease(choice) ? { sought: true, hint: mergedBy(choice) } : {}),
        words: words.page.kubernetesVersion,
        checked: version === choice,
        run: () => edit((scenario) => withVersion(scenario, choice)),
      }),
    ),
    ...serverKinds.map(
      (choice): Action => ({
        id: `server ${choice}`,
        group: 'page',
        label: words.versions.useServer({ server: words.page.servers[choice] }),
        inMenu: words.page.servers[choice],
        words: words.page.server,
        checked: server === choice,
        run: () => edit((scenario) => withServer(scenario, choice)),
      }),
    ),
    {
      id: 'versions',
      group: 'page',
      label: words.versions.compare,
      words: words.page.kubernetesVersion,
      disabled: scenario.steps.length === 0,
      run: () => openDialog('versions'),
    },
    ...themes.map(
      (choice): Action => ({
        id: `theme ${choice}`,
        group: 'page',
        label: laterWords.palette.theme({ name: words.page.themes[choice] }),
        inMenu: words.page.themes[choice],
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
      alone: true,
      run: () => prefer({ contrast: contrast === 'more' ? 'system' : 'more' }),
    },
    {
      id: 'keep-work',
      group: 'page',
      label: words.page.keepsWork,
      words: laterWords.palette.settingsWords,
      checked: keepsWork,
      alone: true,
      run: () => prefer({ keepsWork: !keepsWork }),
    },
    ...spoken.map((code): Action => {
      const name = code === 'system' ? words.page.languageSystem : languageName(code);
      return {
        id: `language ${code}`,
        group: 'page',
        label: laterWords.palette.language({ name }),
        inMenu: name,
        words: `${laterWords.palette.languageWords} language`,
        checked: language === code,
        run: () => prefer({ language: code }),
      };
    }),
  ];
}
