// The feature's own register leaves the controller out.
import 'monaco-editor/editor/contrib/suggest/browser/suggestController';
import type { AnnotatedText, CompletionItem, TextPlace } from '@managed-fields/player';
import { fieldAt } from '@managed-fields/rendering';
import { type editor, languages, Range } from 'monaco-editor/editor';
import type { Answer, Question } from '../engine/answer-question.ts';
import { askEngine } from '../engine/drive.ts';
import { useScenario } from '../store/scenario-store.ts';
import { words } from '../words/language.ts';
import { laterWords } from '../words/later-words.ts';
import { hoverText } from './decorations.ts';

/** Which text of a scenario an editor holds: a step's own, or a file of a kubectl step. */
export type EditedText = Pick<TextPlace, 'stepId' | 'file'>;

/** What is known of a model: which text it is, and who owns what in it. */
interface Known {
  readonly edited?: EditedText;
  readonly annotated?: AnnotatedText | undefined;
}

const known = new WeakMap<editor.ITextModel, Known>();

/** Registers for completion and hover which text of the scenario a model holds. */
export function setEdited(model: editor.ITextModel, edited: EditedText): void {
  known.set(model, { ...known.get(model), edited });
}

/** Registers for the hover who owns what in a model. */
export function setOwners(model: editor.ITextModel, annotated: AnnotatedText | undefined): void {
  known.set(model, { ...known.get(model), annotated });
}

/** Registers completion and hover, once. Both ask the engine; nothing here knows a schema. */
export function registerAssist(): void {
  languages.registerCompletionItemProvider('yaml', {
    triggerCharacters: [' ', '/', '$', '"', '.', '{', '['],
    provideCompletionItems: async (model, position, context, token) => {
      const edited = known.get(model)?.edited;
      const line = model.getLineContent(position.lineNumber).slice(0, position.column - 1);
      // A space asks only where a value or an item is to follow; indentation is no question.
      if (edited === undefined || (context.triggerCharacter === ' ' && !/(?::|^\s*-) $/.test(line))) return null;
      const text = model.getValue();
      const ofExpression = signsOfExpressions.has(context.triggerCharacter ?? '');
      if (ofExpression && !hasExpressions.test(text)) return null;
      const answer = await askCompletion(edited, text, model.getOffsetAt(position), token);
      if (answer === undefined || model.isDisposed() || (ofExpression && answer.isExpression !== true)) return null;
      const range = rangeOf(model, answer.range.from, answer.range.to);
      return { suggestions: answer.items.map((item, index) => suggestion(item, index, range)) };
    },
  });
  languages.registerHoverProvider('yaml', {
    provideHover: async (model, position, token) => {
      const { edited, annotated } = known.get(model) ?? {};
      const offset = model.getOffsetAt(position);
      const text = model.getValue();
      const owned = annotated?.text === text ? ownersAt(annotated, offset) : undefined;
      const answer = edited === undefined ? undefined : await askHover(edited, text, offset, token);
      if (model.isDisposed()) return null;
      const expression = answer !== undefined && 'expression' in answer ? answer.expression : undefined;
      const field = answer !== undefined && 'field' in answer ? answer.field : undefined;
      const lines = [
        ...(owned?.lines ?? []),
        ...(field === undefined ? [] : laterWords.schema.hoverLines(field)),
        ...(expression === undefined ? [] : laterWords.schema.expressionLines(expression)),
      ];
      if (lines.length === 0) return null;
      const place = expression?.range ?? owned ?? answer?.range;
      const named = owned === undefined && field !== undefined ? [field.text, ...lines] : lines;
      return {
        ...(place === undefined ? {} : { range: rangeOf(model, place.from, place.to) }),
        contents: named.map(hoverText),
      };
    },
  });
}

function ownersAt(annotated: AnnotatedText, offset: number) {
  const index = fieldAt(annotated.fields, offset);
  const field = index === undefined ? undefined : annotated.fields[index];
  if (field?.range === undefined) return undefined;
  return { ...field.range, lines: words.field.hoverLines(field, annotated) };
}

function rangeOf(model: editor.ITextModel, from: number, to: number): Range {
  const [start, end] = [model.getPositionAt(from), model.getPositionAt(to)];
  return new Range(start.lineNumber, start.column, end.lineNumber, end.column);
}

