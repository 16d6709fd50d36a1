import type { AnnotatedText } from '@managed-fields/scenario';
import type { editor } from 'monaco-editor/editor';
import { useEffect, useMemo, useRef, useState } from 'react';
import { words } from '../language/language.ts';
import { ruler } from '../view/ruler.ts';
import { decorations } from './decorations.ts';
import type { Entrance } from './entrance.ts';
import * as monaco from './monaco.ts';
import { rulerStyle } from './ruler-style.ts';
import type { Running } from './running.ts';
import type { TextEditorProps } from './text-editor-props.ts';
import { useMeasures } from './use-measures.ts';
import { useTabFocus } from './use-tab-focus.ts';

/** Models by step, with where the user stood in them; a step keeps its history while others are looked at. */
interface StepModels {
  readonly opened: number;
  readonly models: Map<string, { model: editor.ITextModel; view: editor.ICodeEditorViewState | null }>;
}

interface MonacoEditorProps extends TextEditorProps {
  /** Whether it is on screen; before that it is made ready behind the static view. */
  readonly shown: boolean;
  /** Takes the focus when it comes on screen. */
  readonly focus: boolean;
  /** How the static view stands now. */
  readonly entrance: () => Entrance;
  /** It looks as the static view does and can take its place. */
  readonly onReady: () => void;
}

/** Milliseconds after which the editor is shown as it is, where the engine does not answer. */
const longestEntrance = 2000;

