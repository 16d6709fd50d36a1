import { changeValue, type PlaceChange, withoutEmptied } from '@managed-fields/api-server';
import { equals, formatJson, isList, isMap, type Value, type ValuePath, valueAt } from '@managed-fields/merge-engine';
import { type NodeRange, printYaml, readDocuments, type SourceDocument } from '@managed-fields/source';

/** A text that replaces a range. */
interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The most characters that are read again for edits in place. Above that, the document is printed anew. */
const mostCharactersRead = 20_000_000;

/**
 * Changes places in one document of a YAML or JSON text, the first one unless `index` names another. Everything else
 * stays as it is written, comments and order included. A map or list that loses its last child is removed with it.
 * Where edits in place would not give exactly the changed value, as with places inside an alias, the document is
 * printed anew. Returns the same text where it cannot be read or does not have the places.
 */
export function changeText(text: string, changes: readonly PlaceChange[], index = 0): string {
  const value = readDocuments(text)[index]?.value;
  if (value === undefined) return text;
  const wanted = withoutEmptied(
    value,
    changes.filter(({ place }) => valueAt(value, place) !== undefined),
  );
  const expected = changeValue(value, wanted);
  if (equals(expected, value)) return text;
  const edited = wanted.length * text.length > mostCharactersRead ? undefined : editInPlace(text, wanted, index);
  const again = edited === undefined ? undefined : readDocuments(edited)[index]?.value;
  return edited !== undefined && again !== undefined && equals(again, expected)
    ? edited
    : printAnew(text, expected, index);
}

/** Edits later places first, so that the offsets of earlier ones stay valid. */
function editInPlace(text: string, changes: readonly PlaceChange[], index: number): string | undefined {
  let edited = text;
  for (const change of [...changes].sort((a, b) => comparePlaces(b.place, a.place))) {
    const document = readDocuments(edited)[index];
    const edit = document && editOf(edited, document, change);
    if (edit === undefined) return undefined;
    edited = edited.slice(0, edit.from) + edit.text + edited.slice(edit.to);
  }
  return edited;
}

function comparePlaces(a: ValuePath, b: ValuePath): number {
  for (const [index, step] of a.entries()) {
    const other = b[index];
    if (step !== other) return typeof step === 'number' && typeof other === 'number' ? step - other : 0;
  }
  return 0;
}

function printAnew(text: string, value: Value, index: number): string {
  const document = readDocuments(text)[index];
  const isJson = /^\s*\{/.test(document === undefined ? text : text.slice(document.range.from));
  const printed = isJson ? `${formatJson(value, { indent: 2 })}\n` : printYaml(value).text;
  return document === undefined
    ? printed
    : text.slice(0, document.range.from) + printed + text.slice(document.range.to);
}

function editOf(text: string, document: SourceDocument, change: PlaceChange): TextEdit | undefined {
  const node = document.locate(change.place);
  if (node === undefined) return undefined;
  const flow = change.place.some((_, depth) => isFlow(text, document.locate(change.place.slice(0, depth))));
  if (change.value === undefined)
    return (flow ? flowRemoval : blockRemoval)(text, node, siblings(document, change.place));
  return flow ? flowReplacement(node, change.value) : blockReplacement(text, node, change.value);
}

/** Whether a node is written in brackets or braces; an anchor or a tag may stand before them. */
function isFlow(text: string, node: NodeRange | undefined): boolean {
  return node !== undefined && /^(?:[&!]\S*\s+)*[{[]/.test(text.slice(node.value.from, node.value.to));
}

interface Siblings {
  readonly before: NodeRange | undefined;
  readonly after: NodeRange | undefined;
}

function siblings(document: SourceDocument, place: ValuePath): Siblings {
  const parent = place.slice(0, -1);
  const container = document.value === undefined ? undefined : valueAt(document.value, parent);
  const steps: readonly (string | number | undefined)[] =
    isMap(container) || isList(container) ? [...container.keys()] : [];
  const index = steps.indexOf(place.at(-1));
  const locate = (step: string | number | undefined) =>
    step === undefined ? undefined : document.locate([...parent, step]);
  return { before: locate(steps[index - 1]), after: locate(steps[index + 1]) };
}

function flowRemoval(_: string, { whole }: NodeRange, { before, after }: Siblings): TextEdit | undefined {
  if (after !== undefined) return { from: whole.from, to: after.whole.from, text: '' };
  return before === undefined ? undefined : { from: before.whole.to, to: whole.to, text: '' };
}

function blockRemoval(text: string, { whole }: NodeRange, { after }: Siblings): TextEdit | undefined {
  const from = lineStart(text, whole.from);
  const to = lineEnd(text, whole.to);
  if (text.slice(from, whole.from).trim() === '') return { from, to, text: '' };
  // The first field of a list's item follows the dash on the same line. The next field moves up to its place.
  return after === undefined ? undefined : { from: whole.from, to: to + indentOf(text, to), text: '' };
}

function flowReplacement({ value: range }: NodeRange, value: Value): TextEdit {
  const json = formatJson(value);
  return { ...range, text: range.from === range.to ? ` ${json}` : json };
}

function blockReplacement(text: string, node: NodeRange, value: Value): TextEdit | undefined {
  const { key, value: range, whole } = node;
  const printed = printYaml(key === undefined ? [value] : new Map([['k', value]])).text.trimEnd();
  // The printed value without its key or dash, indented to the depth of the place.
  const bare = printed.slice(key === undefined ? 1 : 2).replaceAll('\n', `\n${' '.repeat(column(text, whole.from))}`);
  const comment = bare.includes('\n')
    ? (/^[ \t]+#[^\r\n]*/.exec(text.slice(range.to, range.to + 1000))?.[0] ?? '')
    : '';
  // A comment behind the old value moves behind the first of several lines.
  const lines = comment === '' ? bare : bare.replace('\n', () => `${comment}\n`);
  const to = range.to + comment.length;
  if (key === undefined) return { from: whole.from + 1, to, text: lines };
  const colon = text.indexOf(':', key.to);
  if (colon < 0 || colon >= Math.max(range.to, key.to + 1)) return undefined;
  const gap = text.slice(colon + 1, range.from);
  // A comment behind the colon stays if both the old and the new value begin on a line of their own.
  const kept = gap.includes('\n') && lines.startsWith('\n') ? gap.lastIndexOf('\n') : 0;
  return { from: colon + 1 + kept, to, text: lines };
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** The start of the next line. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

function column(text: string, at: number): number {
  return at - lineStart(text, at);
}

function indentOf(text: string, at: number): number {
  return /^ */.exec(text.slice(at, at + 1000))?.[0].length ?? 0;
}
