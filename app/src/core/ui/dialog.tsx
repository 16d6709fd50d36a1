import { type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { words } from '../words/language.ts';

interface DialogProps {
  /** The heading, which is also the accessible name. */
  readonly title: string;
  /** Drawn beside the heading. */
  readonly beside?: ReactNode;
  readonly className?: string;
  /** Leaves out the bar with the heading. Escape and a click outside still close the dialog. */
  readonly bare?: boolean;
  /** The user wants to close it; the owner then stops drawing it. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A modal dialog of the browser: the rest of the page cannot be reached, Escape and a click outside close it, and the
 * focus returns to where it was. On phones it covers the screen.
 */
export function Dialog({ title, beside, className = '', bare = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    const before = document.activeElement;
    element.showModal();
    // Else the focus would be on the first button, which closes. On touch screens it would open the keyboard.
    if (!matchMedia('(pointer: coarse)').matches) element.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const onPointerDown = (event: PointerEvent) => {
    // A click on the backdrop has the dialog itself as target; its content covers all of the rest.
    if (event.target === dialog.current) onClose();
  };
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      {...(bare ? { 'aria-label': title } : { 'aria-labelledby': id })}
      onPointerDown={onPointerDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => dialog.current?.open === false && onClose()}
    >
      <div className="dialog-body">
        {!bare && (
          <div className="dialog-head">
            <h2 id={id}>{title}</h2>
            <span className="grow" />
            {beside}
            <button type="button" className="btn btn-small btn-icon" aria-label={words.page.close} onClick={onClose}>
              <span aria-hidden="true">×</span>
            </button>
          </div>
        )}
        {children}
      </div>
    </dialog>
  );
}