/** Monaco for one step. Text goes in only when the step changes or something outside changed it. */
export function MonacoEditor(props: MonacoEditorProps) {
  const {
    stepId,
    opened,
    outside,
    text,
    label,
    placeholder,
    annotated,
    overlay,
    notes,
    problems,
    fresh,
    dark,
    focus,
    shown,
  } = props;
  const { edited, lastApplied = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const stepModels = useRef<StepModels>({ opened, models: new Map() });
  const [running, setRunning] = useState<Running>();
  const [empty, setEmpty] = useState(text === '');
  const measures = useMeasures(running);
  const tab = useTabFocus(running);
  // The listeners live as long as the editor; what they call is always of the last drawing.
  const latest = useRef(props);
  const taking = useRef(false);
  /** Texts whose managedFields were folded once; whoever opens them again has them open. */
  const folded = useRef(new WeakSet<editor.ITextModel>());
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const own = monaco.createEditor(element);
    own.onDidChangeModelContent(() => {
      const value = own.getValue();
      setEmpty(value === '');
      if (!taking.current) latest.current.onText(latest.current.stepId, value);
    });
    own.onDidChangeCursorPosition(({ position, reason }) => {
      const model = own.getModel();
      if (model !== null && reason === monaco.explicitCursor) latest.current.onCaret(model.getOffsetAt(position));
    });
    // Whoever pastes a whole text wants to read it from its beginning.
    own.onDidPaste(({ range }) => {
      const whole = own.getModel()?.getFullModelRange();
      if (whole?.equalsRange(range) !== true) return;
      // And its managedFields are others.
      const model = own.getModel();
      if (model !== null) folded.current.delete(model);
      // The editor first goes to the caret, which is at the end.
      requestAnimationFrame(() => own.setScrollPosition({ scrollTop: 0, scrollLeft: 0 }));
    });
    setRunning({ monaco, editor: own, collection: own.createDecorationsCollection() });
    return () => {
      own.dispose();
      for (const { model } of stepModels.current.models.values()) model.dispose();
      stepModels.current = { ...stepModels.current, models: new Map() };
    };
  }, []);

  const lanes = Math.max(0, ...(overlay?.bars ?? []).map(({ lane }) => lane + 1));
  useEffect(
    () => running?.editor.updateOptions({ lineDecorationsWidth: running.monaco.gutterWidth(lanes) }),
    [running, lanes],
  );
  useEffect(() => {
    if (running === undefined) return;
    running.monaco.applyTheme(dark);
    // More contrast changes the page's colours too.
    const observer = new MutationObserver(() => running.monaco.applyTheme(dark));
    observer.observe(document.documentElement, { attributeFilter: ['data-contrast'] });
    return () => observer.disconnect();
  }, [running, dark]);
  const spoken = words.editor.labelWithKeys(label);
  useEffect(() => running?.editor.updateOptions({ ariaLabel: spoken }), [running, spoken]);
  useEffect(() => {
    if (focus && shown) running?.editor.focus();
  }, [running, focus, shown]);
  const { stepId: editedStep, file } = edited ?? { stepId };
  // Not `text`: it is taken in only when the step or the outside changed.
  useEffect(() => {
    if (running === undefined) return;
    const { monaco, editor } = running;
    if (stepModels.current.opened !== opened) {
      editor.setModel(null);
      for (const { model } of stepModels.current.models.values()) model.dispose();
      stepModels.current = { opened, models: new Map() };
    }
    const { models } = stepModels.current;
    taking.current = true;
    let kept = models.get(stepId);
    kept ??= { model: monaco.createModel(text), view: null };
    models.set(stepId, kept);
    monaco.setEdited(kept.model, { stepId: editedStep, ...(file === undefined ? {} : { file }) });
    monaco.replaceText(kept.model, text);
    if (editor.getModel() !== kept.model) {
      for (const other of models.values()) if (other.model === editor.getModel()) other.view = editor.saveViewState();
      editor.setModel(kept.model);
      editor.restoreViewState(kept.view);
    }
    setEmpty(kept.model.getValueLength() === 0);
    taking.current = false;
    // What the editor cannot keep (mixed line breaks) is changed here once.
    const value = kept.model.getValue();
    if (value !== text) latest.current.onText(stepId, value);
  }, [running, stepId, opened, outside, editedStep, file]);

  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (running === undefined || shown) return;
    const timer = setTimeout(() => setReady(true), longestEntrance);
    return () => clearTimeout(timer);
  }, [running, shown]);
  useEffect(() => {
    if (running === undefined || !ready || shown) return;
    const { editor } = running;
    const { top, left, caret } = latest.current.entrance();
    const model = editor.getModel();
    if (caret !== undefined && model !== null) editor.setPosition(model.getPositionAt(caret));
    editor.setScrollPosition({ scrollTop: top, scrollLeft: left });
    // The editor draws its lines in the next frame.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => latest.current.onReady());
    });
    return () => cancelAnimationFrame(frame);
  }, [running, ready, shown]);

  const { lines, column, contentWidth, scrollLeft, height } = measures;
  useEffect(() => {
    const model = running?.editor.getModel();
    // Until the engine has answered, the editor carries the old decorations along, so that nothing flashes.
    if (running === undefined || !model || !fresh || model.getValue() !== text) return;
    const own = annotated?.text === text ? annotated : undefined;
    const metrics = { column, contentWidth, scrollLeft };
    const fold = own && closedFold(running, own);
    running.collection.set(
      decorations({ text, annotated: own, overlay: own && overlay, notes, lastApplied, fold }, metrics, lines),
    );
  }, [running, text, annotated, overlay, notes, lastApplied, column, contentWidth, scrollLeft, lines, height, fresh]);
  useEffect(() => {
    const model = running?.editor.getModel();
    if (running === undefined || !model || !fresh || model.getValue() !== text) return;
    const own = annotated?.text === text ? annotated : undefined;
    running.monaco.setOwners(model, own);
    running.monaco.setProblems(model, problems);
    if (own?.managedFields === undefined || folded.current.has(model)) return setReady(true);
    folded.current.add(model);
    if (!latest.current.shown && latest.current.entrance().unfolded) return setReady(true);
    running.monaco.fold(running.editor, own.managedFields.from).then(() => setReady(true));
  }, [running, text, annotated, problems, fresh]);

  const background = useMemo(() => {
    if (running === undefined || height === 0) return {};
    const { editor } = running;
    const place = (line: number) =>
      [editor.getTopForLineNumber(line + 1) / height, editor.getBottomForLineNumber(line + 1) / height] as const;
    return rulerStyle(ruler(overlay, notes, place), height);
  }, [running, overlay, notes, height]);

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

/** The fold of managedFields where it is closed, so that what is folded away is said beside it. */
function closedFold({ editor }: Running, { managedFields, managers }: AnnotatedText) {
  const model = editor.getModel();
  if (managedFields === undefined || model === null) return undefined;
  const { lineNumber } = model.getPositionAt(managedFields.from);
  const closed = editor.getTopForLineNumber(lineNumber + 1) === editor.getTopForLineNumber(lineNumber);
  return closed ? { line: lineNumber - 1, summary: words.result.foldedSentence(managers) } : undefined;
}
