import type { TypeCatalog } from '@managed-fields/api-server';
import {
  equals,
  hasManagedFields,
  isList,
  isMap,
  listAt,
  mapAt,
  stringAt,
  type Value,
  type ValueMap,
  wasStored,
} from '@managed-fields/merge-engine';
import { mayBeCustom } from '@managed-fields/player';
import { printYaml, readDocuments, type SourceDocument } from '@managed-fields/source';

/**
 * An object in a pasted text. `live`: it was read from a cluster; `configuration`: somebody wrote it; `definition`: it
 * is a CustomResourceDefinition.
 */
export interface FoundObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly nature: 'live' | 'configuration' | 'definition';
  readonly hasManagedFields: boolean;
  /**
   * The text of the object alone: as it is written, with its comments, or printed anew if that text would not be valid
   * by itself.
   */
  readonly text: string;
  /**
   * The reason why it cannot become a step. `unknown-kind`: neither a built-in kind nor one that a definition could
   * define; `tool-file`: a file for a tool and not for a server; `credentials`: a kubeconfig, which is never taken in;
   * `no-name`.
   */
  readonly obstacle: 'unknown-kind' | 'tool-file' | 'credentials' | 'no-name' | undefined;
}

/** A document that is no object: its index in the text, and what it looks like. */
export interface OtherDocument {
  readonly index: number;
  /**
   * `unreadable` {message}: neither YAML nor JSON; `json-patch`: a list of operations; `managed-fields`: entries of
   * managedFields alone; `fragment`: fields of an object without its kind; `described`, `table`: what kubectl prints
   * for people to read; `foreign`: anything else.
   */
  readonly code: 'unreadable' | 'json-patch' | 'managed-fields' | 'fragment' | 'described' | 'table' | 'foreign';
  readonly message?: string;
  readonly text: string;
}

/** The documents of a text, in their order. */
export interface FoundDocuments {
  readonly objects: readonly FoundObject[];
  readonly others: readonly OtherDocument[];
  /** The number of objects that came out of lists. */
  readonly listed: number;
}

/** Finds all objects of a text: its documents, the items of lists, the elements of a JSON array. */
export function findObjects(text: string, catalog: TypeCatalog): FoundDocuments {
  const objects: FoundObject[] = [];
  const others: OtherDocument[] = [];
  let listed = 0;
  for (const [index, document] of readDocuments(text).entries()) {
    const own = text.slice(document.range.from, document.range.to);
    const { value } = document;
    const items = listOf(value);
    if (items !== undefined) {
      listed += items.values.length;
      for (const [at, item] of items.values.entries()) {
        const itemText = textOfItem(text, document, [...items.place, at], item);
        if (isMap(item) && item.has('kind')) objects.push(objectOf(item, itemText, catalog));
        else others.push({ index, code: 'foreign', text: itemText });
      }
      if (items.values.length > 0) continue;
    }
    if (isMap(value) && stringAt(value, 'kind') !== undefined && stringAt(value, 'apiVersion') !== undefined) {
      objects.push(objectOf(value, withEnd(own), catalog));
    } else others.push(otherOf(index, document, own));
  }
  return { objects, others, listed };
}

/** The items of `kind: List` and similar kinds, or of an array of objects. */
function listOf(
  value: Value | undefined,
): { readonly place: readonly string[]; readonly values: readonly Value[] } | undefined {
  if (isList(value)) {
    const isObjects =
      value.length > 0 && value.every((item) => isMap(item) && item.has('kind') && item.has('apiVersion'));
    return isObjects ? { place: [], values: value } : undefined;
  }
  const items = listAt(isMap(value) ? value : undefined, 'items');
  const kind = isMap(value) ? (stringAt(value, 'kind') ?? '') : '';
  return items !== undefined && kind.endsWith('List') ? { place: ['items'], values: items } : undefined;
}

