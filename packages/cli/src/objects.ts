import { isList, isMap, mapAt, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { lineAt, lineStarts } from '@managed-fields/rendering';
import { limits, printYaml, readDocuments } from '@managed-fields/source';
import { exactValue, isKustomization, isTemplate, sourceReader } from '@managed-fields/survey';
import { survey } from '@managed-fields/words/messages/en/survey';
import type { Input } from './input.ts';
import { unreadText } from './unread.ts';

/** An object in a text, and its own text: as it is written, or printed anew where it is an item of a list. */
export interface GivenObject {
  readonly object: ValueMap;
  readonly text: string;
}

/** The objects of texts in their order, or a sentence with the place of the first thing that is none. */
export type GivenObjects =
  | { readonly kind: 'objects'; readonly objects: readonly GivenObject[] }
  | { readonly kind: 'failure'; readonly message: string };

/** Finds all objects of texts: each document, and each item of lists, as `kubectl get` prints them for several. */
export function objectsIn(inputs: readonly Input[]): GivenObjects {
  const objects: GivenObject[] = [];
  for (const { name, text } of inputs) {
    if (text.length > limits.length) {
      const found = objectsInDump(name, text);
      if (typeof found === 'string') return { kind: 'failure', message: found };
      objects.push(...found);
      continue;
    }
    const starts = lineStarts(text);
    const placed = (offset: number, message: string) => {
      const line = lineAt(starts, offset);
      const place = `${line + 1}:${offset - (starts[line] ?? 0) + 1}`;
      return { kind: 'failure', message: `${name}:${place}: ${message}` } as const;
    };
    const documents = readDocuments(text);
    if (documents.length === 0) return { kind: 'failure', message: `${name} is empty` };
    for (const { value, problems, range } of documents) {
      const error = problems.find(({ severity }) => severity === 'error');
      const own = text.slice(range.from, range.to);
      if (error !== undefined) return placed(error.from, `${error.message}${templateHint(own)}`);
      const said = statusIn(value) ?? kustomizationIn(value, name);
      if (said !== undefined) return placed(range.from, said);
      const found = objectsOf(value, own);
      if (found === undefined) {
        const message = 'this is no Kubernetes object: apiVersion and kind are missing';
        return placed(range.from, `${message}${templateHint(own)}${errorHint(own)}`);
      }
      objects.push(...found);
    }
  }
  if (objects.length === 0) return { kind: 'failure', message: 'there is no object in the lists that were given' };
  return { kind: 'objects', objects };
}

/** The objects of a text that is too long to be read at once, as survey reads dumps; or a sentence why a part of it is none. */
function objectsInDump(name: string, text: string): readonly GivenObject[] | string {
  const reader = sourceReader(name);
  const objects: GivenObject[] = [];
  for (const part of [...reader.push(new TextEncoder().encode(text)), ...reader.end()]) {
    if (part.kind === 'unread') return unreadText(part);
    const object = exactValue(part.text);
    const { file, line } = part.place;
    if (!isMap(object)) return `${file}:${line}: at most ${limits.length} characters of an object are read`;
    objects.push({ object, text: printYaml(object).text });
  }
  return objects;
}

/** What to do about what kubectl prints of an error, where an object should be. */
function errorHint(text: string): string {
  return /^\s*(?:error:|Error from server)/i.test(text)
    ? '. It is an error: managed-fields explain says what it means'
    : '';
}

/** What to do about a template of Helm or Go, which is no object before it is rendered. */
function templateHint(text: string): string {
  if (!isTemplate(text)) return '';
  return `. It is ${survey.reasons.template}, and pipe that in`;
}

/** What the API server says in a Status that stands where an object should be. Upstream: apimachinery meta/v1 Status. */
function statusIn(value: Value | undefined): string | undefined {
  if (!isMap(value) || stringAt(value, 'kind') !== 'Status' || stringAt(value, 'apiVersion') !== 'v1') return undefined;
  const reason = stringAt(value, 'reason') ?? '';
  const message = stringAt(value, 'message') ?? '';
  return `the API server answered with no object${reason === '' ? '' : ` (${reason})`}: ${message}`;
}

/** What to do about a Kustomization, which is rendered by kubectl. */
function kustomizationIn(value: Value | undefined, name: string): string | undefined {
  if (!isMap(value)) return undefined;
  if (!isKustomization(stringAt(value, 'apiVersion') ?? '', stringAt(value, 'kind') ?? '', name)) return undefined;
  return `this is ${survey.reasons.kustomization}; pipe that in`;
}

/** The object that a document is, or those in it; undefined where it is neither an object nor a list of them. */
function objectsOf(value: Value | undefined, text: string): readonly GivenObject[] | undefined {
  if (!isMap(value)) return undefined;
  const kind = stringAt(value, 'kind') ?? '';
  const apiVersion = stringAt(value, 'apiVersion') ?? '';
  const items = value.get('items');
  if (kind.endsWith('List') && isList(items)) {
    const objects = items.map((item) =>
      isMap(item) ? withKind(item, kind.slice(0, -'List'.length), apiVersion) : item,
    );
    if (!objects.every(isObject)) return undefined;
    return objects.map((object) => ({ object, text: printYaml(object).text }));
  }
  return isObject(value) ? [{ object: value, text }] : undefined;
}

function isObject(value: Value): value is ValueMap {
  return isMap(value) && Boolean(stringAt(value, 'kind')) && Boolean(stringAt(value, 'apiVersion'));
}

/** An item of a typed list, whose items do not repeat their kind, as `kubectl get --raw` prints them. */
function withKind(item: ValueMap, kind: string, apiVersion: string): ValueMap {
  if (kind === '' || item.has('kind') || item.has('apiVersion')) return item;
  return new Map<string, Value>([['apiVersion', apiVersion], ['kind', kind], ...item]);
}

/** Whether an object has a name, without which a server takes none. */
export function isNamed(object: ValueMap): boolean {
  return Boolean(stringAt(mapAt(object, 'metadata'), 'name'));
}

/** How an object is called in a sentence: `Deployment prod/web`. */
export function nameOf(object: ValueMap): string {
  const metadata = mapAt(object, 'metadata');
  const name = stringAt(metadata, 'name') ?? '';
  const namespace = stringAt(metadata, 'namespace') ?? '';
  const place = namespace === '' || name === '' ? '' : `${namespace}/`;
  return `${stringAt(object, 'kind') ?? ''} ${place}${name}`.trim();
}
