import type { editor } from 'monaco-editor/editor';
import { useEffect, useRef, useState } from 'react';
import { decorations } from './decorations.ts';
import { loadMonaco } from './load-monaco.ts';
import type { TextEditorProps } from './text-editor.tsx';

interface Running {
  readonly monaco: Awaited<ReturnType<typeof loadMonaco>>;
  readonly editor: editor.IStandaloneCodeEditor;
  readonly collection: editor.IEditorDecorationsCollection;
}

/** Models by step, with where the user stood in them; a step keeps its history while others are looked at. */
interface Shelf {
  readonly opened: number;
  readonly models: Map<string, { model: editor.ITextModel; view: editor.ICodeEditorViewState | null }>;
}

/** Monaco for one step. Text goes in only when the step changes or something outside changed it. */
export function MonacoEditor(props: TextEditorProps & { readonly focus: boolean }) {
  const { stepId, opened, outside, text, label, placeholder, annotated, overlay, notes, problems, fresh, dark, focus } =
    props;
  const host = useRef<HTMLDivElement>(null);
  const shelf = useRef<Shelf>({ opened, models: new Map() });
  const [running, setRunning] = useState<Running>();
  const [empty, setEmpty] = useState(text === '');
  const [metrics, setMetrics] = useState({ column: 7.5, contentWidth: 0, scrollLeft: 0 });
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
    let made: editor.IStandaloneCodeEditor | undefined;
    let gone = false;
    loadMonaco().then((monaco) => {
      if (gone) return;
      const made_ = monaco.createEditor(element);
      made = made_;
      const measure = () => {
        const { contentWidth, verticalScrollbarWidth } = made_.getLayoutInfo();
        const column = made_.getOption(monaco.fontInfoOption).typicalHalfwidthCharacterWidth;
        const next = { column, contentWidth: contentWidth - verticalScrollbarWidth, scrollLeft: made_.getScrollLeft() };
        setMetrics((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
      };
      made_.onDidLayoutChange(measure);
      made_.onDidScrollChange(({ scrollLeftChanged }) => scrollLeftChanged && measure());
      made_.onDidChangeModelContent(() => {
        const value = made_.getValue();
        setEmpty(value === '');
        if (!taking.current) latest.current.onText(latest.current.stepId, value);
      });
      made_.onDidChangeCursorPosition(({ position, reason }) => {
        const model = made_.getModel();
        if (model !== null && reason === monaco.explicitCursor) latest.current.onCaret(model.getOffsetAt(position));
      });
      measure();
      setRunning({ monaco, editor: made_, collection: made_.createDecorationsCollection() });
    });
    return () => {
      gone = true;
      made?.dispose();
      for (const { model } of shelf.current.models.values()) model.dispose();
      shelf.current = { ...shelf.current, models: new Map() };
    };
  }, []);

  const lanes = Math.max(0, ...(overlay?.bars ?? []).map(({ lane }) => lane + 1));
  useEffect(
    () => running?.editor.updateOptions({ lineDecorationsWidth: running.monaco.gutterWidth(lanes) }),
    [running, lanes],
  );
  useEffect(() => running?.monaco.applyTheme(dark), [running, dark]);
  useEffect(() => running?.editor.updateOptions({ ariaLabel: label }), [running, label]);
  useEffect(() => {
    if (focus) running?.editor.focus();
  }, [running, focus]);
  // Not `text`: it is taken in only when the step or the outside changed.
  useEffect(() => {
    if (running === undefined) return;
    const { monaco, editor } = running;
    if (shelf.current.opened !== opened) {
      editor.setModel(null);
      for (const { model } of shelf.current.models.values()) model.dispose();
      shelf.current = { opened, models: new Map() };
    }
    const { models } = shelf.current;
    taking.current = true;
    let kept = models.get(stepId);
    kept ??= { model: monaco.createModel(text), view: null };
    models.set(stepId, kept);
    monaco.replaceText(kept.model, text);
    if (editor.getModel() !== kept.model) {
      for (const other of models.values()) if (other.model === editor.getModel()) other.view = editor.saveViewState();
      editor.setModel(kept.model);
      editor.restoreViewState(kept.view);
    }
    setEmpty(kept.model.getValueLength() === 0);
    taking.current = false;
    // What the editor cannot keep (mixed line breaks) is settled here once.
    const value = kept.model.getValue();
    if (value !== text) latest.current.onText(stepId, value);
  }, [running, stepId, opened, outside]);

  useEffect(() => {
    const model = running?.editor.getModel();
    // Until the engine has answered, the editor carries the old decorations along, so that nothing flashes.
    if (running === undefined || !model || !fresh || model.getValue() !== text) return;
    const own = annotated?.text === text ? annotated : undefined;
    running.monaco.setOwners(model, own);
    running.monaco.setProblems(model, problems);
    running.collection.set(decorations(text, own, own && overlay, notes, metrics));
    if (own?.managedFields !== undefined && !folded.current.has(model)) {
      folded.current.add(model);
      running.monaco.fold(running.editor, own.managedFields.from);
    }
  }, [running, text, annotated, overlay, notes, problems, metrics, fresh]);

  return (
    <div className="editor">
      <div className="editor-monaco" ref={host} />
      {empty && <p className="editor-placeholder">{placeholder}</p>}
    </div>
  );
}
