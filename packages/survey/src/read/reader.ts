import { isList, isMap, stringAt, type Value } from '@managed-fields/merge-engine';
import { decodeBody, limits, printYaml, readDocuments } from '@managed-fields/source';
import { isArray, isObject, type Json, type JsonObject, memberOf, textAt } from '../json.ts';
import type { Place, UnreadPart } from '../object.ts';
import { utf8Length } from '../utf8-length.ts';
import { decodeUtf8, toUtf8 } from './decode.ts';
import { joined, type Piece, type SourcePart, type Splitter } from './piece.ts';
import { jsonSplitter } from './split-json.ts';
import { yamlSplitter } from './split-yaml.ts';

/** Makes a JSON value of a value of the engine. Integers beyond 2^53 are rounded. */
export function plainOf(value: Value): Json {
  if (typeof value === 'bigint') return Number(value);
  if (isList(value)) return value.map(plainOf);
  if (!isMap(value)) return value;
  const plain: Record<string, Json> = {};
  for (const [name, member] of value) {
    // A plain assignment to this name would change the prototype.
    if (name === '__proto__') Object.defineProperty(plain, name, { value: plainOf(member), enumerable: true });
    else plain[name] = plainOf(member);
  }
  return plain;
}

/** An object of a source: its text, and what stands in it. */
export interface ReadObject {
  readonly kind: 'object';
  readonly text: ObjectText;
  readonly value: JsonObject;
  /** Bytes of the object as JSON without spaces. */
  readonly bytes: number;
  readonly place: Place;
}

/** An object as it was read. */
export interface ObjectText {
  readonly form: 'json' | 'yaml';
  /** As bytes of UTF-8 where it came so: these can stay where they are while a text would be made and moved. */
  readonly text: string | Uint8Array;
  /** The version and the kind, where they are those of the list that it was in. */
  readonly named: { readonly apiVersion: string; readonly kind: string } | undefined;
}

/** What was read of a source. */
export type ReadPart = ReadObject | ({ readonly kind: 'unread' } & UnreadPart);

/** Reads a source as its bytes come. */
export interface SourceReader {
  /** Takes more bytes, and returns what is whole now. */
  push(bytes: Uint8Array): Iterable<ReadPart>;
  /** Takes the end of the source, and returns what is left. */
  end(): Iterable<ReadPart>;
}

/**
 * Reads the objects of a text: JSON where it starts with a brace or a bracket, else YAML; documents, and the items of
 * lists. Never throws: what cannot be read is a part that says why. `file` is the name that places have.
 */
export function sourceReader(file: string): SourceReader {
  const pieces = pieceReader();
  return {
    push: (bytes) => readPieces(pieces.push(bytes), file),
    end: () => readPieces(pieces.end(), file),
  };
}

/** Splits a source into the texts of its objects, without reading them: `readPieces` does, here or in a worker. */
export function pieceReader(): Splitter {
  const convert = toUtf8();
  let splitter: Splitter | undefined;
  let binary = false;
  let brace: Uint8Array | undefined;
  const take = (bytes: Uint8Array, isLast = false): readonly SourcePart[] => {
    if (binary) return [];
    if (splitter !== undefined) return splitter.push(bytes);
    const begun = brace === undefined ? bytes : joined([brace, bytes]);
    // Spaces alone say nothing yet, and no object begins in them.
    const at = begun.findIndex((byte) => byte > 0x20);
    if (at < 0) return [];
    if (begun.includes(0)) {
      binary = true;
      return [{ kind: 'passed-over', line: 1, reason: 'binary', detail: '' }];
    }
    const [first, second] = begun.subarray(at);
    if (first === openBrace && second === undefined && !isLast) {
      brace = begun;
      return [];
    }
    // No JSON begins with two braces, but templates do.
    const isJson = (first === openBrace && second !== openBrace) || first === openBracket;
    splitter = isJson ? jsonSplitter() : yamlSplitter();
    return splitter.push(begun);
  };
  return {
    push: (bytes) => take(convert(bytes)),
    end: () => [...take(convert(), true), ...(splitter?.end() ?? [])],
  };
}

const [openBracket, openBrace] = [0x5b, 0x7b];

/** Reads the parts of a source. */
export function* readPieces(parts: readonly SourcePart[], file: string): Generator<ReadPart> {
  for (const part of parts) {
    if (part.kind === 'piece') yield* readPiece(part, file);
    else yield { kind: 'unread', place: { file, line: part.line }, reason: part.reason, detail: part.detail };
  }
}

function* readPiece(piece: Piece, file: string): Generator<ReadPart> {
  const place = { file, line: piece.line };
  const read = piece.form === 'json' ? parsedJson(piece) : parsedYaml(piece);
  if ('message' in read) {
    const reason = read.reason ?? (isTemplate(decoded(piece.source)) ? 'template' : 'syntax');
    yield { kind: 'unread', place, reason, detail: read.message.slice(0, 200) };
    return;
  }
  const { value } = read;
  if (isKustomization(textAt(value, 'apiVersion'), textAt(value, 'kind'), file)) {
    yield { kind: 'unread', place, reason: 'kustomization', detail: '' };
    return;
  }
  if (isWholeList(value)) {
    yield* itemsOf(piece, place);
    return;
  }
  const named = textAt(value, 'kind') === '' ? nameOf(piece.list) : undefined;
  const object = named === undefined || !isObject(value) ? value : { ...named, ...value };
  if (isObject(object) && textAt(object, 'apiVersion') !== '' && textAt(object, 'kind') !== '') {
    const text = { form: piece.form, text: piece.source, named };
    yield { kind: 'object', text, value: object, bytes: piece.bytes ?? utf8Length(JSON.stringify(object)), place };
  } else if (value !== null) {
    const reason = isTemplate(decoded(piece.source)) ? 'template' : 'not-object';
    yield { kind: 'unread', place, reason, detail: foundIn(value) };
  }
}

