import {
  formatJson,
  isList,
  isMap,
  mapAt,
  stringAt,
  type Value,
  type ValueMap,
  type ValuePath,
} from '@managed-fields/merge-engine';
import { inputFile, type TextRange } from '@managed-fields/scenario';
import type { NodeRange, SourceDocument } from '@managed-fields/source';
import type { PlayedStep } from './played-step.ts';
import { readStepText } from './step-text.ts';

/** The text that a configuration was sent from: the step's own, or a file of its command. */
export interface Declared {
  /** The name of the file; undefined for the step's own text. */
  readonly file: string | undefined;
  readonly text: string;
  /**
   * The index of the document in the text, and the path to the configuration in that document. The path is empty but
   * for items of a `kind: List`.
   */
  readonly document: number;
  readonly root: ValuePath;
  /** The configuration as it is written. */
  readonly value: Value;
  /** The range of a field or item of the configuration in the text. */
  locate(place: ValuePath): NodeRange | undefined;
}

/** The step's own text as the source of what was sent; undefined where the text cannot be read. */
export function declaredInText({ text }: PlayedStep): Declared | undefined {
  const { document, value } = text;
  if (document === undefined || value === undefined) return undefined;
  const locate = document.locate.bind(document);
  return { file: undefined, text: text.text, document: 0, root: [], value, locate };
}

/**
 * Finds the text that holds a configuration which a command or a tool sent, the file of the command or the manifests of the
 * tool: the first document or item of a list with the same kind and name. Files that the command line names come first.
 * Undefined where no text holds it.
 */
export function declaredAmong(played: PlayedStep, sent: ValueMap): Declared | undefined {
  for (const [file, text] of textsOf(played)) {
    const { documents } = readStepText(text, new Map());
    for (const [index, { value, locate }] of documents.entries()) {
      const found = value === undefined ? undefined : objectsIn(value).find((each) => isSame(each.value, sent));
      if (found === undefined) continue;
      const { value: own, path: root } = found;
      return { file, text, document: index, root, value: own, locate: (place) => locate([...root, ...place]) };
    }
  }
  return undefined;
}

/** The texts that a command or a tool may have sent from; that of a tool has no name. */
function textsOf({ step, after }: PlayedStep): readonly (readonly [string | undefined, string])[] {
  if (step.kind === 'tool') return [[undefined, step.text]];
  const named = ([file]: readonly [string, string]) => (step.text.includes(file) ? 0 : 1);
  const input = step.kind === 'kubectl' ? step.files?.[inputFile] : undefined;
  return [...after.files, ...(input === undefined ? [] : [[inputFile, input] as const])].sort(
    (a, b) => named(a) - named(b),
  );
}

function isSame(manifest: Value, sent: ValueMap): boolean {
  if (!isMap(manifest)) return false;
  const name = (object: ValueMap) => stringAt(mapAt(object, 'metadata'), 'name');
  const namespace = stringAt(mapAt(manifest, 'metadata'), 'namespace');
  return (
    stringAt(manifest, 'kind') === stringAt(sent, 'kind') &&
    stringAt(manifest, 'apiVersion') === stringAt(sent, 'apiVersion') &&
    name(manifest) === name(sent) &&
    (namespace === undefined || namespace === stringAt(mapAt(sent, 'metadata'), 'namespace'))
  );
}

/** A value in a document, and the path to it. */
interface PlacedValue {
  readonly value: Value;
  /** Empty but for items of a `kind: List`. */
  readonly path: ValuePath;
}

/** The objects in a value: itself, or the items of a list, of lists in it too. */
export function objectsIn(value: Value, path: ValuePath = []): readonly PlacedValue[] {
  const items = isMap(value) && stringAt(value, 'kind')?.endsWith('List') === true ? value.get('items') : undefined;
  if (items === undefined || !isList(items)) return [{ value, path }];
  return items.flatMap((item, index) => objectsIn(item, [...path, 'items', index]));
}

/** Whether a value has an apiVersion and a kind. */
export function isObject(value: Value): value is ValueMap {
  return isMap(value) && Boolean(stringAt(value, 'kind')) && Boolean(stringAt(value, 'apiVersion'));
}

/** A document as it is written, without the line that separates it from the one before. */
export function documentText(text: string, { from, to }: TextRange): string {
  if (!text.startsWith('---', from)) return text.slice(from, to);
  const end = text.indexOf('\n', from);
  const isSeparator = end >= 0 && end < to && text.slice(from + 3, end).trim() === '';
  return text.slice(isSeparator ? end + 1 : from, to);
}

/** The manifests of a text, as a tool reads them: each with its own text, or as JSON where it is an item of a list. */
export function manifestsIn(
  text: string,
  documents: readonly SourceDocument[],
): readonly { readonly value: ValueMap; readonly text: string }[] {
  return documents.flatMap(({ value, range }) =>
    (value === undefined ? [] : objectsIn(value)).flatMap((each) =>
      isObject(each.value)
        ? [
            {
              value: each.value,
              text: each.path.length > 0 ? formatJson(each.value) : documentText(text, range),
            },
          ]
        : [],
    ),
  );
}
