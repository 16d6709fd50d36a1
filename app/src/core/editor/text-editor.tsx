import { useEffect, useRef, useState } from 'react';
import { CodeView } from '../code-view/code-view.tsx';
import { firstAnswer } from '../engine/drive.ts';
import { whenIdle } from '../engine/when-idle.ts';
import { words } from '../words/language.ts';
import { type Entrance, offsetAt, savesData } from './entrance.ts';
import { loadMonaco, type MonacoPane } from './load-monaco.ts';
import { PlainEditor } from './plain-editor.tsx';
import type { TextEditorProps } from './text-editor-props.ts';
import { useFold } from './use-fold.ts';

type Stage = 'static' | 'loading' | 'plain';

/**
 * The editor of a step: static YAML at first, Monaco once the engine has answered and the browser is idle, or as soon
 * as somebody asks for it, and a plain text area where Monaco cannot be loaded. Monaco is made ready behind the static
 * view and shown in its place when both look the same. Uncontrolled: typing never waits for anything.
 */
export function TextEditor(props: TextEditorProps) {
  const { stepId, text, label, placeholder, annotated, overlay, notes, onCaret } = props;
  const [stage, setStage] = useState<Stage>('static');
  const [Monaco, setMonaco] = useState<MonacoPane>();
  const [shown, setShown] = useState(false);
  const [focus, setFocus] = useState(false);
  const view = useRef<HTMLElement>(null);
  const clicked = useRef<{ readonly stepId: string; readonly offset: number | undefined }>(undefined);
  const fold = useFold(annotated?.text === text ? annotated : undefined);

  useEffect(() => {
    if (stage === 'plain') return;
    let wanted = true;
    const load = () => {
      if (!wanted) return;
      loadMonaco().then(
        (loaded) => wanted && setMonaco(() => loaded),
        () => wanted && setStage('plain'),
      );
    };
    if (stage === 'loading') load();
    else if (!savesData()) void firstAnswer.then(whenIdle).then(load);
    return () => {
      wanted = false;
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
  const entrance = (): Entrance => {
    const box = view.current?.querySelector('.code');
    return {
      top: box?.scrollTop ?? 0,
      left: box?.scrollLeft ?? 0,
      caret: clicked.current?.stepId === stepId ? clicked.current.offset : undefined,
      unfolded: fold?.closed === false,
    };
  };
  const enter = () => {
    // Whoever went on to something else meanwhile stays there.
    setFocus(view.current?.contains(document.activeElement) === true);
    setShown(true);
  };
  return (
    <div className="editor">
      {Monaco !== undefined && <Monaco {...props} shown={shown} focus={focus} entrance={entrance} onReady={enter} />}
      {!shown && (
        <section
          ref={view}
          className="editor editor-static"
          aria-label={words.step.editorLoading}
          onPointerDown={({ target, clientX, clientY }) => {
            const offset = offsetAt(text, target, clientX, clientY);
            clicked.current = { stepId, offset };
            if (offset !== undefined) onCaret(offset);
            setStage('loading');
          }}
          onFocus={() => setStage('loading')}
        >
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
