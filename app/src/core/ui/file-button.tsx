import { useRef } from 'react';

interface FileButtonProps {
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
  /** It chooses a folder. */
  readonly folder?: boolean;
  readonly className?: string;
  /** It has the focus when its dialog opens. */
  readonly firstFocus?: boolean;
}

/** A button that chooses files, or a folder. */
export function FileButton(props: FileButtonProps) {
  const { label, onFiles, folder = false, className = 'btn btn-small', firstFocus = false } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={(element) => {
          input.current = element;
          // React does not know this attribute.
          element?.toggleAttribute('webkitdirectory', folder);
        }}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen once more.
          target.value = '';
        }}
      />
      <button
        type="button"
        className={className}
        data-first-focus={firstFocus ? '' : undefined}
        onClick={() => input.current?.click()}
      >
        {label}
      </button>
    </>
  );
}
