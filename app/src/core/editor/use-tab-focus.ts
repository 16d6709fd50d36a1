import { useEffect, useState } from 'react';
import type { Running } from './running.ts';

/** What Tab does in the editor; `next` is after Escape, for the next Tab alone. Undefined while the editor has no focus. */
export type TabMode = 'indents' | 'leaves' | 'next' | undefined;

/** Whether Tab leaves all editors, as Ctrl+M switches it. */
let leavesAll = false;

/**
 * Lets the keyboard out of the editor: after Escape the next Tab moves the focus, and Ctrl+M switches it for all of
 * them. Anything else that is typed makes Tab indent again.
 */
export function useTabFocus(running: Running | undefined): TabMode {
  const [mode, setMode] = useState<TabMode>();
  useEffect(() => {
    if (running === undefined) return;
    const { monaco, editor } = running;
    let escaped = false;
    const update = () => {
      editor.updateOptions({ tabFocusMode: escaped || leavesAll });
      setMode(editor.hasTextFocus() ? (leavesAll ? 'leaves' : escaped ? 'next' : 'indents') : undefined);
    };
    const letOut = (out: boolean) => {
      if (escaped === out) return;
      escaped = out;
      update();
    };
    // Escape first closes what is open; only then it is about Tab.
    editor.addCommand(monaco.escapeKey, () => letOut(true), monaco.nothingOpen);
    for (const key of monaco.switchKeys) {
      editor.addCommand(key, () => {
        leavesAll = !leavesAll;
        escaped = false;
        update();
      });
    }
    const listeners = [
      editor.onKeyDown(({ keyCode, browserEvent: { key } }) => {
        if (keyCode !== monaco.escapeKey && key !== 'Tab' && key !== 'Shift') letOut(false);
      }),
      editor.onDidBlurEditorText(() => {
        escaped = false;
        update();
      }),
      editor.onDidFocusEditorText(update),
    ];
    update();
    return () => {
      for (const listener of listeners) listener.dispose();
    };
  }, [running]);
  return mode;
}
