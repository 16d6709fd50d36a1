import { useEffect, useState } from 'react';
import type { Running } from './running.ts';

/** What Tab does in the editor; `next` is after Escape, for the next Tab alone. Undefined while the editor has no focus. */
export type TabMode = 'indents' | 'leaves' | 'next' | undefined;

/**
 * Lets the keyboard out of the editor: after Escape the next Tab moves the focus, and Ctrl+M, which is the editor's own,
 * switches it for all. Anything else that is typed makes Tab indent again.
 */
export function useTabFocus(running: Running | undefined): TabMode {
  const [mode, setMode] = useState<TabMode>();
  useEffect(() => {
    if (running === undefined) return;
    const { monaco, editor } = running;
    let escaped = false;
    const tell = () => {
      const leaves = editor.getOption(monaco.tabFocusOption);
      setMode(editor.hasTextFocus() ? (escaped ? 'next' : leaves ? 'leaves' : 'indents') : undefined);
    };
    const letOut = (out: boolean) => {
      if (escaped === out) return;
      escaped = out;
      editor.updateOptions({ tabFocusMode: out });
      tell();
    };
    // Escape first closes what is open; only then it is about Tab.
    editor.addCommand(monaco.escapeKey, () => letOut(true), monaco.nothingOpen);
    const listeners = [
      editor.onKeyDown(({ keyCode, browserEvent: { key } }) => {
        if (keyCode !== monaco.escapeKey && key !== 'Tab' && key !== 'Shift') letOut(false);
      }),
      editor.onDidBlurEditorText(() => {
        letOut(false);
        tell();
      }),
      editor.onDidFocusEditorText(tell),
      editor.onDidChangeConfiguration((event) => event.hasChanged(monaco.tabFocusOption) && tell()),
    ];
    tell();
    return () => {
      for (const listener of listeners) listener.dispose();
    };
  }, [running]);
  return mode;
}
