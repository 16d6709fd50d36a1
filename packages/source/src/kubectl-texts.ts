import type { KubectlHost, ReadDocument } from '@managed-fields/kubectl';
import { utf8 } from '@managed-fields/merge-engine';
import { bodyOf, wellFormed } from './body.ts';
import { passJson, readDocuments, type SourceDocument } from './documents.ts';
import { readJson } from './json/parser.ts';
import { limits } from './limits.ts';
import { printYaml } from './print/yaml.ts';
import { type Composed, compose } from './yaml/compose.ts';
import type { Failure } from './yaml/failure.ts';
import type { Entry, Node } from './yaml/node.ts';
import { parseYaml } from './yaml/parser.ts';
import { resolveCore } from './yaml/tagged.ts';

/** How kubectl reads and prints YAML: the part of its host that is the same in a browser and on Node. */
export const kubectlTexts: Pick<KubectlHost, 'read' | 'readCore' | 'printYaml'> = {
  read: readStream,
  readCore,
  printYaml: (value) => printYaml(value).text,
};

/**
 * Reads the documents of a file as kubectl does: objects of JSON first, if it begins with one, and from the first that is none on
 * YAML. Of what is neither, the first error counts. A separator with content takes the document before it away.
 * Upstream: apimachinery pkg/util/yaml/decoder.go YAMLOrJSONDecoder, YAMLReader.
 */
function readStream(text: string): readonly ReadDocument[] {
  const read: readonly SourceDocument[] = readDocuments(text);
  const { objects, fault } = jsonObjects(text);
  const broken = read.findIndex(({ problems }) => problems.some(({ code }) => code === 'separator'));
  const separator = read[broken]?.problems.find(({ code }) => code === 'separator');
  const kept =
    separator === undefined ? read : read.slice(0, broken).filter(({ range }) => range.to !== separator.from);
  const documents: ReadDocument[] = kept.map(({ body, range }) => {
    const written = text.slice(range.from, range.to).trim();
    return { ...documentOf(body), ...(written.startsWith('{') ? { json: written } : {}) };
  });
  if (separator !== undefined) documents.push({ kind: 'malformed', message: separator.message });
  if (fault === undefined) return documents;
  // More than one object makes it a stream of JSON for good.
  if (objects > 1) return [...documents.slice(0, objects), { kind: 'malformed', message: '', stream: fault.message }];
  return documents.map((document, index) =>
    index === objects && document.kind === 'malformed' ? { ...document, stream: fault.words } : document,
  );
}

