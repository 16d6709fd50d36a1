import { useEffect, useRef, useState } from 'react';
import { fetchCode } from '../code/fetch-code.ts';
import { CodeView } from '../code-view/code-view.tsx';
import { useFold } from '../code-view/shown-lines.ts';
import { fitsTextArea } from '../view-models/text-area.ts';
import { words } from '../words/language.ts';
import { type Entrance, offsetAt, type TextEditorProps } from './entrance.ts';
import { isFree, KeysAhead, type PlaceInStep, takeKeys } from './keys-ahead.tsx';
import { PlainEditor } from './plain-editor.tsx';

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
  /** Where in the text of which step its user is; undefined where nobody went there. */
  const place = useRef<PlaceInStep>(undefined);
  const fold = useFold(annotated?.text === text ? annotated : undefined);

  useEffect(() => {
    if (stage !== 'loading') return;
    let wanted = true;
    const becomePlain = () => {
      if (!wanted) return;
      if (composing.current) {
        setTimeout(becomePlain, composingMs);
        return;
      }
      setFocus(isFree(view.current));
      setStage('plain');
    };
    loadMonaco().then((loaded) => wanted && setMonaco(() => loaded), becomePlain);
    return () => {
      wanted = false;
    };
  }, [stage]);

  const placeHere = () => (place.current?.stepId === stepId ? place.current : undefined);
  if (stage === 'plain') {
    return (
      <div className="editor">
        <p className="editor-failed">{words.step.editorFailed}</p>
        <PlainEditor {...props} focus={takesKeys && focus} entered={placeHere} />
      </div>
    );
  }
  const entrance = (): Entrance => {
    const box = view.current?.querySelector('.code');
    return {
      top: box?.scrollTop ?? 0,
      left: box?.scrollLeft ?? 0,
      place: placeHere(),
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
    place.current = { stepId, anchor: offset, head: offset };
    setStage('loading');
    setTakesKeys(true);
    takeKeys(keys.current, place.current);
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
            if (!isButton && getSelection()?.isCollapsed !== false) goTo(offset ?? placeHere()?.head ?? 0);
          }}
          onFocus={({ target }) => {
            if (!pressed.current && !takesKeys && target !== keys.current) goTo(placeHere()?.head ?? 0);
          }}
        >
          {takesKeys && fitsTextArea(text) && (
            <KeysAhead
              key={`${stepId} ${outside}`}
              {...{ stepId, label, text, place, composing }}
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

/** What draws a text with Monaco. */
export type MonacoPane = typeof import('./monaco-editor.tsx').MonacoEditor;

const load = () => import('./monaco-editor.tsx');

/** Monaco and what draws with it; after a failure the next call tries again, when the reader has acted. */
export async function loadMonaco(): Promise<MonacoPane> {
  return (await fetchCode(load)).MonacoEditor;
}
