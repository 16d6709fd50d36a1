import {
  isList,
  isMap,
  mapAt,
  stringAt,
  type Value,
  type ValueMap,
  type ValuePath,
} from '@managed-fields/merge-engine';
import { inputFile } from '@managed-fields/scenario';
import type { NodeRange } from '@managed-fields/source';
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
 * Finds the file of a command that holds a configuration which the command sent: the first document or item of a list
 * with the same kind and name. Files that the command line names come first. Undefined where no file holds it.
 */
export function declaredInFile({ step, after }: PlayedStep, sent: ValueMap): Declared | undefined {
  const named = ([file]: readonly [string, string]) => (step.text.includes(file) ? 0 : 1);
  const input = step.kind === 'kubectl' ? step.files?.[inputFile] : undefined;
  const files = [...after.files, ...(input === undefined ? [] : [[inputFile, input] as const])].sort(
    (a, b) => named(a) - named(b),
  );
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
