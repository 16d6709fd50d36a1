import type { TextEditorProps } from './text-editor.tsx';

type PlainEditorProps = Pick<TextEditorProps, 'stepId' | 'outside' | 'text' | 'label' | 'placeholder' | 'onText'>;

/** A text area, for phones and for browsers where Monaco does not load. */
export function PlainEditor({ stepId, outside, text, label, placeholder, onText }: PlainEditorProps) {
  return (
    <textarea
      key={`${stepId} ${outside}`}
      className="plain-editor"
      aria-label={label}
      placeholder={placeholder}
      defaultValue={text}
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      onChange={(event) => onText(stepId, event.target.value)}
    />
  );
}
