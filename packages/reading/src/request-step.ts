import { type Route, readRoute, type TypeCatalog } from '@managed-fields/api-server';
import { equals, isMap, mapAt, stringAt, type Value } from '@managed-fields/merge-engine';
import type { NewStep } from '@managed-fields/scenario';
import {
  inputFile,
  type ObjectName,
  type RequestSettings,
  type StepKind,
  stepOf,
  withoutUnused,
} from '@managed-fields/scenario';
import { readDocuments } from '@managed-fields/source';
import type { PastedCommand } from './pasted-commands.ts';
import type { WrittenRequest } from './sent-request.ts';

/**
 * A part of a request that the step does not have. `body-in-file` {file}: the body is in a file that was not pasted;
 * `query-not-played` {name}: a parameter without effect here; `unknown-resource` {resource}: not a built-in kind, and
 * the body does not name the kind; `body-not-played`: the options of a delete; `bad-setting` {name, value}.
 */
export interface ReadingProblem {
  readonly code: 'body-in-file' | 'query-not-played' | 'unknown-resource' | 'body-not-played' | 'bad-setting';
  readonly data: Readonly<Record<string, string>>;
}

/**
 * A request as a step, or the reason why it cannot become one. `reads-only` {method}: it changes nothing;
 * `not-a-resource` {path}; `collection` {method}: it is about all objects of a kind; `subresource` {subresource}: one
 * that is not supported; `content-type` {contentType}: an unknown form of patch.
 */
export type RequestReading =
  | { readonly kind: 'step'; readonly step: NewStep; readonly problems: readonly ReadingProblem[] }
  | {
      readonly kind: 'refused';
      readonly code: 'reads-only' | 'not-a-resource' | 'collection' | 'subresource' | 'content-type';
      readonly data: Readonly<Record<string, string>>;
    };

/** Makes a step of a written request. The step sends the same request. */
export function stepOfRequest(written: WrittenRequest, catalog: TypeCatalog): RequestReading {
  const { method, path } = written;
  const route = readRoute(path);
  if (route === undefined || !isInScope(route, catalog))
    return { kind: 'refused', code: 'not-a-resource', data: { path } };
  if (method === 'GET' || method === 'HEAD') return { kind: 'refused', code: 'reads-only', data: { method } };
  if ((route.name === '') !== (method === 'POST') && !(method === 'POST' && route.subresource !== '')) {
    return { kind: 'refused', code: 'collection', data: { method } };
  }
  const value = readDocuments(written.body ?? '')[0]?.value;
  const kind = kindOf(written, route, value);
  if (kind === 'subresource') {
    return { kind: 'refused', code: 'subresource', data: { subresource: route.subresource } };
  }
  if (kind === 'content-type') {
    return { kind: 'refused', code: 'content-type', data: { contentType: written.contentType ?? '' } };
  }
  const settings = settingsOfQuery(written);
  const object = objectOf(route, value, catalog);
  const needed = object !== undefined && !isNamed(object, value);
  const text = kind === 'delete' ? '' : (written.body ?? '');
  const step = stepOf({
    id: 's1',
    kind,
    text: kind === 'create' ? inNamespace(text, value, route.namespace) : text,
    ...settings.step,
    ...(written.userAgent === undefined ? {} : { userAgent: written.userAgent }),
    ...(written.user === undefined ? {} : { user: written.user }),
    ...(route.subresource === '' ? {} : { subresource: route.subresource }),
    ...(needed ? { object } : {}),
  });
  const { id: _, ...usable } = withoutUnused(step);
  const problems: readonly ReadingProblem[] = [
    ...(written.bodyFile === undefined ? [] : [problem('body-in-file', { file: written.bodyFile })]),
    ...(object === undefined && kind !== 'crd' ? [problem('unknown-resource', { resource: route.plural })] : []),
    ...(kind === 'delete' && written.body !== undefined ? [problem('body-not-played', {})] : []),
    ...settings.problems,
  ];
  return { kind: 'step', step: usable, problems };
}

/** Whether a path has a namespace exactly if its kind has namespaces. */
function isInScope({ group, version, plural, namespace }: Route, catalog: TypeCatalog): boolean {
  const { namespaced } = catalog.find(group, version, plural)?.resource ?? {};
  if (namespaced === undefined || (group === '' && plural === 'namespaces')) return true;
  return namespaced === (namespace !== '');
}

function kindOf(
  { method, contentType }: WrittenRequest,
  { subresource, group, plural }: Route,
  value: Value | undefined,
): StepKind | 'subresource' | 'content-type' {
  const definition = group === 'apiextensions.k8s.io' && plural === 'customresourcedefinitions';
  if (definition && subresource === '' && isMap(value) && value.has('kind')) return 'crd';
  if (method === 'DELETE') return subresource === '' ? 'delete' : 'subresource';
  if (method === 'POST') return subresource === '' ? 'create' : 'subresource';
  if (method === 'PUT') return 'update';
  switch (contentType) {
    case 'application/apply-patch+yaml':
    case 'application/apply-patch+json':
      return 'apply';
    case 'application/strategic-merge-patch+json':
      return 'strategic-merge-patch';
    case 'application/json-patch+json':
      return 'json-patch';
    case 'application/merge-patch+json':
      if (value !== undefined && equals(value, resetValue)) return 'reset';
      if (subresource === 'status' || subresource === 'scale') return subresource;
      return 'merge-patch';
    default:
      return 'content-type';
  }
}

