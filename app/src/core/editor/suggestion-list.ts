import type { editor, IPosition } from 'monaco-editor/editor';

/** What is used of Monaco's controller of completions, which it has no types for. */
interface SuggestController extends editor.IEditorContribution {
  readonly model: {
    readonly onDidTrigger: (listener: () => void) => unknown;
    readonly onDidSuggest: (listener: (suggested: Suggested) => void) => unknown;
  };
  cancelSuggestWidget(): void;
  forceRenderingAbove(): void;
  stopForceRenderingAbove(): void;
}

/** The completions that are shown from now on. */
interface Suggested {
  readonly triggerOptions: { readonly auto: boolean };
  readonly completionModel: {
    readonly items: readonly Suggestion[];
    /** How many characters were typed since the completions were asked for. */
    readonly lineContext: { readonly characterCountDelta: number };
  };
}

interface Suggestion {
  readonly editStart: IPosition;
  readonly editReplaceEnd: IPosition;
  readonly completion: { readonly insertText: string };
}

/** A row of the list in pixels, as high as a line of the editor, and how many rows Monaco shows at once. */
const rowHeight = 20;
const mostRows = 12;

/**
 * Keeps the list of completions away from what stands below the editor, such as a conflict that the text brings. The
 * list closes once all that it offers is typed already; who asks for it by a key sees it in any case. Where it would reach
 * below the editor, it stands above the line; there it stays until it closes, with what was chosen in it.
 */
export function tendSuggestions(on: editor.IStandaloneCodeEditor): void {
  const controller = on.getContribution<SuggestController>('editor.contrib.suggestController');
  if (controller === null) return;
  let rows = 0;
  const place = () => {
    if (rows * rowHeight > roomBelow(on)) controller.forceRenderingAbove();
  };
  controller.model.onDidTrigger(() => {
    rows = 0;
    controller.stopForceRenderingAbove();
  });
  controller.model.onDidSuggest((suggested) => {
    rows = Math.min(suggested.completionModel.items.length, mostRows);
    if (isTyped(on, suggested)) controller.cancelSuggestWidget();
    else place();
  });
  on.onDidLayoutChange(place);
}

/** Pixels between the line of the caret and the lower edge of the editor. */
function roomBelow(on: editor.IStandaloneCodeEditor): number {
  const caret = on.getPosition();
  const box = caret && on.getScrolledVisiblePosition(caret);
  return box ? on.getLayoutInfo().height - box.top - box.height : Number.POSITIVE_INFINITY;
}

/** Whether to take the only completion would change nothing. */
function isTyped(on: editor.IStandaloneCodeEditor, { completionModel, triggerOptions }: Suggested): boolean {
  const { items, lineContext } = completionModel;
  const [item, ...others] = items;
  const caret = on.getPosition();
  if (item === undefined || others.length > 0 || caret === null) return false;
  const typed = lineContext.characterCountDelta;
  if (!triggerOptions.auto && typed === 0) return false;
  const { lineNumber: startLineNumber, column: startColumn } = item.editStart;
  const { lineNumber: endLineNumber, column: endColumn } = caret;
  const text = on.getModel()?.getValueInRange({ startLineNumber, startColumn, endLineNumber, endColumn });
  return text === item.completion.insertText && item.editReplaceEnd.column + typed === endColumn;
}
