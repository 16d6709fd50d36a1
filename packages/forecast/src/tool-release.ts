import { type Cluster, catalogOf, pathOf, type ResourceVersion, serve } from '@managed-fields/api-server';
import type { KubectlHost } from '@managed-fields/kubectl';
import { serverRelease } from '@managed-fields/kubernetes-types';
import {
  type ExplainedConflict,
  equals,
  explainConflicts,
  isDeleting,
  isMap,
  metadataText,
  stringAt,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { isFieldConflict, objectServer, serveObjects } from '@managed-fields/player';
import { kubectlTexts } from '@managed-fields/source';
import {
  type ObjectEnd,
  programs,
  releaseOf,
  type ToolChoice,
  type ToolRan,
  type ToolRequest,
  type ToolTask,
} from '@managed-fields/tools/programs';
import { definedKind, isDefinition, kindKey, writtenDefinition } from './definitions.ts';
import type { ForecastInput } from './input.ts';
import { keyOf, namesOf } from './live-objects.ts';
import type { Manifest, ObjectManifest } from './manifests.ts';
import { type Played, unheld } from './played.ts';
import type { Deed, ForecastResult, SentRow } from './row.ts';

/** How a tool ended for one object, with the object before and after. */
export interface ToolPlayed extends Played {
  readonly object: ValueMap;
  /** The index among the manifests of the forecast; undefined for objects that the release does not have. */
  readonly manifest: number | undefined;
  readonly deeds: readonly Deed[];
  readonly sent: readonly SentRow[];
  /** The requests that changed it, or were to. */
  readonly requests: readonly ToolRequest[];
}

/** A release as a tool plays it: all objects on one server, and one run. */
export interface PlayedTool {
  readonly objects: readonly ToolPlayed[];
  /** What the tool ended with; undefined where all went well. */
  readonly error: string | undefined;
}

/** Runs a tool on the live objects of a forecast. */
export function playTool(input: ForecastInput, tool: ToolChoice): PlayedTool {
  const { live, kubernetes, catalog, namespace, manager } = input;
  const manifests = input.manifests.flatMap((each, index) => (each.kind === 'object' ? [[index, each] as const] : []));
  const kinds = manifests.map(([, { value }]) => namesOf(value));
  const used = new Set([...kinds, ...live.map(namesOf)].map(kindKey));
  const definitions = live.filter((object) => isDefinition(object) && used.has(definedKind(object)));
  const server = objectServer(catalog, kubernetes, definitions.map(writtenDefinition));
  const served = serveObjects(
    server,
    live.filter((object) => !definitions.includes(object)),
    kinds,
  );
  const host: KubectlHost = { ...kubectlTexts, release: serverRelease(kubernetes) };
  const task: ToolTask = {
    manifests: manifests.map(([, { value, text, place }]) => ({ value, text, file: place.file })),
    unread: unreadDocuments(input.manifests),
    namespace,
    options: tool.options,
    version: tool.version,
    live,
    ...(manager === '' ? {} : { manager }),
    ...(tool.previous === undefined ? {} : { previous: tool.previous }),
  };
  const ran = programs[tool.name](served.cluster, releaseOf(tool.name, task), host, served.now);
  const byPath = new Map<string, ToolRequest[]>();
  for (const request of ran.requests) {
    const path = pathOfRequest(request);
    const there = byPath.get(path);
    if (there === undefined) byPath.set(path, [request]);
    else there.push(request);
  }
  const before = { cluster: served.cluster, namespace, byPath };
  const unread = new Map(served.refused.map(({ object, message }) => [keyOf(namesOf(object)), message]));
  const objects = ran.ends.map((end): ToolPlayed => {
    const given = end.manifest === undefined ? undefined : manifests[end.manifest];
    const played = objectPlayed(end, given, before, ran);
    const names = namesOf(end.object);
    const { version } = played;
    const own = version?.resource.namespaced === false ? '' : names.namespace || namespace;
    const refused = unread.get(keyOf({ ...names, namespace: own }));
    if (refused === undefined) return played;
    return { ...played, ...unheld(refused), version, deeds: [], sent: [], requests: [] };
  });
  return { objects, error: withoutWarnings(ran.error) };
}

function unreadDocuments(manifests: readonly Manifest[]): NonNullable<ToolTask['unread']> {
  let before = 0;
  return manifests.flatMap((each) => {
    if (each.kind === 'unread') return [{ text: each.text, file: each.place.file, before }];
    before++;
    return [];
  });
}

interface Start {
  readonly cluster: ToolRan['cluster'];
  readonly namespace: string;
  /** All requests of the tool, by the object that they are about. */
  readonly byPath: ReadonlyMap<string, readonly ToolRequest[]>;
}

function objectPlayed(
  { object, end, message, warnings = [] }: ObjectEnd,
  given: readonly [number, ObjectManifest] | undefined,
  { cluster, namespace, byPath }: Start,
  ran: ToolRan,
): ToolPlayed {
  const version = versionOf(ran.cluster, object) ?? versionOf(cluster, object);
  // Without a name it would be that of all objects.
  const path = version && metadataText(object, 'name') !== '' ? pathTo(version, object, namespace) : undefined;
  const [was, is] = [cluster, ran.cluster].map((each) => (path === undefined ? undefined : objectAt(each, path)));
  const requests = (path === undefined ? undefined : byPath.get(path)) ?? [];
  const writes = requests.filter(({ request }) => request.method !== 'GET' && !request.query.has('dryRun'));
  const refused = requests.find(({ response }) => response.code >= 400 && isFieldConflict(response));
  const result = resultOf(end, was, is, refused !== undefined);
  const own = requests.findLast(({ purpose }) => ['apply', 'create', 'patch', 'replace'].includes(purpose));
  const words = result === 'conflict' || result === 'refused' ? (message ?? ran.error ?? '') : message;
  return {
    object,
    manifest: given?.[0],
    result,
    code: result === 'conflict' ? 409 : own?.response.code,
    message: words,
    warnings: [...new Set([...warnings, ...requests.flatMap(({ response }) => response.warnings)])],
    version,
    before: was,
    after: result === 'deleted' ? undefined : is,
    conflicts: conflictsOf(refused, given?.[1], was, version),
    owner: ownerOf(own),
    notices: [],
    deeds: deedsOf(requests, was, is),
    requests: writes,
    sent: writes.map(({ request, response, purpose }) => ({ method: request.method, purpose, code: response.code })),
  };
}

/** What a tool ends with, without the warnings that kubectl prints before it: they stand at the objects. */
function withoutWarnings(error: string | undefined): string | undefined {
  const lines = error?.split('\n').filter((line) => !line.startsWith('Warning: '));
  return lines?.join('\n');
}

function versionOf(cluster: ToolRan['cluster'], object: ValueMap): ResourceVersion | undefined {
  return catalogOf(cluster).findKind(stringAt(object, 'apiVersion') ?? '', stringAt(object, 'kind') ?? '');
}

function pathTo(version: ResourceVersion, object: ValueMap, namespace: string): string {
  const own = version.resource.namespaced ? metadataText(object, 'namespace') || namespace : '';
  return pathOf({ version, namespace: own, name: metadataText(object, 'name') });
}

/** The object at a path of a server; undefined where there is none. */
export function objectAt(cluster: Cluster, path: string): ValueMap | undefined {
  const { code, body } = serve(cluster, { method: 'GET', path, query: new Map() }, '2026-01-01T00:00:00Z').response;
  return code === 200 && isMap(body) ? body : undefined;
}

/** The path of the object that a request is about; a create names it in its body alone. */
function pathOfRequest({ request: { method, path, body } }: ToolRequest): string {
  const value = method === 'POST' && body?.kind === 'value' && isMap(body.value) ? body.value : undefined;
  return value === undefined ? path : `${path}/${metadataText(value, 'name')}`;
}

function resultOf(
  end: ObjectEnd['end'],
  was: ValueMap | undefined,
  is: ValueMap | undefined,
  isConflict: boolean,
): ForecastResult {
  switch (end) {
    case 'pruned':
      return 'deleted';
    case 'failed':
      return isConflict ? 'conflict' : 'refused';
    case 'not-reached':
      return was === undefined && is === undefined ? 'refused' : 'unchanged';
    case 'skipped':
      return 'left';
    case 'applied':
      if (is === undefined || isDeleting(is)) return was === undefined ? 'refused' : 'unchanged';
      if (was === undefined) return 'created';
      return equals(was, is) ? 'unchanged' : 'changed';
  }
}

function conflictsOf(
  refused: ToolRequest | undefined,
  manifest: ObjectManifest | undefined,
  was: ValueMap | undefined,
  version: ResourceVersion | undefined,
): readonly ExplainedConflict[] {
  if (refused?.trace === undefined || manifest === undefined || version === undefined) return [];
  return explainConflicts(refused.trace.conflicts, refused.trace.before ?? was, manifest.value, version);
}

/** The manager whose entry a write changes. */
function ownerOf(request: ToolRequest | undefined): Played['owner'] {
  const query = request?.request.query;
  const operation = request?.request.contentType === 'application/apply-patch+yaml' ? 'Apply' : 'Update';
  const manager = query?.get('fieldManager') ?? request?.request.userAgent?.split('/')[0] ?? '';
  return { manager, operation };
}

function deedsOf(
  requests: readonly ToolRequest[],
  was: ValueMap | undefined,
  is: ValueMap | undefined,
): readonly Deed[] {
  const did = (purpose: ToolRequest['purpose']) =>
    requests.some((each) => each.purpose === purpose && each.request.method !== 'GET' && each.response.code < 400);
  const isNew = was !== undefined && is !== undefined && metadataText(was, 'uid') !== metadataText(is, 'uid');
  return [...(isNew ? (['recreated'] as const) : []), ...(did('migrate') ? (['migrated'] as const) : [])];
}

/** The keys of the objects that a tool said something of. */
export function toldKeys({ objects }: PlayedTool): ReadonlySet<string> {
  return new Set(objects.map(({ object }) => keyOf(namesOf(object))));
}
