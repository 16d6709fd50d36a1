import {
  isList,
  isMap,
  mapAt,
  stringAt,
  type Value,
  type ValueMap,
  type ValuePath,
} from '@managed-fields/merge-engine';
import type { NodeRange } from '@managed-fields/source';
import type { PlayedStep } from './played-step.ts';
import { readStepText } from './step-text.ts';

/** Where a configuration that was sent is written: in the step's own text, or in a file of its command. */
export interface Declared {
  /** The name of the file; undefined for the step's own text. */
  readonly file: string | undefined;
  readonly text: string;
  /** Which document of the text, and where in it the configuration begins: an item of a `kind: List` does not begin at its root. */
  readonly document: number;
  readonly root: ValuePath;
  /** The configuration as written. */
  readonly value: Value;
  /** Where a place of the configuration stands in the text. */
  locate(place: ValuePath): NodeRange | undefined;
}

/** The step's own text, as what was sent; undefined where it does not read. */
export function declaredInText({ text }: PlayedStep): Declared | undefined {
  const { document, value } = text;
  if (document === undefined || value === undefined) return undefined;
  const locate = document.locate.bind(document);
  return { file: undefined, text: text.text, document: 0, root: [], value, locate };
}

/**
 * Finds the file of a command that holds a configuration which it sent: the first document or item of a list of the
 * same kind and name, files that the command line names before others. Undefined where none does.
 */
export function declaredInFile({ step, after }: PlayedStep, sent: ValueMap): Declared | undefined {
  const named = ([file]: readonly [string, string]) => (step.text.includes(file) ? 0 : 1);
  const files = [...after.files].sort((a, b) => named(a) - named(b));
  for (const [file, text] of files) {
    const { documents } = readStepText(text, new Map());
    for (const [index, { value, locate }] of documents.entries()) {
      const found = value === undefined ? undefined : manifestsOf(value).find((each) => isSame(each.value, sent));
      if (found === undefined) continue;
      const { root } = found;
      return { file, text, document: index, ...found, locate: (place) => locate([...root, ...place]) };
    }
  }
  return undefined;
}

interface Manifest {
  readonly root: ValuePath;
  readonly value: Value;
}

function manifestsOf(value: Value): readonly Manifest[] {
  const items = isMap(value) && stringAt(value, 'kind')?.endsWith('List') ? value.get('items') : undefined;
  if (!isList(items)) return [{ root: [], value }];
  return items.map((item, index) => ({ root: ['items', index], value: item }));
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