/** The text of a list item as it is written if it is valid by itself, else printed anew. */
function textOfItem(text: string, document: SourceDocument, place: readonly (string | number)[], item: Value): string {
  const range = document.locate(place)?.value;
  if (range !== undefined) {
    const lineStart = text.lastIndexOf('\n', range.from - 1) + 1;
    const indent = range.from - lineStart;
    const comment = /^[ \t]+#.*/.exec(text.slice(range.to))?.[0] ?? '';
    const own = withEnd(
      text.slice(range.from, range.to + comment.length).replace(new RegExp(`\\n {1,${indent}}`, 'g'), '\n'),
    );
    const again = readDocuments(own);
    if (again.length === 1 && again[0]?.value !== undefined && equals(again[0].value, item)) return own;
  }
  return printYaml(item).text;
}

function withEnd(text: string): string {
  const trimmed = text.replace(/^(?:[ \t]*(?:---[ \t]*)?\n)+/, '').trimEnd();
  return `${trimmed}\n`;
}

function objectOf(object: ValueMap, text: string, catalog: TypeCatalog): FoundObject {
  const metadata = mapAt(object, 'metadata');
  const apiVersion = stringAt(object, 'apiVersion') ?? '';
  const kind = stringAt(object, 'kind') ?? '';
  const name = stringAt(metadata, 'name') ?? '';
  const isOwned = hasManagedFields(object);
  const isDefinition = isCustomResourceDefinition(object);
  return {
    apiVersion,
    kind,
    namespace: stringAt(metadata, 'namespace') ?? '',
    name,
    nature: isDefinition ? 'definition' : isOwned || wasStored(object) ? 'live' : 'configuration',
    hasManagedFields: isOwned,
    text,
    obstacle: isDefinition ? undefined : obstacleOf(apiVersion, kind, name, catalog),
  };
}

/** Whether an object is a CustomResourceDefinition. */
export function isCustomResourceDefinition(object: ValueMap): boolean {
  const apiVersion = stringAt(object, 'apiVersion') ?? '';
  return stringAt(object, 'kind') === 'CustomResourceDefinition' && apiVersion.startsWith('apiextensions.k8s.io/');
}

/** API groups of files that look like objects but are never sent to a server. */
const toolGroups = /^(?:[a-z]+\.config\.k8s\.io|kind\.x-k8s\.io|skaffold|k3d\.io|kubeadm\.k8s\.io)\//;

function obstacleOf(apiVersion: string, kind: string, name: string, catalog: TypeCatalog): FoundObject['obstacle'] {
  if (apiVersion === 'v1' && kind === 'Config') return 'credentials';
  if (catalog.findKind(apiVersion, kind) !== undefined) return name === '' ? 'no-name' : undefined;
  if (toolGroups.test(apiVersion)) return 'tool-file';
  if (!mayBeCustom(apiVersion, kind, catalog)) return 'unknown-kind';
  return name === '' ? 'no-name' : undefined;
}

const topLevel = new Set([
  'metadata',
  'spec',
  'status',
  'data',
  'stringData',
  'binaryData',
  'rules',
  'subjects',
  'roleRef',
]);

function otherOf(index: number, document: SourceDocument, text: string): OtherDocument {
  const { value } = document;
  const [problem] = document.problems.filter(({ severity }) => severity === 'error');
  if (value === undefined) return { index, code: 'unreadable', message: problem?.message ?? '', text };
  const own = withEnd(text);
  if (isList(value) && value.length > 0) {
    if (value.every((item) => isMap(item) && item.has('op') && item.has('path')))
      return { index, code: 'json-patch', text: own };
    if (value.every(isEntry)) return { index, code: 'managed-fields', text: own };
  }
  if (isMap(value)) {
    const [only] = value.size === 1 ? [...value] : [];
    if (only?.[0] === 'managedFields' && isList(only[1])) return { index, code: 'managed-fields', text: own };
    if (
      value.size > 0 &&
      [...value.keys()].every((name) => topLevel.has(name) || name === 'apiVersion' || name === 'kind')
    ) {
      return { index, code: 'fragment', text: own };
    }
  }
  return { index, code: 'foreign', text: own };
}

function isEntry(item: Value): boolean {
  return isMap(item) && item.has('manager') && item.has('operation');
}
