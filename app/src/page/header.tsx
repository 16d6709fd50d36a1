import { rename, versionOf } from '@managed-fields/scenario';
import { onDemand } from '../core/code/fetch-code.ts';
import { edit, useScenario } from '../core/store/scenario-store.ts';
import { shortcuts, spelled } from '../core/ui/keys.ts';
import { Menu } from '../core/ui/menu.tsx';
import { openDialog } from '../core/ui/open-dialog.ts';
import { Icon, KeyCaps } from '../core/ui/signs.tsx';
import { words } from '../core/words/language.ts';
import { versionName } from '../core/words/version-words.ts';
import { ShareButton } from '../features/share/share-button.tsx';

const menus = onDemand(() => import('./menus.ts'));

/** The top bar: the title, the menus of drafts, versions and appearance, and the button that shares. */
export function Header({ narrow }: { readonly narrow: boolean }) {
  return (
    <header className="header">
      <span className="logo" aria-hidden="true">
        <i className="mf-c0" />
        <i className="mf-c1" />
        <i className="mf-c2" />
      </span>
      <h1>
        <span className="title-long">{words.page.title}</span>
        <span className="title-short">{words.page.titleShort}</span>
      </h1>
      <TitleField />
      <VersionMenu />
      <span className="grow" />
      {narrow ? (
        <Menu
          label={words.page.menu}
          className="btn btn-icon"
          button={<Icon name="menu" />}
          align="end"
          wide
          items={async () => (await menus()).phoneItems()}
        />
      ) : (
        <>
          <button
            type="button"
            className="btn palette-button"
            aria-label={words.page.commands}
            aria-keyshortcuts={spelled(shortcuts.palette.keys)}
            title={words.page.commands}
            onClick={() => openDialog('palette')}
          >
            <Icon name="search" />
            <span className="palette-button-text">{words.page.commands}</span>
            <KeyCaps keys={shortcuts.palette.keys[0]} />
          </button>
          <button type="button" className="btn" aria-haspopup="dialog" onClick={() => openDialog('gallery')}>
            {words.gallery.examples}
          </button>
          <Menu
            label={words.drafts.openDraft}
            button={words.drafts.open}
            align="end"
            wide
            items={async () => (await menus()).draftItems()}
          />
          <Menu
            label={words.page.settings}
            className="btn btn-icon"
            button={<Icon name="settings" />}
            align="end"
            items={async () => (await menus()).settingsItems()}
          />
        </>
      )}
      <ShareButton />
    </header>
  );
}

/** The menu of the versions of Kubernetes. */
function VersionMenu() {
  const version = useScenario((state) => versionOf(state.scenario));
  return (
    <Menu
      label={words.page.kubernetesVersion}
      className="chip"
      button={versionName(version)}
      items={async () => (await menus()).versionItems()}
    />
  );
}

function TitleField() {
  const title = useScenario((state) => state.scenario.title);
  return (
    <input
      className="title-field"
      aria-label={words.drafts.scenarioTitle}
      placeholder={words.drafts.untitled}
      value={title}
      maxLength={200}
      onChange={(event) => edit((scenario) => rename(scenario, event.target.value), { series: 'title' })}
    />
  );
}
