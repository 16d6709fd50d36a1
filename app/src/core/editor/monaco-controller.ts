import { visibleText } from '@managed-fields/foreign-text';
import type { AnnotatedText } from '@managed-fields/player';
import { lineLimits, lineStarts } from '@managed-fields/rendering';
import type { Problem } from '@managed-fields/scenario';
import type { editor, IRange } from 'monaco-editor/editor';
import { words } from '../words/language.ts';
import { type Decorated, decorations, type LineRange, type Metrics } from './decorations.ts';
import type { Entrance, TextPlace } from './entrance.ts';
import type { EditedText } from './monaco-assist.ts';

/** Milliseconds after which the editor is shown as it is, where the engine does not answer. */
const longestEntrance = 2000;

/** What the controller reports, and what it asks of its owner. */
export interface MonacoEvents {
  /** The user changed the text of a step. Never called for a text that was set from outside. */
  readonly onText: (stepId: string, text: string) => void;
  /** The user moved the caret to another place of the text. */
  readonly onCaret: (offset: number) => void;
  /** The text became empty, or is not empty any more. Also called when neither changed. */
  readonly onEmpty: (empty: boolean) => void;
  /** The editor looks as the static view does and can take its place. Called once. */
  readonly onReady: () => void;
  /** Returns how the static view stands now; undefined once the editor is on screen. */
  readonly entrance: () => Entrance | undefined;
}

/** The text of a step, as it is given to the editor. */
export interface StepText {
  readonly stepId: string;
  /** Changes when another scenario was opened; then the histories of all texts are dropped. */
  readonly opened: number;
  readonly text: string;
  /** Which text of the scenario it is, for completion and hover. */
  readonly edited: EditedText;
}

/** The text of a step in the editor, with its undo history and the place where the user was in it. */
interface OpenText {
  readonly model: editor.ITextModel;
  view: editor.ICodeEditorViewState | null;
  /** The block of managedFields was folded once; a user who opens it again keeps it open. */
  folded: boolean;
}

/**
 * Owns one Monaco editor and the texts that are edited in it, one for each step. It keeps the undo history of a step while
 * another step is shown. It knows nothing of React: its owner calls the methods, and hears of changes by the events.
 */
export class MonacoController implements Running {
  readonly monaco: Running['monaco'];
  readonly editor: editor.IStandaloneCodeEditor;
  readonly collection: editor.IEditorDecorationsCollection;
  readonly #events: MonacoEvents;
  readonly #contrast: MutationObserver;
  readonly #texts = new Map<string, OpenText>();
  #opened: number | undefined;
  #stepId = '';
  #dark = false;
  #wraps = false;
  /** While a text is set from outside, changes of the model are not the user's. */
  #setting = false;
  #ready = false;
  #timer: ReturnType<typeof setTimeout>;
  #frame = 0;

