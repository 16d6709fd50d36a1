import type { AnnotatedText } from '@managed-fields/player';
import type { IRange, ISelection } from 'monaco-editor/editor';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Entrance } from './entrance.ts';
import { MonacoController, type Running } from './monaco-controller.ts';

const staticView: Entrance = { top: 40, left: 3, place: { anchor: 5, head: 2 }, unfolded: false };
const wholeRange = 'the whole text' as unknown as IRange;

/** What the controller asked of Monaco and what it reported, in order. */
let calls: string[];
let entrance: Entrance | undefined;

function fakeModel(text: string) {
  let value = text.replaceAll('\r\n', '\n');
  return {
    getValue: () => value,
    setValue: (next: string) => {
      value = next;
    },
    getValueLength: () => value.length,
    getFullModelRange: () => ({ equalsRange: (range: IRange) => range === wholeRange }),
    getPositionAt: (offset: number) => ({ lineNumber: 1, column: offset + 1 }),
    getOffsetAt: ({ column }: { readonly column: number }) => column - 1,
    dispose: () => calls.push(`drop ${value}`),
  };
}

type FakeModel = ReturnType<typeof fakeModel>;

function fakeMonaco() {
  let model: FakeModel | null = null;
  const heard: { content?: () => void; paste?: (paste: { readonly range: IRange }) => void } = {};
  const made = {
    getModel: () => model,
    setModel: (next: FakeModel | null) => {
      model = next;
    },
    getValue: () => model?.getValue() ?? '',
    createDecorationsCollection: () => ({ set: () => calls.push('draw') }),
    onDidChangeModelContent: (hear: () => void) => {
      heard.content = hear;
    },
    onDidChangeCursorPosition: () => undefined,
    onDidPaste: (hear: (paste: { readonly range: IRange }) => void) => {
      heard.paste = hear;
    },
    saveViewState: () => `place in ${model?.getValue()}`,
    restoreViewState: (view: string | null) => calls.push(`show ${model?.getValue()} at ${view}`),
    setSelection: ({ selectionStartColumn, positionColumn }: ISelection) =>
      calls.push(`mark ${selectionStartColumn} to ${positionColumn}`),
    setScrollPosition: ({ scrollTop }: { readonly scrollTop: number }) => calls.push(`scroll ${scrollTop}`),
    getTopForLineNumber: (line: number) => 20 * line,
    dispose: () => calls.push('end'),
  };
  const monaco = {
    createEditor: () => made,
    createModel: fakeModel,
    setEdited: () => undefined,
    setOwners: () => undefined,
    setProblems: () => calls.push('problems'),
    replaceText: (on: FakeModel, text: string) => {
      if (on.getValue() === text.replaceAll('\r\n', '\n')) return;
      on.setValue(text);
      heard.content?.();
    },
    fold: async () => calls.push('fold'),
    applyTheme: () => undefined,
  };
  return { monaco: monaco as unknown as Running['monaco'], heard, type: (text: string) => model?.setValue(text) };
}

function open() {
  const fake = fakeMonaco();
  const controller = new MonacoController(fake.monaco, {} as HTMLElement, {
    onText: (stepId, text) => calls.push(`${stepId} is ${text}`),
    onCaret: () => undefined,
    onEmpty: () => undefined,
    onReady: () => calls.push('ready'),
    entrance: () => entrance,
  });
  const show = (stepId: string, text: string, opened = 1) =>
    controller.setText({ stepId, opened, text, edited: { stepId } });
  return { ...fake, controller, show };
}

const withBlock = (text: string) =>
  ({ text, managedFields: { from: 0, to: 1 }, managers: [] }) as never as AnnotatedText;

beforeEach(() => {
  calls = [];
  entrance = staticView;
  vi.useFakeTimers();
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal(
    'MutationObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 16));
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => clearTimeout(frame));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a text that is set is not reported as a change, one that is typed is', () => {
  const { show, type, heard } = open();
  show('s1', 'a');
  show('s1', 'b');
  expect(calls.filter((call) => call.includes(' is '))).toEqual([]);
  type('bc');
  heard.content?.();
  expect(calls.at(-1)).toBe('s1 is bc');
});

test('mixed line breaks are reported once, as Monaco keeps them', () => {
  const { show } = open();
  show('s1', 'a\r\nb');
  expect(calls.at(-1)).toBe('s1 is a\nb');
});

test('a step that is shown again is where it was', () => {
  const { show } = open();
  show('s1', 'one');
  show('s2', 'two');
  show('s1', 'one');
  expect(calls).toEqual(['show one at null', 'show two at null', 'show one at place in one']);
});

test('another scenario drops the texts of the one before', () => {
  const { show } = open();
  show('s1', 'one');
  show('s1', 'other', 2);
  expect(calls).toEqual(['show one at null', 'drop one', 'show other at null']);
});

test('nothing is drawn over a text that has changed meanwhile', () => {
  const { controller, show } = open();
  show('s1', 'new');
  const drawing = { annotated: undefined, overlay: undefined, notes: new Map(), lastApplied: false };
  controller.setDecorations({ ...drawing, text: 'old' }, { column: 7, contentWidth: 9, scrollLeft: 0 }, all);
  controller.setProblems('old', undefined, []);
  expect(calls).toEqual(['show new at null']);
  controller.setDecorations({ ...drawing, text: 'new' }, { column: 7, contentWidth: 9, scrollLeft: 0 }, all);
  expect(calls.at(-1)).toBe('draw');
});

const all = { from: 0, to: 10 };

test('managedFields are folded once, and again in a text that is pasted', async () => {
  const { controller, show, heard } = open();
  show('s1', 'x');
  const folds = () => calls.filter((call) => call === 'fold').length;
  controller.setProblems('x', withBlock('x'), []);
  controller.setProblems('x', withBlock('x'), []);
  expect(folds()).toBe(1);
  heard.paste?.({ range: 'a part' as unknown as IRange });
  controller.setProblems('x', withBlock('x'), []);
  expect(folds()).toBe(1);
  heard.paste?.({ range: wholeRange });
  controller.setProblems('x', withBlock('x'), []);
  expect(folds()).toBe(2);
});

test('what the user opened in the static view stays open', () => {
  const { controller, show } = open();
  entrance = { ...staticView, unfolded: true };
  show('s1', 'x');
  controller.setProblems('x', withBlock('x'), []);
  expect(calls).not.toContain('fold');
});

test('it is ready two frames after it took the place of the static view, and says so once', async () => {
  const { controller, show } = open();
  show('s1', 'x');
  controller.setProblems('x', undefined, []);
  expect(calls.slice(-2)).toEqual(['mark 6 to 3', 'scroll 40']);
  await vi.advanceTimersByTimeAsync(16);
  expect(calls).not.toContain('ready');
  await vi.advanceTimersByTimeAsync(5000);
  controller.setProblems('x', undefined, []);
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls.filter((call) => call === 'ready')).toEqual(['ready']);
});

test('where the engine does not answer it is ready after two seconds', async () => {
  const { show } = open();
  show('s1', 'x');
  await vi.advanceTimersByTimeAsync(1999);
  expect(calls).not.toContain('scroll 40');
  await vi.advanceTimersByTimeAsync(100);
  expect(calls).toContain('ready');
});

test('after its end it reports nothing', async () => {
  const { controller, show } = open();
  show('s1', 'x');
  controller.setProblems('x', withBlock('x'), []);
  controller.dispose();
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls.slice(-2)).toEqual(['end', 'drop x']);
});
