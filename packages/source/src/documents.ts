import type { DecodedBody } from '@managed-fields/api-server';
import type { Value } from '@managed-fields/merge-engine';
import { bodyOf, wellFormed } from './body.ts';
import { parseJsonNode, readJson } from './json/parser.ts';
import { beyond, limits } from './limits.ts';
import { type Locate, locator } from './locate.ts';
import { type Problem, type ProblemCode, problemsOf } from './problem.ts';
import type { TextRange } from './range.ts';
import { type Composed, compose } from './yaml/compose.ts';
import type { Failure } from './yaml/failure.ts';
import type { Parsed } from './yaml/node.ts';
import { parseYaml } from './yaml/parser.ts';

/** A document of a text: its value, its problems, and the ranges of its parts. */
export interface SourceDocument {
  readonly range: TextRange;
  /** Undefined where the document cannot be read. */
  readonly value: Value | undefined;
  /** The document as the body of a request, with duplicate keys reported in the server's words. */
  readonly body: DecodedBody;
  readonly problems: readonly Problem[];
  /** Finds the range of a part of the value, in offsets of the whole text; undefined where there is none. */
  readonly locate: Locate;
}

/**
 * Reads all documents of a text as kubectl reads a file: JSON where it starts with a brace, else YAML 1.1 split at
 * lines that start with `---`. Documents without content are left out, so an empty text has none. Never throws; errors
 * are the problems of their document.
 * Upstream: k8s.io/apimachinery pkg/util/yaml decoder.go YAMLOrJSONDecoder and YAMLReader.
 *
 * @param written - YAML documents, or a stream of JSON; at most 1,572,864 UTF-16 units and 1,000 documents are read, and what is beyond is a problem.
 * @returns One for each document, with its offsets in the text; `value` is undefined where it cannot be read, which `problems` say.
 *
 * @example
 * ```js
 * import { printYaml, readDocuments } from '@managed-fields/api-server/source';
 *
 * for (const { value, problems } of readDocuments('a: 0o17\n---\nb: [1, 2')) {
 *   if (problems.length > 0) console.log(problems.map(({ message }) => message).join());
 *   else if (value !== undefined) console.log(printYaml(value).text.trimEnd());
 * }
 * ```
 * ```text
 * a: 15
 * yaml: line 1: did not find expected ',' or ']'
 * ```
 */
