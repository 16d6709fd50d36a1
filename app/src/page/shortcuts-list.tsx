import type { ReactNode } from 'react';
import { prefer, usePreferences } from '../core/store/preferences.ts';
import { actionGroups } from '../core/ui/action.ts';
import { Dialog } from '../core/ui/dialog.tsx';
import { isSingle } from '../core/ui/keys.ts';
import { closeDialog } from '../core/ui/open-dialog.ts';
import { KeyCaps } from '../core/ui/signs.tsx';
import { words } from '../core/words/language.ts';
import { laterWords } from '../core/words/later-words.ts';
import { actionsWithKeys } from './actions.ts';
import './palette.css';

/** The dialog that lists all shortcuts: those of the actions, and those of editor, lists and handles. */
export function ShortcutsList() {
  const singleKeys = usePreferences((state) => state.singleKeys);
  const actions = actionsWithKeys().filter(({ unlisted }) => unlisted !== true);
  const usable = (keys: string) => singleKeys || !isSingle(keys);
  return (
    <Dialog title={words.shortcuts.shortcuts} className="shortcuts" onClose={closeDialog}>
      <div className="dialog-scroll">
        <p className="shortcuts-text">{words.shortcuts.computed}</p>
        <div className="shortcuts-lists">
          {actionGroups.map((group) => {
            const listed = actions.filter((action) => action.group === group && action.keys?.some(usable));
            if (listed.length === 0) return null;
            return (
              <Group key={group} heading={laterWords.palette.groups[group]}>
                {listed.map(({ id, label, keys = [] }) => (
                  <Row key={id} text={label}>
                    {keys.filter(usable).map((each) => (
                      <KeyCaps key={each} keys={each} />
                    ))}
                  </Row>
                ))}
                {group === 'go' && singleKeys && (
                  <Row text={words.shortcuts.goToStep}>{words.shortcuts.goToStepKeys}</Row>
                )}
              </Group>
            );
          })}
          <Group heading={words.shortcuts.editor}>
            <Row text={words.shortcuts.editorLeave}>
              <Caps caps={['Esc']} /> <Caps caps={['Tab']} />
            </Row>
            <Row text={words.shortcuts.editorTab}>
              <Caps caps={['Ctrl', 'M']} />
            </Row>
            <Row text={words.shortcuts.editorComplete}>
              <Caps caps={['Ctrl', 'Space']} />
            </Row>
            <Row text={words.shortcuts.editorFind}>
              <KeyCaps keys="Mod+F" />
            </Row>
            <Row text={words.shortcuts.editorProblem}>
              <KeyCaps keys="F8" />
            </Row>
          </Group>
          <Group heading={words.shortcuts.elsewhere}>
            <Row text={words.shortcuts.lines}>{words.shortcuts.listKeys}</Row>
            <Row text={words.shortcuts.linesEnds}>
              <Caps caps={['Home', 'End']} />
            </Row>
            {singleKeys && (
              <Row text={words.shortcuts.surveyFilter}>
                <Caps caps={['/']} />
              </Row>
            )}
            <Row text={words.shortcuts.handle}>{words.shortcuts.listKeys}</Row>
            <Row text={words.shortcuts.close}>
              <Caps caps={['Esc']} />
            </Row>
          </Group>
        </div>
        <label className="shortcuts-single">
          <input
            type="checkbox"
            checked={singleKeys}
            onChange={({ target }) => prefer({ singleKeys: target.checked })}
          />
          <span>
            {words.shortcuts.singleKeys}
            <small>{words.shortcuts.singleKeysHint}</small>
          </span>
        </label>
      </div>
    </Dialog>
  );
}

function Group({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3>{heading}</h3>
      <dl>{children}</dl>
    </section>
  );
}

function Row({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{text}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Caps({ caps }: { readonly caps: readonly string[] }) {
  return (
    <span className="key-caps">
      {caps.map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </span>
  );
}
