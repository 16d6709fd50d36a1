import { kubernetesVersions, minorVersionOf, patchesOf } from '@managed-fields/kubernetes-types';
import { serverKinds, versionOf } from '@managed-fields/scenario';
import { useScenario } from '../core/store/scenario-store.ts';
import { menuItem, menuOf } from '../core/ui/action.ts';
import type { MenuItem } from '../core/ui/menu-list.tsx';
import { words } from '../core/words/language.ts';
import { actionsNow, draftActions } from './actions.ts';

/** How many drafts the menu lists. The dialog lists all of them. */
const mostListed = 8;

/** What reads many objects at once. The help leads there too. */
const ofMany = ['survey', 'forecast', 'upgrade', 'audit-log'] as const;

/** Returns the entries of the menu of drafts; `shown` of those that read many objects. */
export function draftItems(shown: readonly string[] = ofMany): readonly MenuItem[] {
  const drafts = draftActions();
  // A draft that was not written yet cannot be deleted.
  const own = drafts.some(({ checked }) => checked) ? ['delete-draft'] : [];
  return [
    ...menuOf(actionsNow(), ['bring', 'error-text', ...shown, 'download-scenario', 'new', 'start-over', ...own]),
    { kind: 'heading', text: words.drafts.drafts },
    ...(drafts.length === 0
      ? [{ kind: 'note', text: words.drafts.noDrafts } as const]
      : [...drafts.slice(0, mostListed).map(menuItem), ...menuOf(actionsNow(), ['drafts'])]),
  ];
}

/** Returns the entries of the menu of appearance, language, what is kept, and help, with those of the help that are named. */
export function settingsItems(
  help: readonly string[] = ['help', 'cluster-help', 'glossary', 'shortcuts', 'about'],
): readonly MenuItem[] {
  const actions = actionsNow();
  const languages = actions.filter(({ id }) => id.startsWith('language ')).map(menuItem);
  return [
    { kind: 'heading', text: words.page.theme },
    ...actions.filter(({ id }) => id.startsWith('theme ')).map(menuItem),
    ...menuOf(actions, ['contrast']),
    ...(languages.length === 0 ? [] : [{ kind: 'heading', text: words.page.language } as const]),
    ...languages,
    { kind: 'heading', text: words.page.inThisBrowser },
    ...menuOf(actions, ['keep-work']),
    { kind: 'heading', text: words.page.help },
    ...menuOf(actions, help),
  ];
}

/** Returns the entries of the menu of versions. */
export function versionItems(): readonly MenuItem[] {
  const actions = actionsNow();
  const minor = minorVersionOf(versionOf(useScenario.getState().scenario));
  return [
    { kind: 'heading', text: words.page.kubernetesVersion },
    ...menuOf(
      actions,
      kubernetesVersions.map((version) => `version ${version}`),
    ),
    {
      kind: 'folded',
      text: words.versions.releasesOf({ version: minor }),
      items: menuOf(
        actions,
        patchesOf(minor).map((release) => `version ${release}`),
      ),
    },
    ...menuOf(actions, ['versions']),
    { kind: 'heading', text: words.page.server },
    ...menuOf(
      actions,
      serverKinds.map((server) => `server ${server}`),
    ),
  ];
}

/** Returns the entries of the one menu that phones have. */
export function phoneItems(): readonly MenuItem[] {
  return [
    ...menuOf(actionsNow(), ['gallery', 'palette']),
    // The menu has to fit on a phone: the help has the rest of what can be brought, and its own parts.
    ...draftItems(['survey']),
    // The versions themselves are in the palette: the menu has to fit on a phone.
    ...menuOf(actionsNow(), ['versions']),
    ...settingsItems(['help']),
  ];
}
