import './monaco-environment.ts';
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/codeEditor/register';
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/contextmenu/register';
import 'monaco-editor/features/cursorUndo/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/folding/register';
import 'monaco-editor/features/gotoError/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/features/indentation/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/multicursor/register';
import 'monaco-editor/features/wordOperations/register';
import { visibleText } from '@managed-fields/foreign-text';
import { laneCount, lineLimits } from '@managed-fields/rendering';
import type { Problem } from '@managed-fields/scenario';
import { editor, KeyCode, KeyMod, languages, MarkerSeverity, Range } from 'monaco-editor/editor';
import { conf, language } from 'monaco-editor/languages/definitions/yaml/yaml';
import { messageAtPlace } from '../code-view/notes.ts';
import { differingPart } from '../view-models/emphasis.ts';
import { registerAssist } from './monaco-assist.ts';
import { tendSuggestions } from './suggestion-list.ts';
import { enterRules, foldRanges } from './yaml-language.ts';
import 'virtual:letters.css';
import './monaco.css';

// Everything of Monaco, in one chunk that is loaded late. Nothing else imports Monaco but for its types.

export { setEdited, setOwners } from './monaco-assist.ts';

/** The option that holds the measures of the font. */
export const fontInfoOption = editor.EditorOption.fontInfo;
/** When Escape has nothing to close in the editor. */
export const nothingOpen =
  '!suggestWidgetVisible && !findWidgetVisible && !markersNavigationVisible && !editorHoverVisible && !editorHasMultipleSelections && !editorHasSelection';
/** The keys that switch what Tab does: Ctrl+M everywhere. */
export const switchKeys = [KeyMod.CtrlCmd | KeyCode.KeyM, KeyMod.WinCtrl | KeyCode.KeyM];
/** The key that lets the next Tab leave the editor. */
export const escapeKey = KeyCode.Escape;
/** Why the caret moved: because the user moved it. */
export const explicitCursor = editor.CursorChangeReason.Explicit;

// Monaco's own registration asks for the grammar later, in a chunk that nobody answers for where it is missing.
languages.register({ id: 'yaml' });
languages.setLanguageConfiguration('yaml', { ...conf, onEnterRules: [...enterRules, ...(conf.onEnterRules ?? [])] });
languages.setMonarchTokensProvider('yaml', language);
languages.registerFoldingRangeProvider('yaml', {
  provideFoldingRanges: (model) =>
    foldRanges(model.getValue()).map(({ from, to }) => ({ start: from + 1, end: to + 1 })),
});

registerAssist();

/** A model for a step's text, with line breaks as the editor keeps them. */
export function createModel(text: string): editor.ITextModel {
  const model = editor.createModel(text, 'yaml');
  model.setEOL(editor.EndOfLineSequence.LF);
  // Brackets without colours are no decorations either: a text may have a hundred thousand in one line.
  const bracketColorizationOptions = { enabled: false, independentColorPoolPerBracketType: false };
  model.updateOptions({ tabSize: 2, insertSpaces: true, bracketColorizationOptions });
  return model;
}

/** An editor without a model. Metrics are those of the static view, so that taking its place moves nothing. */
export function createEditor(element: HTMLElement): editor.IStandaloneCodeEditor {
  const made = editor.create(element, {
    model: null,
    automaticLayout: true,
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--mono'),
    fontSize: 12.5,
    lineHeight: 20,
    lineNumbersMinChars: 4,
    lineDecorationsWidth: gutterWidth(0),
    padding: { top: 6, bottom: 14 },
    minimap: { enabled: false },
    scrollBeyondLastLine: false,
    // The static view has no line after the last either.
    renderFinalNewline: 'off',
    renderLineHighlight: 'line',
    overviewRulerLanes: 0,
    hideCursorInOverviewRuler: true,
    overviewRulerBorder: false,
    scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
    guides: { indentation: false },
    quickSuggestions: { other: 'on', comments: 'off', strings: 'on' },
    quickSuggestionsDelay: 150,
    wordBasedSuggestions: 'off',
    suggestOnTriggerCharacters: true,
    // Enter stays a line break where nothing would change.
    acceptSuggestionOnEnter: 'smart',
    tabCompletion: 'off',
    snippetSuggestions: 'none',
    suggest: { showWords: false, showSnippets: false, preview: false, showStatusBar: false, localityBonus: false },
    occurrencesHighlight: 'off',
    selectionHighlight: false,
    matchBrackets: 'near',
    links: false,
    fixedOverflowWidgets: true,
    showFoldingControls: 'mouseover',
    editContext: false,
    unicodeHighlight: { ambiguousCharacters: false },
    hover: { above: true, delay: 200 },
    stickyScroll: { enabled: false },
    // As the static view: what is longer is cut, and said to be.
    stopRenderingLineAfter: lineLimits.length,
    bracketPairColorization: { enabled: false },
    unfoldOnClickAfterEndOfLine: true,
  });
  tendSuggestions(made);
  return made;
}

