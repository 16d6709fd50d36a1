import { words } from '../language/language.ts';
import { CodeView } from './code-view.tsx';

interface LongTextProps {
  readonly label: string;
  readonly text: string;
}

/** A text that is too long for a text area: it can be looked at, and why it cannot be changed here is said. */
export function LongText({ label, text }: LongTextProps) {
  return (
    <div className="long-text">
      <p className="mf-left-out" role="note">
        {words.leftOut.editing(text.length)}
      </p>
      <CodeView label={label} text={text} />
    </div>
  );
}
