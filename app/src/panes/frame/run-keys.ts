import { usePreferences } from '../../store/preferences.ts';
import type { Action } from '../components/action.ts';
import { isSingle, type Keys, pressed } from '../components/keys.ts';
import { closeDialog, useDialog } from '../components/open-dialog.ts';
import { actionsWithKeys } from './actions.ts';

/** Before everything else, above all the editor, which has its own use for many keys. Tells whether they were taken. */
export function runFirst(event: KeyboardEvent): boolean {
  if (isPlain(event)) return false;
  if (isModal()) {
    inDialog(event);
    return true;
  }
  return run(event, ({ where = 'everywhere' }, keys) => where === 'everywhere' && !isSingle(keys));
}

/** After everything else, so that menus, lists and editors keep what they need. */
export function runLast(event: KeyboardEvent): void {
  if (event.defaultPrevented || isModal() || isTaken(event.target)) return;
  const { singleKeys } = usePreferences.getState();
  run(event, ({ where = 'everywhere' }, keys) => (isSingle(keys) ? singleKeys : where === 'page'));
}

function run(event: KeyboardEvent, counts: (action: Action, keys: Keys) => boolean): boolean {
  if (event.isComposing) return false;
  const action = actionsWithKeys().find((each) =>
    each.keys?.some((keys) => pressed(keys, event) && counts(each, keys)),
  );
  if (action === undefined || action.disabled === true) return false;
  event.preventDefault();
  event.stopPropagation();
  action.run();
  return true;
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