/** The room for bars beside the line numbers, in pixels. */
export function gutterWidth(lanes: number): number {
  return lanes === 0 ? 10 : 8 + 16 * lanes + (lanes === laneCount ? 6 : 0);
}

/** Folds the block that begins at an offset, unless the caret is in it; what is at the top stays there. */
export async function fold(on: editor.IStandaloneCodeEditor, offset: number): Promise<void> {
  const line = on.getModel()?.getPositionAt(offset).lineNumber;
  if (line === undefined) return;
  // The action goes to the caret, wherever that is.
  const top = on.getVisibleRanges()[0]?.startLineNumber ?? 1;
  await on.getAction('editor.fold')?.run({ selectionLines: [line - 1], levels: 1 });
  on.setScrollTop(top === 1 ? 0 : on.getTopForLineNumber(top));
}

/** Marks problems at their places. */
export function setProblems(model: editor.ITextModel, problems: readonly Problem[]): void {
  const severities = { error: MarkerSeverity.Error, warning: MarkerSeverity.Warning, info: MarkerSeverity.Info };
  const markers = problems.map((problem) => {
    const { from, to, severity, code } = problem;
    const [start, end] = [model.getPositionAt(from), model.getPositionAt(Math.max(to, from + 1))];
    return {
      severity: severities[severity],
      message: visibleText(messageAtPlace(problem)),
      code,
      startLineNumber: start.lineNumber,
      startColumn: start.column,
      endLineNumber: end.lineNumber,
      endColumn: end.column,
    };
  });
  editor.setModelMarkers(model, 'playground', markers);
}

/** Changes a model's text by the smallest replacement, so that its history, caret and folds survive. */
export function replaceText(model: editor.ITextModel, text: string): void {
  const before = model.getValue();
  const wanted = text.replaceAll('\r\n', '\n');
  if (before === wanted) return;
  const { before: old, after: next } = differingPart(before, wanted);
  const [start, end] = [model.getPositionAt(old.from), model.getPositionAt(old.to)];
  const range = new Range(start.lineNumber, start.column, end.lineNumber, end.column);
  model.pushStackElement();
  model.pushEditOperations([], [{ range, text: wanted.slice(next.from, next.to) }], () => null);
  model.pushStackElement();
}

/** Takes over the page's colours, light or dark. */
export function applyTheme(dark: boolean): void {
  const ink = (name: string) => hexOf(name);
  editor.defineTheme('page', {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      ...['type', 'type.yaml'].map((token) => ({ token, foreground: ink('key') })),
      ...['string', 'string.yaml'].map((token) => ({ token, foreground: ink('string') })),
      ...['number', 'number.yaml', 'keyword', 'keyword.yaml'].map((token) => ({ token, foreground: ink('number') })),
      ...['operators', 'operators.yaml', 'delimiter'].map((token) => ({ token, foreground: ink('soft') })),
      { token: 'comment', foreground: ink('comment'), fontStyle: 'italic' },
    ],
    colors: {
      'editor.background': `#${ink('panel')}`,
      'editor.foreground': `#${ink('ink')}`,
      'editorLineNumber.foreground': `#${ink('faint')}`,
      'editorLineNumber.activeForeground': `#${ink('ink')}`,
      'editor.lineHighlightBorder': '#00000000',
      'editor.lineHighlightBackground': `#${ink('accent')}0d`,
      'editorHoverWidget.background': `#${ink('panel')}`,
      'editorHoverWidget.foreground': `#${ink('ink')}`,
      'editorHoverWidget.border': `#${ink('line-strong')}`,
      'editorWidget.background': `#${ink('panel')}`,
      'editorWidget.border': `#${ink('line-strong')}`,
      'editorError.foreground': `#${ink('bad')}`,
      'editorWarning.foreground': `#${ink('warn')}`,
      'editor.foldBackground': '#00000000',
      focusBorder: `#${ink('accent')}`,
    },
  });
  editor.setTheme('page');
}

/** A colour of `tokens.css` as six hexadecimal digits, as the browser resolves it now. */
function hexOf(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const parts = getComputedStyle(probe).color.match(/\d+/g) ?? [];
  probe.remove();
  return parts
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('');
}