export function readDocuments(written: string): readonly SourceDocument[] {
  if (written.length > limits.length) return [tooLarge(written)];
  const text = wellFormed(written);
  const json: JsonStream = /^\s*\{/.test(text) ? readJsonStream(text) : { documents: [], end: 0 };
  const documents = [...json.documents];
  for (const chunk of splitDocuments(text, json.end)) {
    if (documents.length >= limits.documents) return [...documents, tooMany(text, chunk.from)];
    const document = readYaml(text, chunk);
    if (document !== undefined) documents.push(document);
  }
  return documents;
}

function tooLarge(text: string): SourceDocument {
  return unread({ from: 0, to: text.length }, 'too-large', beyond.length(text.length), limits.length);
}

function tooMany(text: string, from: number): SourceDocument {
  return unread({ from, to: text.length }, 'too-many', beyond.documents, from);
}

/** A part of the text beyond a limit, which is not read. */
function unread(range: TextRange, code: ProblemCode, message: string, from: number): SourceDocument {
  return {
    range,
    value: undefined,
    body: { kind: 'malformed', message },
    problems: [{ code, message, from, to: range.to, severity: 'error' }],
    locate: () => undefined,
  };
}

/** A part of the text, and the problem of its separator if kubectl would refuse that. */
interface Chunk extends TextRange {
  readonly separator: Problem | undefined;
}

/** Splits a text before lines that start with `---`. Such a line belongs to no document unless it starts the first. */
function splitDocuments(text: string, start: number): Chunk[] {
  const chunks: Chunk[] = [];
  let from = start;
  let separator: Problem | undefined;
  for (let line = start; line < text.length; line = nextLine(text, line)) {
    if (!text.startsWith('---', line)) continue;
    const found = separatorProblem(text, line);
    if (line > from) chunks.push({ from, to: line, separator });
    separator = found;
    // Content behind the dashes is part of the document. Only the server accepts it.
    from = found === undefined && chunks.length > 0 ? nextLine(text, line) : line;
  }
  chunks.push({ from, to: text.length, separator });
  return chunks;
}

function nextLine(text: string, from: number): number {
  const lineBreak = text.indexOf('\n', from);
  return lineBreak < 0 ? text.length : lineBreak + 1;
}

function separatorProblem(text: string, line: number): Problem | undefined {
  const rest = text.slice(line + 3, nextLine(text, line)).trim();
  if (rest === '' || rest.startsWith('#')) return undefined;
  const message = `invalid Yaml document separator: ${rest}`;
  return { code: 'separator', message, from: line, to: line + 3, severity: 'warning' };
}

function readYaml(text: string, { from, to, separator }: Chunk): SourceDocument | undefined {
  const parsed = parseYaml(text, from, to, limits.depth);
  const composed = composeParsed(parsed);
  if (composed.kind === 'value' && composed.value === null) return undefined;
  const document = makeDocument(text, { from, to }, composed, parsed);
  return separator === undefined ? document : { ...document, problems: [separator, ...document.problems] };
}

function composeParsed({ root, failure }: Parsed): Composed {
  return failure === undefined ? compose(root, limits.depth) : { kind: 'failure', failure };
}

function makeDocument(text: string, range: TextRange, composed: Composed, { root }: Parsed): SourceDocument {
  return {
    range,
    value: composed.kind === 'value' ? composed.value : undefined,
    body: bodyOf(composed, 'error converting YAML to JSON: '),
    problems: problemsOf(composed, text),
    locate: composed.kind === 'value' ? locator(root) : () => undefined,
  };
}

interface JsonStream {
  readonly documents: readonly SourceDocument[];
  /** The offset from which the text is YAML. */
  readonly end: number;
}

/** Reads JSON values one after the other. Text that is not JSON is left to the YAML reader. */
function readJsonStream(text: string): JsonStream {
  const documents: SourceDocument[] = [];
  let at = passSpace(text, 0);
  while (at < text.length && documents.length < limits.documents) {
    const parsed = parseJsonNode(text, at, limits.depth);
    if (parsed.root === undefined) {
      const failure = parsed.failure ?? (documents.length === 0 ? jsonFailure(text) : undefined);
      if (failure === undefined) return { documents, end: at };
      const range = { from: at, to: text.length };
      documents.push(makeDocument(text, range, { kind: 'failure', failure }, parsed));
      return { documents, end: text.length };
    }
    const { from, to } = parsed.root;
    documents.push(makeDocument(text, { from, to }, compose(parsed.root, limits.depth), parsed));
    at = passSpace(text, to);
  }
  return { documents, end: at };
}

/** How many values of JSON a text begins with, and where they end, with the space behind them. */
export function passJson(text: string): { readonly values: number; readonly end: number } {
  let [values, end] = [0, passSpace(text, 0)];
  for (;;) {
    const { root } = parseJsonNode(text, end, limits.depth);
    if (root === undefined) return { values, end };
    values++;
    end = passSpace(text, root.to);
  }
}

function passSpace(text: string, from: number): number {
  const space = /\s*/y;
  space.lastIndex = from;
  return from + (space.exec(text)?.[0].length ?? 0);
}

/** The error of a text that looks like JSON but is neither JSON nor YAML. */
function jsonFailure(text: string): Failure | undefined {
  if (!/^\s*\{\s*["}]/.test(text)) return undefined;
  if (composeParsed(parseYaml(text, 0, text.length, limits.depth)).kind === 'value') return undefined;
  const parsed = readJson(text);
  if (parsed.kind === 'value') return undefined;
  return { code: 'syntax', message: parsed.message, from: parsed.offset, to: parsed.offset + 1 };
}