const resetValue: Value = new Map([['metadata', new Map([['managedFields', [new Map()]]])]]);

function settingsOfQuery({ query }: WrittenRequest): {
  readonly step: RequestSettings;
  readonly problems: readonly ReadingProblem[];
} {
  let step: RequestSettings = {};
  const problems: ReadingProblem[] = [];
  for (const [name, value] of query) {
    const validation = (['Strict', 'Warn', 'Ignore'] as const).find((each) => each === value);
    if (name === 'fieldManager') step = { ...step, manager: value };
    else if (name === 'force') step = isTrue(value) ? { ...step, force: true } : step;
    else if (name === 'dryRun' && value === 'All') step = { ...step, dryRun: true };
    else if (name === 'fieldValidation' && validation !== undefined) step = { ...step, fieldValidation: validation };
    else if (name === 'dryRun' || name === 'fieldValidation') problems.push(problem('bad-setting', { name, value }));
    else if (name !== 'pretty' && name !== 'timeout') problems.push(problem('query-not-played', { name }));
  }
  return { step, problems };
}

/** Reads a boolean as Go's strconv.ParseBool does; an empty value is true. */
function isTrue(value: string): boolean {
  return ['1', 't', 'T', 'true', 'TRUE', 'True', ''].includes(value);
}

/** The object that the path names; undefined where its kind is not known. */
function objectOf(
  { group, version, plural, namespace, name }: Route,
  value: Value | undefined,
  catalog: TypeCatalog,
): ObjectName | undefined {
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const known = kindNamed(group, version, plural, catalog);
  const written = isMap(value) && stringAt(value, 'apiVersion') === apiVersion ? stringAt(value, 'kind') : undefined;
  const kind = known ?? written;
  if (kind === undefined) return undefined;
  return { apiVersion, kind, ...(namespace === '' ? {} : { namespace }), name };
}

/** The kind of a resource at a version, even one that is not served. */
function kindNamed(group: string, version: string, plural: string, catalog: TypeCatalog): string | undefined {
  const { kind } = catalog.find(group, version, plural)?.resource ?? {};
  return kind ?? catalog.names().find((names) => names.group === group && names.plural === plural)?.kind;
}

/** Whether the text names the object, so that the settings need not. */
function isNamed(object: ObjectName, value: Value | undefined): boolean {
  if (!isMap(value)) return false;
  const metadata = mapAt(value, 'metadata');
  return (
    stringAt(value, 'apiVersion') === object.apiVersion &&
    stringAt(value, 'kind') === object.kind &&
    stringAt(metadata, 'name') === object.name &&
    (stringAt(metadata, 'namespace') ?? 'default') === (object.namespace ?? 'default')
  );
}

/** Writes the namespace of the path into the text of a create, because the step takes it from there. */
function inNamespace(text: string, value: Value | undefined, namespace: string): string {
  if (!isMap(value) || namespace === '' || namespace === 'default') return text;
  const metadata = mapAt(value, 'metadata');
  const [first] = metadata?.keys() ?? [];
  const [document] = readDocuments(text);
  const key = first === undefined ? undefined : document?.locate(['metadata', first])?.key;
  if (key === undefined || (stringAt(metadata, 'namespace') ?? '') !== '') return text;
  const lineStart = text.lastIndexOf('\n', key.from - 1) + 1;
  const before = text.slice(lineStart, key.from);
  const quoted = text.charAt(key.from) === '"' ? '"' : '';
  const separator = before.trim() === '' ? `\n${before}` : ', ';
  const entry = `${quoted}namespace${quoted}: ${quoted}${namespace}${quoted}${separator}`;
  return `${text.slice(0, key.from)}${entry}${text.slice(key.from)}`;
}

function problem(code: ReadingProblem['code'], data: ReadingProblem['data']): ReadingProblem {
  return { code, data };
}

/** Makes a step of a kubectl command. Files that the command names and that are missing are added as empty texts. */
export function commandStep({ line, programs, input, files }: PastedCommand): {
  readonly step: NewStep;
  readonly missing: readonly string[];
} {
  const named = [...new Set(programs.flatMap(fileNames))];
  const texts = new Map([...files, ...(input === undefined ? [] : [[inputFile, input] as const])]);
  const missing = named.filter((name) => !texts.has(name));
  const own = Object.fromEntries(named.map((name) => [name, texts.get(name) ?? '']));
  return { step: { kind: 'kubectl', text: line, ...(named.length === 0 ? {} : { files: own }) }, missing };
}

/** The files that `cat` reads, and those in `-f` and similar flags, without URLs. */
function fileNames([program, ...words]: readonly string[], index: number): readonly string[] {
  if (program === 'cat') return words.filter((word) => !word.startsWith('-'));
  const names = words.flatMap((word, at) => {
    const [, joined] = /^(?:-f|--filename|--patch-file)=(.*)$/s.exec(word) ?? /^-f(.+)$/s.exec(word) ?? [];
    if (joined !== undefined) return joined.split(',');
    return ['-f', '--filename', '--patch-file'].includes(word) ? (words[at + 1] ?? '').split(',') : [];
  });
  // What another program prints is the input of all programs but the first.
  const given = index === 0 ? names : names.filter((name) => name !== inputFile);
  return given.filter((name) => name !== '' && !/^https?:/.test(name));
}
