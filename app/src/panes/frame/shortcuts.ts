import { useEffect } from 'react';
import { usePreferences } from '../../store/preferences.ts';
import type { Action } from '../parts/actions.ts';
import { isSingle, type Keys, pressed } from '../parts/keys.ts';
import { closeDialog, useDialog } from '../parts/open-dialog.ts';
import { actionsWithKeys } from './actions.ts';

/** Listens to the keys of all actions for as long as the page is shown. */
export function useShortcuts(): void {
  useEffect(() => {
    // Before the editor, which has its own use for many keys.
    const first = (event: KeyboardEvent) => {
      if (isPlain(event)) return;
      if (isModal()) return inDialog(event);
      run(event, ({ where = 'everywhere' }, keys) => where === 'everywhere' && !isSingle(keys));
    };
    // After everything else, so that menus, lists and editors keep what they need.
    const last = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isModal() || isTaken(event.target)) return;
      const { singleKeys } = usePreferences.getState();
      run(event, ({ where = 'everywhere' }, keys) => (isSingle(keys) ? singleKeys : where === 'page'));
    };
    window.addEventListener('keydown', first, { capture: true });
    window.addEventListener('keydown', last);
    return () => {
      window.removeEventListener('keydown', first, { capture: true });
      window.removeEventListener('keydown', last);
    };
  }, []);
}

function run(event: KeyboardEvent, counts: (action: Action, keys: Keys) => boolean): void {
  if (event.isComposing) return;
  const action = actionsWithKeys().find((each) =>
    each.keys?.some((keys) => pressed(keys, event) && counts(each, keys)),
  );
  if (action === undefined || action.disabled === true) return;
  event.preventDefault();
  event.stopPropagation();
  action.run();
}

/** An open dialog is not left by keys, and yet the browser must not do its own at them, such as saving the page. */
function inDialog(event: KeyboardEvent): void {
  const action = actionsWithKeys().find(({ keys, where = 'everywhere' }) =>
    keys?.some((each) => pressed(each, event) && where === 'everywhere'),
  );
  if (action === undefined) return;
  event.preventDefault();
  if (action.id === useDialog.getState().open) closeDialog();
}

/** A key that only types: what most of them are, and no function key. */
function isPlain({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !/^F\d+$/.test(key);
}

/** An open dialog keeps the keyboard to itself. */
function isModal(): boolean {
  return document.querySelector('dialog:modal') !== null;
}

/** Whether somebody types there, or chooses by the first letter. */
function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('.monaco-editor, [role="menu"], select, textarea') !== null)
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type);
}
