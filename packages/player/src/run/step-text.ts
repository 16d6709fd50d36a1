import type { DecodedBody } from '@managed-fields/api-server';
import { isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import type { Problem, Step } from '@managed-fields/scenario';
import { decodeBody, readDocuments, type SourceDocument } from '@managed-fields/source';

/** The text of a step with what it holds. As on the server, only the first document counts. */
export interface StepText {
  readonly text: string;
  /** Whether there is nothing but white space and comments. */
  readonly isEmpty: boolean;
  readonly documents: readonly SourceDocument[];
  readonly document: SourceDocument | undefined;
  /** The value of the first document; undefined where it cannot be read. */
  readonly value: Value | undefined;
  readonly object: ValueMap | undefined;
  readonly problems: readonly Problem[];
  /** Reads the text as the server reads a body of a content type. */
  decode(contentType: string): DecodedBody;
}

/** Texts that were read already, by their content. */
export type KnownTexts = ReadonlyMap<string, StepText>;

/** Whether a text has nothing but white space and `---` lines. The work grows with the length of the text only. */
export function holdsNothing(text: string): boolean {
  return text.replaceAll('---', '').trim() === '';
}

/** Reads a text, or takes it from those that were read already. */
export function readStepText(text: string, known: KnownTexts): StepText {
  return known.get(text) ?? parse(text);
}

let lastTexts: KnownTexts = new Map();

/** Reads the texts of steps, but for those that the call before this one read. */
export function readTexts(steps: readonly Pick<Step, 'text'>[]): KnownTexts {
  const texts = new Map<string, StepText>();
  for (const { text } of steps) if (!texts.has(text)) texts.set(text, readStepText(text, lastTexts));
  lastTexts = texts;
  return texts;
}

function parse(text: string): StepText {
  const documents = readDocuments(text);
  const [document] = documents;
  const value = document?.value;
  const bodies = new Map<string, DecodedBody>();
  return {
    text,
    isEmpty: holdsNothing(text.replace(/#.*/g, '')),
    documents,
    document,
    value,
    object: isMap(value) ? value : undefined,
    problems: document?.problems ?? [],
    decode: (contentType) => {
      // A single document was read as YAML already. One that looks like JSON is read anew, because messages of errors
      // depend on the content type.
      const readAsYaml = documents.length === 1 && isMap(value) && !/^\s*\{/.test(text);
      const asYaml = readAsYaml && contentType.endsWith('yaml') ? document?.body : undefined;
      const body = asYaml ?? bodies.get(contentType) ?? decodeBody(text, contentType);
      bodies.set(contentType, body);
      return body;
    },
  };
}