  /** Makes an editor without a text inside an element. */
  constructor(monaco: Running['monaco'], element: HTMLElement, events: MonacoEvents) {
    this.monaco = monaco;
    this.#events = events;
    this.editor = monaco.createEditor(element);
    this.collection = this.editor.createDecorationsCollection();
    this.editor.onDidChangeModelContent(() => this.#textChanged());
    this.editor.onDidChangeCursorPosition(({ position, reason }) => {
      const model = this.editor.getModel();
      if (model !== null && reason === monaco.explicitCursor) events.onCaret(model.getOffsetAt(position));
    });
    this.editor.onDidPaste(({ range }) => this.#pasted(range));
    // More contrast changes the page's colours, and Monaco copies them.
    this.#contrast = new MutationObserver(() => monaco.applyTheme(this.#dark));
    this.#contrast.observe(document.documentElement, { attributeFilter: ['data-contrast'] });
    this.#timer = setTimeout(() => this.#becomeReady(), longestEntrance);
  }

  /** Removes the editor with all its texts. No event is reported after it. */
  dispose(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.#ready = true;
    this.#contrast.disconnect();
    this.editor.dispose();
    this.#dropTexts();
  }

  /** Sets what assistive technology says of the editor. */
  setLabel(label: string): void {
    this.editor.updateOptions({ ariaLabel: label });
  }

  /** Uses the page's colours, dark or light. */
  setTheme(dark: boolean): void {
    this.#dark = dark;
    this.monaco.applyTheme(dark);
  }

  /** Makes the gutter wide enough for so many bars beside each other. */
  setLanes(lanes: number): void {
    this.editor.updateOptions({ lineDecorationsWidth: this.monaco.gutterWidth(lanes) });
  }

  /** Moves the keyboard focus into the editor, to a place of the text where one is named. */
  focus(place?: TextPlace): void {
    this.#goTo(place);
    this.editor.focus();
  }

  /**
   * Shows the text of a step. A text that was open before keeps its undo history, its caret and its scroll position.
   * Where Monaco cannot keep the text as it is (mixed line breaks), its form of it is reported as a change.
   */
  setText({ stepId, opened, text, edited }: StepText): void {
    if (this.#opened !== opened) {
      this.editor.setModel(null);
      this.#dropTexts();
      this.#opened = opened;
    }
    this.#setting = true;
    const open = this.#texts.get(stepId) ?? { model: this.monaco.createModel(text), view: null, folded: false };
    this.#texts.set(stepId, open);
    this.#stepId = stepId;
    this.monaco.setEdited(open.model, edited);
    const wraps = hasHeavyLines(text);
    // While one text follows the other, neither is drawn without wrapping that needs it.
    if (wraps) this.#wrap(true);
    this.monaco.replaceText(open.model, text);
    if (this.editor.getModel() !== open.model) this.#showText(open);
    this.#wrap(wraps);
    this.#setting = false;
    this.#events.onEmpty(open.model.getValueLength() === 0);
    const value = open.model.getValue();
    if (value !== text) this.#events.onText(stepId, value);
  }

  /** Draws over the lines that are in view. Keeps the old drawing where the text is another one by now. */
  setDecorations(drawing: Omit<Decorated, 'fold'>, metrics: Metrics, lines: LineRange): void {
    if (!this.#shows(drawing.text)) return;
    const fold = drawing.annotated && this.#closedFold(drawing.annotated);
    this.collection.set(decorations({ ...drawing, fold }, metrics, lines));
  }

  /**
   * Marks the problems of a text, gives its owners to the hover, and folds its managedFields the first time. Then the
   * editor is ready. Does nothing where the text is another one by now.
   */
  setProblems(text: string, annotated: AnnotatedText | undefined, problems: readonly Problem[]): void {
    const open = this.#shown();
    if (open === undefined || !this.#shows(text)) return;
    this.monaco.setOwners(open.model, annotated);
    this.monaco.setProblems(open.model, problems);
    const block = open.folded ? undefined : annotated?.managedFields;
    if (block !== undefined) open.folded = true;
    // The user may have opened the block in the static view.
    const folds = block !== undefined && this.#events.entrance()?.unfolded !== true;
    if (folds) void this.monaco.fold(this.editor, block.from).then(() => this.#becomeReady());
    else this.#becomeReady();
  }

  /** Returns where a line, counted from 0, begins and ends, in pixels from the top of the text. */
  placeOf(line: number): readonly [top: number, bottom: number] {
    return [this.editor.getTopForLineNumber(line + 1), this.editor.getBottomForLineNumber(line + 1)];
  }

  #goTo(place: TextPlace | undefined): void {
    const model = this.editor.getModel();
    if (place === undefined || model === null) return;
    const [start, end] = [model.getPositionAt(place.anchor), model.getPositionAt(place.head)];
    this.editor.setSelection({
      selectionStartLineNumber: start.lineNumber,
      selectionStartColumn: start.column,
      positionLineNumber: end.lineNumber,
      positionColumn: end.column,
    });
  }

  #shown(): OpenText | undefined {
    const open = this.#texts.get(this.#stepId);
    return open?.model === this.editor.getModel() ? open : undefined;
  }

  #shows(text: string): boolean {
    return this.editor.getModel()?.getValue() === text;
  }

  #showText(open: OpenText): void {
    const before = this.editor.getModel();
    for (const other of this.#texts.values()) if (other.model === before) other.view = this.editor.saveViewState();
    this.editor.setModel(open.model);
    this.editor.restoreViewState(open.view);
  }

  #dropTexts(): void {
    for (const { model } of this.#texts.values()) model.dispose();
    this.#texts.clear();
  }

  #textChanged(): void {
    const value = this.editor.getValue();
    this.#events.onEmpty(value === '');
    if (this.#setting) return;
    this.#wrap(hasHeavyLines(value));
    this.#events.onText(this.#stepId, value);
  }

  /** Wraps the lines of the text, as it must be where drawing them whole would take too long. */
  #wrap(wraps: boolean): void {
    if (wraps === this.#wraps) return;
    this.#wraps = wraps;
    this.editor.updateOptions({ wordWrap: wraps ? 'on' : 'off' });
  }

  /** Scrolls to the top of a text that was pasted as a whole, and lets its managedFields be folded again. */
  #pasted(range: IRange): void {
    const open = this.#shown();
    if (open?.model.getFullModelRange().equalsRange(range) !== true) return;
    open.folded = false;
    // The editor first goes to the caret, which is at the end.
    requestAnimationFrame(() => this.editor.setScrollPosition({ scrollTop: 0, scrollLeft: 0 }));
  }

  /** The fold of managedFields where it is closed, so that a summary stands beside it. */
  #closedFold({ managedFields, managers }: AnnotatedText): Decorated['fold'] {
    const model = this.editor.getModel();
    if (managedFields === undefined || model === null) return undefined;
    const { lineNumber } = model.getPositionAt(managedFields.from);
    const closed = this.editor.getTopForLineNumber(lineNumber + 1) === this.editor.getTopForLineNumber(lineNumber);
    return closed ? { line: lineNumber - 1, summary: words.result.foldedSentence(managers) } : undefined;
  }

