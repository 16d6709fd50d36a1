import { kubernetesVersions } from '@managed-fields/kubernetes-types';
import { versionOf, withVersion } from '@managed-fields/scenario';
import { openDraftById, startDraft } from '../core/store/address.ts';
import { deleteDraft, listDrafts } from '../core/store/draft-list.ts';
import { prefer, usePreferences } from '../core/store/preferences.ts';
import { edit, startOver, useScenario } from '../core/store/scenario-store.ts';
import { printed } from '../core/ui/keys.ts';
import type { MenuItem } from '../core/ui/menu-item.ts';
import { openDialog } from '../core/ui/open-dialog.ts';
import { languages, words } from '../core/words/language.ts';
import { laterWords } from '../core/words/later-words.ts';
import { bring } from '../features/bring/incoming.ts';
import { openSurvey } from '../features/survey/state/open-survey.ts';
import { themes } from './page-actions.ts';

/** How many drafts the menu lists. The dialog lists all of them. */
const mostListed = 8;

/** Returns the entries of the menu of drafts. */
export function draftItems(): readonly MenuItem[] {
  const { origin } = useScenario.getState();
  const drafts = listDrafts();
  const open = drafts.map(
    ({ id, title, steps, saved }): MenuItem => ({
      kind: 'action',
      text: title === '' ? words.drafts.untitled : title,
      hint: words.drafts.draftSentence(steps, saved),
      checked: origin.kind === 'draft' && origin.id === id,
      run: () => openDraftById(id),
    }),
  );
  const kept = origin.kind === 'draft' && drafts.some(({ id }) => id === origin.id);
  return [
    { kind: 'action', text: laterWords.bring.open, keys: printed('Mod+O').join('+'), run: () => bring() },
    { kind: 'action', text: laterWords.survey.open, run: () => openSurvey() },
    { kind: 'action', text: laterWords.bring.openError, run: () => bring({ wantsError: true }) },
    { kind: 'action', text: words.drafts.downloadScenario, run: () => openDialog('share-file') },
    { kind: 'action', text: words.drafts.newDraft, run: () => startDraft() },
    {
      kind: 'action',
      text: origin.kind === 'draft' ? words.drafts.startOverDraft : words.drafts.startOver,
      run: startOver,
    },
    ...(kept ? [{ kind: 'action', text: words.drafts.deleteDraft, run: deleteDraft } as const] : []),
    { kind: 'heading', text: words.drafts.drafts },
    ...(open.length === 0 ? [{ kind: 'note', text: words.drafts.noDrafts } as const] : open.slice(0, mostListed)),
    ...(open.length === 0
      ? []
      : [{ kind: 'action', text: words.drafts.manage, run: () => openDialog('drafts') } as const]),
  ];
}

/** Returns the entries of the menu of appearance, language and help. */
export function settingsItems(): readonly MenuItem[] {
  const { theme, contrast, language } = usePreferences.getState();
  const spoken = languages.length < 2 ? [] : (['system', ...languages] as const);
  return [
    { kind: 'heading', text: words.page.theme },
    ...themes.map(
      (choice): MenuItem => ({
        kind: 'action',
        text: words.page.themes[choice],
        checked: choice === theme,
        run: () => prefer({ theme: choice }),
      }),
    ),
    {
      kind: 'action',
      text: words.page.contrast,
      checked: contrast === 'more',
      alone: true,
      run: () => prefer({ contrast: contrast === 'more' ? 'system' : 'more' }),
    },
    ...(spoken.length === 0 ? [] : [{ kind: 'heading', text: words.page.language } as const]),
    ...spoken.map(
      (code): MenuItem => ({
        kind: 'action',
        text: code === 'system' ? words.page.languageSystem : words.page.languageNames[code],
        checked: code === language,
        run: () => prefer({ language: code }),
      }),
    ),
    { kind: 'heading', text: words.page.help },
    { kind: 'action', text: words.shortcuts.shortcuts, keys: '?', run: () => openDialog('shortcuts') },
  ];
}

/** Returns the entries of the menu of versions. */
export function versionItems(): readonly MenuItem[] {
  const { scenario } = useScenario.getState();
  return [
    { kind: 'heading', text: words.page.kubernetesVersion },
    ...kubernetesVersions.map(
      (version): MenuItem => ({
        kind: 'action',
        text: words.page.playedOn(version),
        checked: version === versionOf(scenario),
        run: () => edit((before) => withVersion(before, version)),
      }),
    ),
    {
      kind: 'action',
      text: words.versions.compare,
      disabled: scenario.steps.length === 0,
      run: () => openDialog('versions'),
    },
  ];
}

/** Returns the entries of the one menu that phones have. */
export function phoneItems(): readonly MenuItem[] {
  return [
    { kind: 'action', text: words.gallery.open, run: () => openDialog('gallery') },
    { kind: 'action', text: laterWords.palette.open, run: () => openDialog('palette') },
    ...draftItems(),
    // The versions themselves are in the palette: the menu has to fit on a phone.
    ...versionItems().slice(-1),
    ...settingsItems(),
  ];
}
