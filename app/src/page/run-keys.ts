import { usePreferences } from '../core/store/preferences.ts';
import type { Action } from '../core/ui/action.ts';
import { isSingle, type Keys, pressed } from '../core/ui/keys.ts';
import { closeDialog, useDialog } from '../core/ui/open-dialog.ts';
import { actionsWithKeys } from './actions.ts';

/** Runs the action of a key before the editor and the browser get the key. Returns whether one was run. */
export function runFirst(event: KeyboardEvent): boolean {
  if (isPlain(event)) return false;
  if (isModal()) {
    inDialog(event);
    return true;
  }
  return run(event, ({ where = 'everywhere' }, keys) => where === 'everywhere' && !isSingle(keys));
}

/** Runs the action of a key that no menu, list or editor has handled. */
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

/**
 * In an open dialog no action runs, but neither does what the browser does with the key, such as saving the page. The
 * key that opened the dialog closes it.
 */
function inDialog(event: KeyboardEvent): void {
  const action = actionsWithKeys().find(({ keys, where = 'everywhere' }) =>
    keys?.some((each) => pressed(each, event) && where === 'everywhere'),
  );
  if (action === undefined) return;
  event.preventDefault();
  if (action.id === useDialog.getState().open) closeDialog();
}

/** Whether a key only types: it has no modifier and is no function key. */
function isPlain({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !/^F\d+$/.test(key);
}

/** Whether a modal dialog is open. It alone gets the keys. */
function isModal(): boolean {
  return document.querySelector('dialog:modal') !== null;
}

/** Whether the element uses keys itself: it is edited, or it chooses by the first letter. */
function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('.monaco-editor, [role="menu"], select, textarea') !== null)
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type);
}
