import { readFileSync } from 'node:fs';
import type { ApiResponse } from '@managed-fields/api-server/whole';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import { applyMergePatch, formatJson, isMap, valueFromPlain } from '@managed-fields/merge-engine';
import { shownAnswer } from './shown.ts';

/**
 * What is asked, and what is said of it: complaints, `!` before a warning, or an answer without complaints. What is asked begins with a
 * definition that is stored (`plain`, `plain/status`), of which the value is a merge patch; with none, it is one of `created`; `schema`,
 * `schema with status` and `field` are created with this schema of their only version or of a property of it, others with a version of
 * `versions` and more fields of it.
 */
export type DefinitionRow = readonly [about: string, value: unknown, answer: readonly string[]];

type Definition = { readonly metadata: { readonly name: string } };

/** Definitions, and what a real kube-apiserver said of each when nothing was to be stored. */
export interface DefinitionCases {
  readonly release: PlayedVersion;
  readonly created: Definition;
  /** A definition that is created first, and merge patches of it; one with a status is a patch of that. */
  readonly stored: Readonly<Record<string, readonly [Definition, ...(readonly object[])]>>;
  readonly versions: Readonly<Record<string, object>>;
  /** Words that come more than once, `#4` in answers. */
  readonly words: readonly string[];
  readonly rows: readonly DefinitionRow[];
  /** What other releases answer otherwise, by the index of the row; of v1.33 without what shows values as Go source. */
  readonly otherwise: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

export const definitionCases: DefinitionCases = JSON.parse(
  readFileSync(new URL('./definitions.cases.json', import.meta.url), 'utf8'),
);

/** A request about definitions. */
export interface DefinitionRequest {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly contentType: string;
  readonly bodyText: string;
}

const collection = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

function post(definition: object): DefinitionRequest {
  return { method: 'POST', path: collection, contentType: 'application/json', bodyText: JSON.stringify(definition) };
}

function patch({ metadata }: Definition, subresource: string, by: unknown): DefinitionRequest {
  const path = [collection, metadata.name, ...(subresource === '' ? [] : [subresource])].join('/');
  return { method: 'PATCH', path, contentType: 'application/merge-patch+json', bodyText: JSON.stringify(by) };
}

/** The requests that store the definitions which patches are about. */
export function storingRequests({ stored }: DefinitionCases): readonly DefinitionRequest[] {
  return Object.values(stored).flatMap(([first, ...patches]) => [
    post(first),
    ...patches.map((by) => patch(first, 'status' in by ? 'status' : '', by)),
  ]);
}

/** The request that a row is about. */
export function requestOf({ created, stored, versions }: DefinitionCases, [about, value]: DefinitionRow) {
  const [name = '', subresource = ''] = about.split('/');
  const known = stored[name];
  if (known !== undefined) return patch(known[0], subresource, value);
  const merged = applyMergePatch(valueFromPlain(created) as never, valueFromPlain(patchOf(about, value, versions)));
  return { ...post({}), bodyText: merged.kind === 'patched' ? formatJson(merged.value) : merged.message };
}

function patchOf(about: string, value: unknown, versions: DefinitionCases['versions']): unknown {
  const withVersion = (version: object) => ({ spec: { versions: [version] } });
  const openAPIV3Schema = about === 'field' ? { type: 'object', properties: { p: value } } : value;
  if (about === '') return value;
  const known = versions[about];
  if (known !== undefined) return withVersion({ ...known, ...(value as object) });
  const subresources = about === 'schema with status' ? { subresources: { status: {} } } : {};
  return withVersion({ ...versions['version'], ...subresources, schema: { openAPIV3Schema } });
}

const root = 'spec.validation.openAPIV3Schema';

/** A complaint without the empty fields of a schema that it shows. */
function briefly(message: string): string {
  return message.replaceAll(/"\w+":(?:null|false|""),?/g, '');
}

/** An answer as a row keeps it, but for words, which stand there by their numbers. */
export function answerOf({ code, body, warnings }: ApiResponse, request: DefinitionRequest): readonly string[] {
  const warned = warnings.map((warning) => `!${warning}`);
  const { kind, message, details } = JSON.parse(formatJson(body));
  const causes: readonly { readonly field?: string; readonly message: string }[] = details?.causes ?? [];
  if (causes.length > 0) {
    const complaints = causes.map(({ field = '', message }) => `${field.replace(root, '~')}: ${briefly(message)}`);
    return [...complaints, ...warned];
  }
  if (kind === 'Status') return [`${code} ${message}`, ...warned];
  return request.method === 'POST' || !isMap(body)
    ? [String(code), ...warned]
    : [shownAnswer({ code, body, warnings }, '~')];
}

/** The answer that a row keeps of a release. */
export function keptDefinitionAnswer(
  { words, rows, otherwise }: DefinitionCases,
  release: string,
  index: number,
): readonly string[] {
  const kept = otherwise[release]?.[index] ?? rows[index]?.[2] ?? [];
  return kept.map((line) => line.replace(/(?<=^\S.*: )#(\d+)$/, (_, number) => words[Number(number)] ?? ''));
}