/** How many objects of JSON a text begins with, and what a decoder says of the text behind them. */
function jsonObjects(written: string): {
  readonly objects: number;
  readonly fault?: { readonly message: string; readonly words: string };
} {
  const text = wellFormed(written);
  if (text.length > limits.length || !/^\s*\{/.test(text)) return { objects: 0 };
  const { values: objects, end } = passJson(text);
  const rest = text.slice(end);
  if (rest.trim() === '') return { objects };
  const parsed = readJson(rest);
  if (parsed.kind === 'value' || parsed.offset >= rest.length) {
    return { objects, fault: { message: 'unexpected EOF', words: 'unexpected EOF' } };
  }
  const { message, offset } = parsed;
  const bytes = utf8(text.slice(0, end + offset)).length + 1;
  return { objects, fault: { message, words: `json: offset ${bytes}: ${message}` } };
}

function documentOf(body: ReturnType<typeof bodyOf>): ReadDocument {
  return body.kind === 'value' ? { kind: 'value', value: body.value } : { kind: 'malformed', message: body.message };
}

/**
 * Reads the documents of a file as kustomize does, which splits it at lines of dashes before it reads any of it, and stops at
 * the first that it cannot read. Upstream: sigs.k8s.io/kustomize/kyaml kio/byteio_reader.go splitDocuments, Read.
 */
function readCore(written: string): readonly ReadDocument[] {
  const text = wellFormed(written).replaceAll('\r\n', '\n');
  if (text.length > limits.length) return [{ kind: 'malformed', message: 'the text is too large' }];
  const documents: ReadDocument[] = [];
  for (const part of split(text)) {
    if (typeof part !== 'string') return [...documents, part];
    const { root, failure } = parseYaml(part, 0, part.length, limits.depth);
    const plainNotes: string[] = [];
    const nullNotes = new Map<string, string>();
    const plainLabels = new Map<string, string>();
    const notes: WrittenNotes = { plainNotes, nullNotes, plainLabels };
    const composed =
      failure === undefined
        ? compose(root === undefined ? root : withTextNotes(root, notes), limits.depth, resolveCore)
        : { kind: 'failure' as const, failure: asCore(failure) };
    if (composed.kind === 'failure' && composed.failure.code === 'invalid-key') {
      const { from, to } = composed.failure;
      return [...documents, { kind: 'value', value: null, odd: part.slice(from, to) }];
    }
    const document = documentOf(bodyOf(composed, 'MalformedYAMLError: '));
    if (document.kind === 'value' && document.value === null) continue;
    documents.push(
      document.kind === 'value' && composed.kind === 'value'
        ? {
            ...document,
            ...complaints(composed),
            ...(plainNotes.length > 0 ? { plainNotes } : {}),
            ...(nullNotes.size > 0 ? { nullNotes } : {}),
            ...(plainLabels.size > 0 ? { plainLabels } : {}),
          }
        : document,
    );
    if (document.kind === 'malformed') break;
  }
  return documents;
}

/** What keys of a document are not as they should be. */
function complaints({ duplicates: [duplicate], oddKeys: [oddKey] }: Extract<Composed, { readonly kind: 'value' }>) {
  return {
    ...(duplicate === undefined ? {} : { twice: duplicate.key }),
    ...(oddKey === undefined ? {} : { odd: oddKey.name }),
  };
}

/** A failure in the words of the library that kustomize reads with. */
function asCore(failure: Failure): Failure {
  if (failure.contextLine === undefined) return failure;
  const problem = failure.message.replace(/^yaml: (?:line \d+: )?/, '');
  return { ...failure, message: `yaml: line ${failure.contextLine}: ${problem}` };
}

/** The annotations of a document that are no texts: numbers and the like, and how each null is written; and such labels. */
interface WrittenNotes {
  readonly plainNotes: string[];
  readonly nullNotes: Map<string, string>;
  readonly plainLabels: Map<string, string>;
}

/**
 * The node of a resource whose annotations are texts as they are written: kustomize puts them into quotes, `1.10` too. A
 * null stays, since a patch deletes by it. Upstream: kyaml yaml/rnode.go GetAnnotations, SetAnnotations.
 */
function withTextNotes(root: Node, written: WrittenNotes): Node {
  const noted = withField(root, 'metadata', (metadata) => {
    withField(metadata, 'labels', (labels) => {
      if (labels.kind === 'map') for (const entry of labels.entries) noteLabel(entry, written);
      return labels;
    });
    return withField(metadata, 'annotations', (notes) =>
      notes.kind === 'map'
        ? { ...notes, entries: notes.entries.map((entry) => ({ ...entry, value: asText(entry, written) })) }
        : notes,
    );
  });
  return withField(noted, 'items', (list) =>
    list.kind === 'list'
      ? { ...list, items: list.items.map((item) => ({ ...item, value: withTextNotes(item.value, written) })) }
      : list,
  );
}

function withField(node: Node, name: string, change: (value: Node) => Node): Node {
  if (node.kind !== 'map') return node;
  const entries = node.entries.map((entry) =>
    entry.key.kind === 'scalar' && entry.key.text === name ? { ...entry, value: change(entry.value) } : entry,
  );
  return { ...node, entries };
}

function noteLabel({ key, value: node }: Entry, { plainLabels }: WrittenNotes): void {
  if (node.kind !== 'scalar' || !node.plain || node.tag !== '' || key.kind !== 'scalar') return;
  const resolved = resolveCore(node);
  if ('value' in resolved && resolved.value !== node.text) plainLabels.set(key.text, node.text);
}

function asText({ key, value: node }: Entry, { plainNotes, nullNotes }: WrittenNotes): Node {
  if (node.kind !== 'scalar' || !node.plain || node.tag !== '' || key.kind !== 'scalar') return node;
  if (writtenNull.test(node.text)) nullNotes.set(key.text, node.text);
  if (sameInJson.test(node.text)) return node;
  const resolved = resolveCore(node);
  if ('value' in resolved && resolved.value !== node.text) plainNotes.push(key.text);
  return { ...node, plain: false };
}

/** A null that is written out. */
const writtenNull = /^(?:~|null|Null|NULL)$/;

/** What is null, or is written in JSON as it stands here. */
const sameInJson = /^(?:~|null|Null|NULL|true|false|0|-?[1-9]\d{0,17})?$/;

function split(text: string): readonly (string | Extract<ReadDocument, { readonly kind: 'malformed' }>)[] {
  const parts: (string | Extract<ReadDocument, { readonly kind: 'malformed' }>)[] = [];
  let part: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (index === 0 || !line.startsWith('---')) {
      part.push(line);
      continue;
    }
    const rest = line.slice(3).trim();
    if (rest !== '' && !rest.startsWith('#')) {
      return [...parts, { kind: 'malformed', message: `invalid document separator: ${line.trim()}` }];
    }
    parts.push(`${part.join('\n')}\n`);
    part = [];
  }
  return [...parts, part.join('\n')];
}
