import type { AnnotatedText } from '@managed-fields/player';
import type { Overlay } from '@managed-fields/rendering';
import type { Problem } from '@managed-fields/scenario';
import type { LineNote } from '../code-view/notes.ts';
import type { EditedText } from './assist.ts';

/** One text to edit, and what is known of it. */
export interface TextEditorProps {
  /** The step whose text it is. */
  readonly stepId: string;
  /** Changes when another scenario was opened: histories of texts start anew. */
  readonly opened: number;
  /** Grows when the text changed elsewhere; only then, and with the step, is `text` taken in. */
  readonly outside: number;
  readonly text: string;
  readonly label: string;
  /** Said over an empty text. */
  readonly placeholder: string;
  readonly annotated: AnnotatedText | undefined;
  readonly overlay: Overlay | undefined;
  readonly notes: ReadonlyMap<number, LineNote>;
  readonly problems: readonly Problem[];
  /** Whether `annotated`, `notes` and `problems` belong to the text as it is now. */
  readonly fresh: boolean;
  readonly dark: boolean;
  /** Which text of the scenario it is, for completion and hover, where it is not the step's own. */
  readonly edited?: EditedText;
  /** Draws what the last-applied annotation declares. */
  readonly lastApplied?: boolean;
  readonly onText: (stepId: string, text: string) => void;
  /** The caret went to another place of the text. */
  readonly onCaret: (offset: number) => void;
}
