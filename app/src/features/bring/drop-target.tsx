import { useEffect, useState } from 'react';
import { onDemand } from '../../core/code/fetch-code.ts';
import { DropNote } from '../later-panes.ts';

const takeIn = onDemand(() => import('./take-in.ts'));

/** Reads what is pasted or dropped anywhere on the page, and says so while files are dragged over it. */
export function DropTarget() {
  return useBringing() ? <DropNote /> : null;
}

/** What `public/theme.js` keeps of a drop that came before this code did. */
interface EarlyDrop {
  readonly files: readonly File[];
  readonly entries: readonly FileSystemEntry[];
}

declare global {
  var managedFieldsDropped: EarlyDrop[] | undefined;
}

/**
 * Reads texts that are pasted outside of fields and editors, and files that are pasted or dropped anywhere. Returns
 * whether files are dragged over the page now.
 */
export function useBringing(): boolean {
  const [hovering, setHovering] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
      setHovering(true);
    };
    const leave = (event: DragEvent) => {
      // Without a related element the pointer left the window; inside the page it names the next element.
      if (event.relatedTarget === null) setHovering(false);
    };
    const drop = (event: DragEvent) => {
      setHovering(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const entries = [...(event.dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
      const files = [...(event.dataTransfer?.files ?? [])];
      void takeIn().then(({ takeFiles }) => takeFiles(files, entries));
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => !type.startsWith('image/'));
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (event.defaultPrevented || isTyping(event.target) || document.querySelector('dialog:modal') !== null) return;
      if (text === '' && files.length === 0) return;
      event.preventDefault();
      void takeIn().then(({ takeFiles, takeText }) => (text === '' ? takeFiles(files) : takeText(text)));
    };
    for (const { files, entries } of globalThis.managedFieldsDropped?.splice(0) ?? []) {
      void takeIn().then(({ takeFiles }) => takeFiles(files, entries));
    }
    // Before the editor, which would insert the file as text.
    window.addEventListener('dragover', over, { capture: true });
    window.addEventListener('dragleave', leave, { capture: true });
    window.addEventListener('drop', drop, { capture: true });
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragover', over, { capture: true });
      window.removeEventListener('dragleave', leave, { capture: true });
      window.removeEventListener('drop', drop, { capture: true });
      window.removeEventListener('paste', paste);
    };
  }, []);
  return hovering;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, .monaco-editor') !== null;
}
