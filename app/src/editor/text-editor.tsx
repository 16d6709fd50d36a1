import type { AnnotatedText, Problem } from '@managed-fields/scenario';
import type { Overlay } from '@managed-fields/static-view';
import { useEffect, useState } from 'react';
import { whenIdle } from '../engine/when-idle.ts';
import { words } from '../language/language.ts';
import type { LineNote } from '../view/notes.ts';
import type { EditedText } from './assist.ts';
import { CodeView } from './code-view.tsx';
import { loadMonaco, type MonacoPane } from './load-monaco.ts';
import { PlainEditor } from './plain-editor.tsx';
import { useFold } from './use-fold.ts';

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

type Stage = 'static' | 'loading' | 'plain';

/**
 * The editor of a step: static YAML at first, Monaco as soon as the browser is idle or somebody asks for it, and a
 * plain text area where Monaco cannot be loaded. Uncontrolled: typing never waits for anything.
 */
export function TextEditor(props: TextEditorProps) {
  const { text, label, placeholder, annotated, overlay, notes } = props;
  const [stage, setStage] = useState<Stage>('static');
  const [Monaco, setMonaco] = useState<MonacoPane>();
  const [focus, setFocus] = useState(false);
  const fold = useFold(annotated?.text === text ? annotated : undefined);

  useEffect(() => {
    if (stage === 'plain') return;
    let wanted = true;
    const load = () =>
      loadMonaco().then(
        (loaded) => wanted && setMonaco(() => loaded),
        () => wanted && setStage('plain'),
      );
    const cancel = stage === 'loading' ? void load() : whenIdle(load);
    return () => {
      wanted = false;
      cancel?.();
    };
  }, [stage]);

  if (stage === 'plain') {
    return (
      <div className="editor">
        <p className="editor-failed">{words.step.editorFailed}</p>
        <PlainEditor {...props} />
      </div>
    );
  }
  if (Monaco !== undefined) return <Monaco {...props} focus={focus} />;
  const hurry = () => {
    setFocus(true);
    setStage('loading');
  };
  return (
    <section className="editor" aria-label={words.step.editorLoading} onPointerDown={hurry} onFocus={hurry}>
      <CodeView
        label={label}
        text={text}
        annotated={annotated}
        overlay={overlay}
        fold={fold}
        notes={notes}
        lastApplied={props.lastApplied === true}
        likeEditor
      />
      {text === '' && <p className="editor-placeholder">{placeholder}</p>}
    </section>
  );
}
