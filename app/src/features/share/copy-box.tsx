import { type ReactNode, useId, useRef, useState } from 'react';
import { announce } from '../../core/ui/announce.ts';
import { laterWords } from '../../core/words/later-words.ts';

interface CopyBoxProps {
  /** The accessible name of the text. */
  readonly label: string;
  readonly copyLabel: string;
  /** The text to copy; undefined while it is being made. */
  readonly text: string | undefined;
  /** The text was copied. */
  readonly onCopied?: () => void;
  /** Drawn beside the button that copies. */
  readonly children?: ReactNode;
}

/** Shows a text to copy, whole and unchanged, with the button that copies it. */
export function CopyBox({ label, copyLabel, text, onCopied, children }: CopyBoxProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const [state, setState] = useState<{ readonly text: string; readonly kind: 'copied' | 'by-hand' }>();
  const shown = state?.text === text ? state?.kind : undefined;
  const copy = async () => {
    if (text === undefined) return;
    try {
      await navigator.clipboard.writeText(text);
      setState({ text, kind: 'copied' });
      announce(laterWords.share.copied);
      onCopied?.();
      setTimeout(() => setState((now) => (now?.text === text && now.kind === 'copied' ? undefined : now)), 2500);
    } catch {
      setState({ text, kind: 'by-hand' });
      box.current?.select();
      box.current?.focus();
    }
  };
  return (
    <>
      <textarea
        ref={box}
        className="share-box"
        readOnly
        aria-label={label}
        aria-describedby={shown === 'by-hand' ? id : undefined}
        aria-busy={text === undefined}
        rows={4}
        spellCheck={false}
        wrap="soft"
        value={text ?? ''}
        onFocus={(event) => event.target.select()}
      />
      <div className="share-acts">
        <button
          type="button"
          className="btn btn-primary"
          data-first-focus=""
          aria-disabled={text === undefined}
          onClick={copy}
        >
          {shown === 'copied' ? laterWords.share.copied : copyLabel}
        </button>
        {children}
      </div>
      {shown === 'by-hand' && (
        <p id={id} className="share-note" role="status">
          {laterWords.share.copyByHand}
        </p>
      )}
    </>
  );
}