function suggestion(item: CompletionItem, index: number, range: Range): languages.CompletionItem {
  const { label, insert, kind, again } = item;
  const lines = linesOf(item);
  return {
    label: { label, description: descriptionOf(item) },
    kind: kinds[kind],
    insertText: insert,
    // New lines are indented already.
    insertTextRules: languages.CompletionItemInsertTextRule.KeepWhitespace,
    filterText: item.details === undefined && kind !== 'skeleton' ? (insert.split(/[:\n]/, 1)[0] ?? label) : label,
    // The engine knows the likeliest.
    sortText: String(index).padStart(5, '0'),
    range,
    ...(lines.length === 0 ? {} : { documentation: lines.join('\n') }),
    ...(again ? { command: { id: 'editor.action.triggerSuggest', title: '' } } : {}),
  };
}

function descriptionOf(item: CompletionItem): string {
  const { kind, field, details } = item;
  const { schema } = laterWords;
  if (details !== undefined) return schema.expressionItem(item).short;
  if (field !== undefined) return schema.completionDetail(field);
  if (kind === 'live') return schema.liveValue;
  return kind === 'directive' ? schema.directive : kind === 'skeleton' ? schema.skeleton : '';
}

function linesOf(item: CompletionItem): readonly string[] {
  const { schema } = laterWords;
  if (item.details !== undefined) return schema.expressionItem(item).lines;
  return item.field === undefined ? [] : schema.hoverLines(item.field);
}

/** Signs at which something follows inside of an expression, and nowhere else. */
const signsOfExpressions: ReadonlySet<string> = new Set(['.', '{', '[']);
const hasExpressions = /[eE]xpression["']?\s*:|\brule["']?\s*:/;

const { CompletionItemKind } = languages;
const kinds = {
  field: CompletionItemKind.Property,
  item: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  live: CompletionItemKind.Value,
  kind: CompletionItemKind.Class,
  directive: CompletionItemKind.Keyword,
  pointer: CompletionItemKind.Reference,
  operation: CompletionItemKind.Keyword,
  // Those of the kind for snippets are switched off.
  skeleton: CompletionItemKind.Module,
  variable: CompletionItemKind.Variable,
  function: CompletionItemKind.Function,
  macro: CompletionItemKind.Function,
  constructor: CompletionItemKind.Struct,
  word: CompletionItemKind.Keyword,
} as const satisfies Record<CompletionItem['kind'], languages.CompletionItemKind>;

/** Takes a question back. */
interface Cancellation {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): unknown;
}

/** Asks the engine what can be written at an offset; undefined where nobody knows, or nobody wants to know any more. */
function askCompletion(
  edited: EditedText,
  text: string,
  offset: number,
  token: Cancellation,
): Promise<Answer<'complete'>> {
  return ask<'complete'>({ kind: 'complete', ...placeOf(edited, text, offset) }, token);
}

/** Asks the engine what the schema says of the field at an offset. */
function askHover(edited: EditedText, text: string, offset: number, token: Cancellation): Promise<Answer<'hover'>> {
  return ask<'hover'>({ kind: 'hover', ...placeOf(edited, text, offset) }, token);
}

/** The text travels only where it is another one than that of the scenario. */
function placeOf(edited: EditedText, text: string, offset: number): TextPlace {
  const { scenario } = useScenario.getState();
  const step = scenario.steps.find(({ id }) => id === edited.stepId);
  const known =
    edited.file === undefined ? step?.text : step?.kind === 'kubectl' ? step.files?.[edited.file] : undefined;
  return { ...edited, offset, ...(known === text ? {} : { text }) };
}

function ask<K extends 'complete' | 'hover'>(
  question: Question & { readonly kind: K },
  token: Cancellation,
): Promise<Answer<K> | undefined> {
  return new Promise((resolve) => {
    if (token.isCancellationRequested) return resolve(undefined);
    const takeBack = askEngine<K>(useScenario.getState().scenario, question, (ended) =>
      resolve(ended.kind === 'answered' ? ended.answer : undefined),
    );
    token.onCancellationRequested(() => {
      takeBack();
      resolve(undefined);
    });
  });
}
