import { type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { words } from '../../language/language.ts';

interface DialogProps {
  /** Its heading, and its name for those who hear it. */
  readonly title: string;
  /** Stands beside the heading. */
  readonly beside?: ReactNode;
  readonly className?: string;
  /** Without the bar that holds the heading; Escape and a click outside still close it. */
  readonly bare?: boolean;
  /** Somebody wants it closed; whoever shows it takes it away. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A modal dialog, as the platform has it: the rest of the page is out of reach, Escape and a click outside close it,
 * and the focus goes back to where it was. On phones it covers the screen.
 */
export function Dialog({ title, beside, className = '', bare = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    const before = document.activeElement;
    element.showModal();
    // Else it would be the first button, which closes; and fingers would get a keyboard before they see anything.
    if (!matchMedia('(pointer: coarse)').matches) element.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const onPointerDown = (event: PointerEvent) => {
    // The backdrop belongs to the dialog; what is inside covers all of the rest.
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
