import { lanesOf } from '@managed-fields/rendering';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ruler } from '../code-view/ruler.ts';
import { rulerStyle } from '../code-view/ruler-style.ts';
import { words } from '../words/language.ts';
import type { Entrance } from './entrance.ts';
import * as monaco from './monaco.ts';
import { MonacoController } from './monaco-controller.ts';
import type { TextEditorProps } from './text-editor-props.ts';
import { useMeasures } from './use-measures.ts';
import { useTabFocus } from './use-tab-focus.ts';

interface MonacoEditorProps extends TextEditorProps {
  /** Whether it is on screen; before that it is made ready behind the static view. */
  readonly shown: boolean;
  /** Takes the focus when it comes on screen. */
  readonly focus: boolean;
  /** Returns how the static view stands now. */
  readonly entrance: () => Entrance;
  /** The editor looks as the static view does and can take its place. */
  readonly onReady: () => void;
}

/** Monaco for one step. Hands what changed to the controller, which owns the editor, and draws what stands round it. */
export function MonacoEditor(props: MonacoEditorProps) {
  const { stepId, opened, outside, text, label, placeholder, notes, problems, fresh, dark, focus, shown } = props;
  const { lastApplied = false, edited } = props;
  const host = useRef<HTMLDivElement>(null);
  const [controller, setController] = useState<MonacoController>();
  const [empty, setEmpty] = useState(text === '');
  const measures = useMeasures(controller);
  const tab = useTabFocus(controller);
  // The controller lives as long as the component; what it calls is always of the last drawing.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (host.current === null) return;
    const own = new MonacoController(monaco, host.current, {
      onText: (stepId, text) => latest.current.onText(stepId, text),
      onCaret: (offset) => latest.current.onCaret(offset),
      onEmpty: setEmpty,
      onReady: () => latest.current.onReady(),
      entrance: () => (latest.current.shown ? undefined : latest.current.entrance()),
    });
    setController(own);
    return () => own.dispose();
  }, []);

  const lanes = props.overlay === undefined ? 0 : lanesOf(props.overlay);
  useEffect(() => controller?.setLanes(lanes), [controller, lanes]);
  useEffect(() => controller?.setTheme(dark), [controller, dark]);
  const spoken = words.editor.labelWithKeys({ label });
  useEffect(() => controller?.setLabel(spoken), [controller, spoken]);
  // At once when the static view is gone: a key that is pressed in between would go nowhere.
  useLayoutEffect(() => {
    // What was typed last moved the caret on since the editor was made ready.
    if (focus && shown) controller?.focus(latest.current.entrance().place);
  }, [controller, focus, shown]);

  const { stepId: editedStep, file } = edited ?? { stepId };
  // Not `text`: it is taken in only when the step or the outside changed, and while it is typed in the static view.
  const typedBefore = shown ? undefined : text;
  useEffect(() => {
    const edited = { stepId: editedStep, ...(file === undefined ? {} : { file }) };
    controller?.setText({ stepId, opened, text, edited });
  }, [controller, stepId, opened, outside, editedStep, file, typedBefore]);

  // What is known of another text is not drawn over this one.
  const annotated = props.annotated?.text === text ? props.annotated : undefined;
  const overlay = annotated && props.overlay;
  // Until the engine has answered, the editor carries the old decorations along, so that nothing flashes.
  useEffect(() => {
    if (!fresh) return;
    controller?.setDecorations({ text, annotated, overlay, notes, lastApplied }, measures, measures.lines);
  }, [controller, text, annotated, overlay, notes, lastApplied, measures, fresh]);
  useEffect(() => {
    if (fresh) controller?.setProblems(text, annotated, problems);
  }, [controller, text, annotated, problems, fresh]);

  const { height } = measures;
  const background = useMemo(() => {
    if (controller === undefined || height === 0) return {};
    const place = (line: number) => {
      const [top, bottom] = controller.placeOf(line);
      return [top / height, bottom / height] as const;
    };
    return rulerStyle(ruler(props.overlay, notes, place), height);
  }, [controller, props.overlay, notes, height]);

  return (
    <div className={shown ? 'editor' : 'editor editor-hidden'}>
      <div className="editor-monaco" ref={host} />
      <div className="editor-ruler" style={background} aria-hidden="true" />
      {empty && <p className="editor-placeholder">{placeholder}</p>}
      {tab !== undefined && (
        <p className="editor-keys" aria-live="polite">
          {words.editor.tabModes[tab]}
        </p>
      )}
    </div>
  );
}
