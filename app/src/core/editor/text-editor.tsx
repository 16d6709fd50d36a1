import { useEffect, useRef, useState } from 'react';
import { CodeView } from '../code-view/code-view.tsx';
import { fitsTextArea } from '../view-models/text-area.ts';
import { words } from '../words/language.ts';
import { type Entrance, offsetAt } from './entrance.ts';
import { isFree, KeysAhead, takeKeys } from './keys-ahead.tsx';
import { loadMonaco, type MonacoPane } from './load-monaco.ts';
import { PlainEditor } from './plain-editor.tsx';
import type { TextEditorProps } from './text-editor-props.ts';
import { useFold } from './use-fold.ts';

type Stage = 'static' | 'loading' | 'plain';

/** Milliseconds after which a text that is being put together is asked again whether it is done. */
const composingMs = 100;

/**
 * The editor of a step: static YAML until its reader goes there, then Monaco, and a plain text area where Monaco cannot be
 * loaded. Evaluating Monaco takes a slow machine a second, so nobody else waits for it. Until it is there, what is typed
 * goes into the text by a text area that nobody sees, and the static view draws it. Monaco is made ready behind that view
 * and shown in its place when both look the same, with its caret and its scroll position. Uncontrolled: typing never
 * waits for anything.
 */
export function TextEditor(props: TextEditorProps) {
  const { stepId, outside, text, label, placeholder, annotated, overlay, notes, onCaret, onText } = props;
  const [stage, setStage] = useState<Stage>('static');
  const [Monaco, setMonaco] = useState<MonacoPane>();
  const [shown, setShown] = useState(false);
  const [focus, setFocus] = useState(false);
  const [takesKeys, setTakesKeys] = useState(false);
  const view = useRef<HTMLElement>(null);
  const keys = useRef<HTMLTextAreaElement>(null);
  const composing = useRef(false);
  const pressed = useRef(false);
  const caret = useRef(0);
  /** The step whose text the caret is in; undefined where nobody went there. */
  const caretStep = useRef<string>(undefined);
  const fold = useFold(annotated?.text === text ? annotated : undefined);

  useEffect(() => {
    if (stage !== 'loading') return;
    let wanted = true;
    loadMonaco().then(
      (loaded) => wanted && setMonaco(() => loaded),
      () => {
        if (!wanted) return;
        setFocus(isFree(view.current));
        setStage('plain');
      },
    );
    return () => {
      wanted = false;
    };
  }, [stage]);

  if (stage === 'plain') {
    const place = caretStep.current === stepId ? { caret: caret.current, focus: takesKeys && focus } : {};
    return (
      <div className="editor">
        <p className="editor-failed">{words.step.editorFailed}</p>
        <PlainEditor {...props} {...place} />
      </div>
    );
  }
  const entrance = (): Entrance => {
    const box = view.current?.querySelector('.code');
    return {
      top: box?.scrollTop ?? 0,
      left: box?.scrollLeft ?? 0,
      caret: caretStep.current === stepId ? caret.current : undefined,
      unfolded: fold?.closed === false,
    };
  };
  const enter = () => {
    if (composing.current) {
      setTimeout(enter, composingMs);
      return;
    }
    // Whoever went on to something else meanwhile stays there.
    setFocus(view.current?.contains(document.activeElement) === true);
    setShown(true);
  };
  const goTo = (offset: number) => {
    caretStep.current = stepId;
    caret.current = offset;
    setStage('loading');
    setTakesKeys(true);
    takeKeys(keys.current, offset);
  };
  return (
    <div className="editor">
      {Monaco !== undefined && <Monaco {...props} shown={shown} focus={focus} entrance={entrance} onReady={enter} />}
      {!shown && (
        <section
          ref={view}
          className="editor editor-static"
          aria-label={words.step.editorLoading}
          onPointerDown={() => {
            pressed.current = true;
            setStage('loading');
          }}
          onPointerUp={({ target, clientX, clientY }) => {
            pressed.current = false;
            const offset = offsetAt(text, target, clientX, clientY);
            if (offset !== undefined) onCaret(offset);
            // Who marks a piece of the text, or unfolds one, goes on with that.
            const isButton = target instanceof Element && target.closest('button') !== null;
            if (!isButton && getSelection()?.isCollapsed !== false) goTo(offset ?? caret.current);
          }}
          onFocus={({ target }) => {
            if (!pressed.current && !takesKeys && target !== keys.current) goTo(caret.current);
          }}
        >
          {takesKeys && fitsTextArea(text) && (
            <KeysAhead
              key={`${stepId} ${outside}`}
              {...{ label, text, caret, composing }}
              area={keys}
              onText={(next) => onText(stepId, next)}
            />
          )}
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
      )}
    </div>
  );
}
