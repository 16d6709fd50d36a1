import { lanesOf } from '@managed-fields/rendering';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ruler, rulerStyle } from '../code-view/ruler.ts';
import { words } from '../words/language.ts';
import type { LineRange, Metrics } from './decorations.ts';
import type { Entrance, TextEditorProps } from './entrance.ts';
import { isFree } from './keys-ahead.tsx';
import * as monaco from './monaco.ts';
import { MonacoController, type Running } from './monaco-controller.ts';

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
    if (focus && shown && isFree(host.current)) controller?.focus(latest.current.entrance().place);
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

/** What of a running editor matters to what is drawn in it. */
export interface Measures extends Metrics {
  /** The lines that are worth decorating: those in view with some room round them, or all of a short text. */
  readonly lines: LineRange;
  /** Grows when lines were folded or unfolded, or the text changed its height. */
  readonly height: number;
}

const start: Measures = { column: 7.5, contentWidth: 0, scrollLeft: 0, lines: { from: 0, to: 400 }, height: 0 };

/** Lines decorated above and below those in view. */
const margin = 120;
/** All lines of shorter texts are decorated. */
const wholeUpTo = 1500;

/** Follows the size and the scroll position of an editor, in steps large enough that scrolling by a line draws nothing. */
export function useMeasures(running: Running | undefined): Measures {
  const [measures, setMeasures] = useState(start);
  useEffect(() => {
    if (running === undefined) return;
    const { monaco, editor } = running;
    const measure = () => {
      const { contentWidth, verticalScrollbarWidth } = editor.getLayoutInfo();
      const next: Measures = {
        column: editor.getOption(monaco.fontInfoOption).typicalHalfwidthCharacterWidth,
        contentWidth: contentWidth - verticalScrollbarWidth,
        scrollLeft: editor.getScrollLeft(),
        lines: linesOf(running),
        height: editor.getContentHeight(),
      };
      setMeasures((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    const listeners = [
      editor.onDidLayoutChange(measure),
      editor.onDidScrollChange(measure),
      editor.onDidContentSizeChange(measure),
      editor.onDidChangeModel(measure),
    ];
    measure();
    return () => {
      for (const listener of listeners) listener.dispose();
    };
  }, [running]);
  return measures;
}

function linesOf({ editor }: Running): LineRange {
  const count = editor.getModel()?.getLineCount() ?? 0;
  if (count <= wholeUpTo) return { from: 0, to: wholeUpTo };
  const ranges = editor.getVisibleRanges();
  const step = margin / 2;
  const first = (ranges[0]?.startLineNumber ?? 1) - 1 - margin;
  const last = (ranges.at(-1)?.endLineNumber ?? margin) + margin;
  return { from: Math.max(0, Math.floor(first / step) * step), to: Math.ceil(last / step) * step };
}

/** What Tab does in the editor; `next` is after Escape, for the next Tab alone. Undefined while the editor has no focus. */
export type TabMode = 'indents' | 'leaves' | 'next' | undefined;

/** Whether Tab leaves all editors, as Ctrl+M switches it. */
let leavesAll = false;

/**
 * Lets the keyboard out of the editor: after Escape the next Tab moves the focus, and Ctrl+M switches it for all of
 * them. Anything else that is typed makes Tab indent again.
 */
export function useTabFocus(running: Running | undefined): TabMode {
  const [mode, setMode] = useState<TabMode>();
  useEffect(() => {
    if (running === undefined) return;
    const { monaco, editor } = running;
    let escaped = false;
    const update = () => {
      editor.updateOptions({ tabFocusMode: escaped || leavesAll });
      setMode(editor.hasTextFocus() ? (leavesAll ? 'leaves' : escaped ? 'next' : 'indents') : undefined);
    };
    const letOut = (out: boolean) => {
      if (escaped === out) return;
      escaped = out;
      update();
    };
    // Escape first closes what is open; only then it is about Tab.
    editor.addCommand(monaco.escapeKey, () => letOut(true), monaco.nothingOpen);
    for (const key of monaco.switchKeys) {
      editor.addCommand(key, () => {
        leavesAll = !leavesAll;
        escaped = false;
        update();
      });
    }
    const listeners = [
      editor.onKeyDown(({ keyCode, browserEvent: { key } }) => {
        if (keyCode !== monaco.escapeKey && key !== 'Tab' && key !== 'Shift') letOut(false);
      }),
      editor.onDidBlurEditorText(() => {
        escaped = false;
        update();
      }),
      editor.onDidFocusEditorText(update),
    ];
    update();
    return () => {
      for (const listener of listeners) listener.dispose();
    };
  }, [running]);
  return mode;
}