  /** Puts the editor where the static view is, and reports it once its lines are drawn. */
  #becomeReady(): void {
    if (this.#ready) return;
    this.#ready = true;
    clearTimeout(this.#timer);
    const entrance = this.#events.entrance();
    if (entrance === undefined) return;
    const { top, left, place } = entrance;
    this.#goTo(place);
    this.editor.setScrollPosition({ scrollTop: top, scrollLeft: left });
    // The editor draws its lines in the next frame.
    this.#frame = requestAnimationFrame(() => {
      this.#frame = requestAnimationFrame(() => this.#events.onReady());
    });
  }
}

/** What an editor draws of a screen of lines without a pause: lines, and letters in all of them. */
const screen = { lines: 60, length: 12_000 } as const;

/**
 * Whether a screen of a text can hold lines so long that an editor which draws each as a whole would stop: it has to wrap
 * them, and then draws what is seen. A character that is shown by its number counts as that.
 */
export function hasHeavyLines(text: string): boolean {
  const starts = lineStarts(text);
  const drawn: number[] = [];
  let sum = 0;
  for (const [line, from] of starts.entries()) {
    const to = Math.min((starts[line + 1] ?? text.length + 1) - 1, from + lineLimits.length);
    const length = visibleText(text.slice(from, to)).length;
    drawn.push(length);
    sum += length - (drawn[line - screen.lines] ?? 0);
    if (sum > screen.length) return true;
  }
  return false;
}

/** An editor that is there, with the module that made it and all that is drawn in it. */
export interface Running {
  readonly monaco: typeof import('./monaco.ts');
  readonly editor: editor.IStandaloneCodeEditor;
  readonly collection: editor.IEditorDecorationsCollection;
}
