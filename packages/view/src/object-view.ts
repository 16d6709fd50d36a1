import { isMap, parseJson, type Value, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';
import { annotateByEntries } from '@managed-fields/player/annotate';
import {
  assignColours,
  drawing,
  element,
  english,
  legendTree,
  linesTree,
  overlay,
  palette,
  type StaticWords,
  type TreeElement,
} from '@managed-fields/rendering';

/** An object as it is given: as a value, such as a client of the API has it, or as the text of its JSON. */
export type GivenObject = string | object | null | undefined;

/** How an object is shown. */
export interface ObjectViewOptions {
  /** `auto` follows the `color-scheme` of the place. */
  readonly theme?: 'auto' | 'light' | 'dark';
  /** What assistive technology calls the view; without it the kind and the name of the object. */
  readonly label?: string;
}

/** What views say beside the object: that of drawings, and the sentence for one without managedFields. */
export interface ViewWords {
  readonly drawn: StaticWords;
  readonly unmanaged: string;
}

let words: ViewWords = {
  drawn: english,
  unmanaged: 'This object has no managedFields, so nobody is known to own anything.',
};

/** Lets all views that are drawn from now on speak another language than English. */
export function sayInViews(others: ViewWords): void {
  words = others;
}

/**
 * The view of one object: its lines with bars and tints of who owns them, and the legend. Where nothing can be shown, a
 * sentence says why.
 *
 * @param given - The object with its managedFields, as a value or as JSON.
 * @returns An element with its children, as plain data; with a sentence in it where nothing can be shown.
 *
 * @example
 * ```js
 * import { objectView } from '@managed-fields/view';
 *
 * const fieldsV1 = { 'f:data': { 'f:color': {} } };
 * const entry = { manager: 'alice', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 };
 * const metadata = { name: 'settings', managedFields: [entry] };
 * const view = objectView({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { color: 'green' } }, { theme: 'dark' });
 * console.log(view.tag, view.attributes.class, view.children.length);
 * ```
 * ```text
 * div mf mf-dark 2
 * ```
 */
export function objectView(given: GivenObject, { theme = 'auto', label }: ObjectViewOptions = {}): TreeElement {
  const read = readObject(given);
  const root = (name: string, ...children: Parameters<typeof element>[2][]) =>
    element(
      'div',
      { class: `mf${theme === 'auto' ? '' : ` mf-${theme}`}`, role: 'figure', 'aria-label': label ?? name },
      ...children,
    );
  if (typeof read === 'string') return root('', element('p', { class: 'mf-notice' }, read));
  const annotated = annotateByEntries(read);
  const colours = palette(assignColours(annotated.managers.map(({ manager }) => manager)), annotated.managers);
  const lines = drawing(annotated.text, { annotated, overlay: overlay(annotated, colours) });
  const name = nameOf(read);
  return root(
    name,
    annotated.managers.length === 0 && element('p', { class: 'mf-notice' }, words.unmanaged),
    linesTree(lines, { label: label ?? name, fold: 'details' }, words.drawn),
    legendTree(annotated, colours, words.drawn),
  );
}

/** The object that was given, or a sentence why there is none. */
function readObject(given: GivenObject): ValueMap | string {
  if (given === undefined || given === null || given === '') return 'There is no object.';
  if (typeof given === 'string') return readText(given);
  try {
    const value = valueFromPlain(given);
    return isMap(value) ? value : 'This is no object.';
  } catch {
    // A value that JSON does not have, such as a function or a circle.
    return 'This is no object.';
  }
}

function readText(text: string): ValueMap | string {
  const read = parseJson(text);
  if (read.kind === 'value') return isMap(read.value) ? read.value : 'This is no object.';
  return `This is no JSON: ${read.message}`;
}

function nameOf(object: ValueMap): string {
  const metadata = object.get('metadata');
  const text = (value: Value | undefined) => (typeof value === 'string' ? value : '');
  return `${text(object.get('kind'))} ${isMap(metadata) ? text(metadata.get('name')) : ''}`.trim();
}