/** Whether a text has marks of a template of Helm or Go, which has to be rendered before it is objects. */
export function isTemplate(text: string): boolean {
  return /\{\{[^{}]*\}\}/.test(text);
}

/**
 * Whether a document is a Kustomization, by its group, or by the name of its file where it has no kind. That of Flux is an
 * object like others. Upstream: sigs.k8s.io/kustomize/api types/kustomization.go FixKustomizationPostUnmarshalling.
 */
export function isKustomization(apiVersion: string, kind: string, file: string): boolean {
  return (
    /^kustomize\.config\.k8s\.io(?:\/|$)/.test(apiVersion) ||
    (kind === '' && /(?:^|[\\/])(?:kustomization\.ya?ml|kustomization)$/i.test(file))
  );
}

/** What was read, or why it cannot be. */
type Parsed = { readonly value: Json } | { readonly message: string; readonly reason?: 'too-deep' };

/** As deep as all that reads objects here goes: what is deeper no other command would read. */
function parsedJson({ source, depth = 0 }: Piece): Parsed {
  if (depth > limits.depth) return { message: '', reason: 'too-deep' };
  const text = decoded(source);
  try {
    return { value: JSON.parse(text) };
  } catch {
    const body = decodeBody(text, 'application/json');
    return { message: body.kind === 'malformed' ? body.message : 'too many levels of maps and lists' };
  }
}

function parsedYaml({ source }: Piece): Parsed {
  const [document] = readDocuments(decoded(source));
  if (document === undefined) return { value: null };
  const { value, problems, body } = document;
  if (value !== undefined) return { value: plainOf(value) };
  if (problems[0]?.code === 'too-deep') return { message: '', reason: 'too-deep' };
  return { message: problems[0]?.message ?? (body.kind === 'malformed' ? body.message : '') };
}

/** A list that its text did not show as one, as in braces within YAML. */
function isWholeList(value: Json): boolean {
  return textAt(value, 'kind').endsWith('List') && isArray(memberOf(value, 'items'));
}

/** The items of such a list, each with a text of its own. */
function* itemsOf(piece: Piece, place: Place): Generator<ReadPart> {
  const list = exactValue({ form: piece.form, text: piece.source, named: undefined });
  const items = isMap(list) ? list.get('items') : undefined;
  if (!isMap(list) || !isList(items)) return;
  const head = { kind: stringAt(list, 'kind') ?? '', apiVersion: stringAt(list, 'apiVersion') ?? '' };
  for (const item of items) {
    const { text } = printYaml(item);
    yield* readPiece(
      {
        kind: 'piece',
        form: 'yaml',
        source: text,
        bytes: undefined,
        depth: undefined,
        line: place.line,
        list: head,
      },
      place.file,
    );
  }
}

/** The kind and the version of the items of a list of the API, such as a DeploymentList. */
function nameOf(list: Json | undefined): ObjectText['named'] {
  const [kind, apiVersion] = [textAt(list, 'kind'), textAt(list, 'apiVersion')];
  if (!kind.endsWith('List') || kind === 'List' || apiVersion === '') return undefined;
  return { apiVersion, kind: kind.slice(0, -'List'.length) };
}

/** What stands where an object should be. */
function foundIn(value: Json): string {
  return (isObject(value) ? Object.keys(value).slice(0, 5).join(', ') : JSON.stringify(value)).slice(0, 200);
}

/** Reads an object once more from its text; undefined where there is none, which the text of a read object never is. */
export function readAgain(
  text: ObjectText,
  { bytes, place }: Pick<ReadObject, 'bytes' | 'place'>,
): ReadObject | undefined {
  const { form, text: source } = text;
  const line = { line: place.line, list: undefined };
  const piece: Piece = { kind: 'piece', form, source, bytes, depth: undefined, ...line };
  const read = text.form === 'json' ? parsedJson(piece) : parsedYaml(piece);
  if ('message' in read || !isObject(read.value)) return undefined;
  return { kind: 'object', text, value: { ...text.named, ...read.value }, bytes, place };
}

/** Reads the text of an object once more, exactly: as `source` does. Undefined where `source` refuses it. */
export function exactValue({ form, text: source, named }: ObjectText): Value | undefined {
  const text = decoded(source);
  const value = form === 'json' ? jsonValue(text) : readDocuments(text)[0]?.value;
  if (named === undefined || !isMap(value)) return value;
  return new Map<string, Value>([...Object.entries(named), ...value]);
}

function decoded(text: string | Uint8Array): string {
  return typeof text === 'string' ? text : decodeUtf8(text);
}

function jsonValue(text: string): Value | undefined {
  const body = decodeBody(text, 'application/json');
  return body.kind === 'value' ? body.value : undefined;
}
