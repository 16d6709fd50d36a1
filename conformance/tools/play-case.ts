import { readdirSync, readFileSync } from 'node:fs';
import { type ApiRequest, type Cluster, catalogOf, pathOf, serve } from '@managed-fields/api-server';
import { readManifests } from '@managed-fields/forecast';
import { releaseNamed, serverRelease } from '@managed-fields/kubernetes-types';
import {
  formatJson,
  mapAt,
  mapFromPlain,
  metadataText,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { loadOnNeed, objectServer, serveObjects } from '@managed-fields/player';
import { kubectlTexts } from '@managed-fields/source';
import { type ProgramName, programs, releaseOf, type ToolRan, type ToolTask } from '@managed-fields/tools/programs';
import { withoutChance } from '../forecast/compare.ts';
import { loadCatalog } from '../replay/catalog.ts';

/** What the program here did for a recorded case. */
export interface PlayedCase {
  readonly ran: ToolRan;
  /** Each object that is there afterwards, by its path. */
  readonly after: ReadonlyMap<string, string>;
}

/**
 * Plays a recorded case: the recorded objects on a server here, and the program here in place of the tool. `from`: whether
 * the program is told what the tool keeps outside of the cluster, or finds it out of the objects.
 */
export async function playCase(recorded: RecordedCase, from: 'state' | 'objects' = 'state'): Promise<PlayedCase> {
  const kubernetes = releaseNamed(recorded.kubernetes);
  if (kubernetes === undefined) throw new Error(`nothing is known of ${recorded.kubernetes}`);
  const catalog = await loadCatalog(recorded.kubernetes);
  const live = recorded.live.map(mapFromPlain);
  const kinds = manifestsOf(recorded).map(({ value }) => ({
    apiVersion: stringAt(value, 'apiVersion') ?? '',
    kind: stringAt(value, 'kind') ?? '',
  }));
  return loadOnNeed(() => {
    const served = serveObjects(objectServer(catalog, kubernetes), live, kinds);
    const ran = runTask(recorded, served.cluster, served.now, from);
    return { ran, after: objectsIn(ran.cluster, [...recorded.live, ...recorded.after].map(mapFromPlain)) };
  });
}

/** Runs the program of a recorded case once more, on a cluster that is left from it. */
export async function playTask(recorded: RecordedCase, cluster: Cluster): Promise<ToolRan> {
  const before = [...recorded.before, { tool: recorded.tool, manifests: recorded.manifests }];
  return loadOnNeed(() => runTask({ ...recorded, before }, cluster, '2026-03-01T00:00:00Z'));
}

function runTask(recorded: RecordedCase, cluster: Cluster, now: string, from: 'state' | 'objects' = 'state'): ToolRan {
  const kubernetes = releaseNamed(recorded.kubernetes);
  if (kubernetes === undefined) throw new Error(`nothing is known of ${recorded.kubernetes}`);
  const previous = from === 'state' ? previousOf(recorded) : undefined;
  const task: ToolTask = {
    ...(previous === undefined ? {} : { previous: { manifests: previous, serverSide: true } }),
    ...{ manifests: manifestsOf(recorded), options: new Map(Object.entries(recorded.options)) },
    ...{ live: recorded.live.map(mapFromPlain), namespace: recorded.namespace, version: recorded.version },
  };
  const host = { ...kubectlTexts, release: serverRelease(kubernetes) };
  return programs[recorded.tool as ProgramName](cluster, releaseOf(recorded.tool, task), host, now);
}

/** What Flux keeps of its last run, or Terraform and Pulumi, which keep the manifests themselves. */
function previousOf(recorded: RecordedCase): readonly ValueMap[] | undefined {
  if (recorded.tool !== 'terraform' && recorded.tool !== 'pulumi') return recorded.stale?.map(mapFromPlain);
  const last = recorded.before.findLast(({ tool }) => tool === recorded.tool);
  return manifestsOf({ manifests: last?.manifests ?? '' }).map(({ value }) => value);
}

function manifestsOf(recorded: Pick<RecordedCase, 'manifests'>): ToolTask['manifests'] {
  return readManifests('manifests.yaml', recorded.manifests).flatMap((each) =>
    each.kind === 'object' ? [{ value: each.value, text: each.text }] : [],
  );
}

/** The objects that are there of those that are named, without what a server makes up. */
export function objectsIn(cluster: Cluster, named: readonly ValueMap[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const object of named) {
    if (isBookkeeping(object)) continue;
    const path = pathOfObject(cluster, object);
    const { code, body } = serve(cluster, { method: 'GET', path, query: new Map() }, '2026-01-01T00:00:00Z').response;
    if (code === 200) found.set(path, comparable(body));
  }
  return found;
}

function pathOfObject(cluster: Cluster, object: ValueMap): string {
  const [apiVersion, kind] = [stringAt(object, 'apiVersion') ?? '', stringAt(object, 'kind') ?? ''];
  const version = catalogOf(cluster).findKind(apiVersion, kind);
  const [name, namespace] = [metadataText(object, 'name'), metadataText(object, 'namespace')];
  return version === undefined ? `${apiVersion} ${kind} ${name}` : pathOf({ version, namespace, name });
}

/** Helm's own notes of its releases are not played, nor are its hooks. */
function isBookkeeping(object: ValueMap): boolean {
  return metadataText(object, 'name').startsWith('sh.helm.release.v1.') || isHook(object);
}

function isHook(object: ValueMap): boolean {
  return mapAt(mapAt(object, 'metadata'), 'annotations')?.has('helm.sh/hook') === true;
}

/** A value as text, without what a server makes up and without addresses that it gives by chance. */
function comparable(value: Value): string {
  return formatJson(withoutChance(value))
    .replace(/"10\.96\.\d+\.\d+"/g, '"10.96.0.0"')
    .replace(pulumiManager, 'pulumi-kubernetes-0')
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UID');
}

/** Pulumi's manager, the end of whose name is left to chance. */
const pulumiManager = /\bpulumi-kubernetes-[0-9a-f]{8}\b/g;

/**
 * What differs between a recording and what was played, in lines; empty where nothing does. `read` rewrites requests and
 * last words before they are compared, for who numbers something otherwise.
 */
export function differencesOf(
  recorded: RecordedCase,
  { ran, after }: PlayedCase,
  read: (line: string) => string = (line) => line,
): readonly string[] {
  const hooks = new Set(
    ran.ends
      .map(({ object }) => object)
      .filter(isHook)
      .map((object) => pathOfObject(ran.cluster, object)),
  );
  const there = recorded.requests
    .filter((each) => !isRelease(each) && !isLookup(each) && !hooks.has(pathOfRequest(each)))
    .map((each) => read(recordedLine(each)));
  const played = ran.requests.filter(({ request }) => !isLookup({ ...request, query: {}, response: { code: 200 } }));
  const lines = played.map(({ request, response }) => read(playedLine(request, response.code)));
  // What a tool does at the same time comes in any order.
  const isOrdered = recorded.tool.startsWith('kubectl');
  const requests = compared('request', isOrdered ? there : there.toSorted(), isOrdered ? lines : lines.toSorted());
  const objects = new Map(
    recorded.after
      .map(mapFromPlain)
      .filter((object) => !isBookkeeping(object))
      .map((object) => [pathOfObject(ran.cluster, object), comparable(object)]),
  );
  const paths = new Set([...objects.keys(), ...after.keys()]);
  const states = [...paths].flatMap((path) =>
    objects.get(path) === after.get(path)
      ? []
      : [`object ${path}\n  was ${objects.get(path) ?? 'gone'}\n  is  ${after.get(path) ?? 'gone'}`],
  );
  // Manifests come from the standard input there, and from a file here.
  const error = recorded.error
    ?.replaceAll('"STDIN"', '"manifests.yaml"')
    .replace(/"\/dev\/shm\/\d+"/g, '"manifest"')
    .replace(pulumiManager, 'pulumi-kubernetes-0')
    .trim();
  const end = ran.error?.replace(pulumiManager, 'pulumi-kubernetes-0').trim();
  const isSameEnd = (error && read(error)) === (end && read(end));
  return [...requests, ...states, ...(isSameEnd ? [] : [`error\n  was ${recorded.error}\n  is  ${ran.error}`])];
}

function compared(what: string, there: readonly string[], here: readonly string[]): readonly string[] {
  const first = there.findIndex((line, index) => line !== here[index]);
  if (first < 0 && there.length === here.length) return [];
  const at = first < 0 ? there.length : first;
  return [
    `${what} ${at + 1} of ${there.length}, ${here.length} here\n  was ${there[at] ?? 'none'}\n  is  ${here[at] ?? 'none'}`,
  ];
}

/**
 * Whether a request only looks whether a namespace or a definition is there: here, namespaces are taken to be there, and
 * kinds are known from the start.
 */
function isLookup({ method, path }: RecordedRequest): boolean {
  return method === 'GET' && /^\/api\/v1\/namespaces\/[^/]+$|\/customresourcedefinitions$/.test(path);
}

/** Whether a request is about Helm's own notes of its releases. */
function isRelease({ path, query, body }: RecordedRequest): boolean {
  if (path.includes('/sh.helm.release.')) return true;
  if (!path.endsWith('/secrets')) return false;
  return 'labelSelector' in query || JSON.stringify(body ?? '').includes('"sh.helm.release.');
}

/** The path of the object that a request is about. */
function pathOfRequest({ method, path, body }: RecordedRequest): string {
  const created = method === 'POST' ? mapFromPlain(body ?? {}) : undefined;
  return created === undefined ? path : `${path}/${metadataText(created, 'name')}`;
}

function recordedLine({ method, path, query, contentType = '', body, response }: RecordedRequest): string {
  const text = body === undefined ? '' : typeof body === 'string' ? body : comparable(toValue(body));
  return line(method, path, query, contentType, text, response.code);
}

function playedLine({ method, path, query, contentType = '', body }: ApiRequest, code: number): string {
  const text = body === undefined ? '' : body.kind === 'value' ? comparable(body.value) : body.message;
  return line(method, path, Object.fromEntries(query), contentType, text, code);
}

function line(method: string, path: string, query: object, contentType: string, body: string, code: number): string {
  const parameters = Object.entries(query)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${String(value).replace(pulumiManager, 'pulumi-kubernetes-0')}`)
    .join('&');
  const options = method === 'DELETE' ? body.replace(/"(?:apiVersion|kind)":"[^"]*",?/g, '') : body;
  return `${method} ${path}?${parameters} ${contentType} ${options} -> ${code}`;
}

function toValue(plain: unknown): Value {
  const read = mapFromPlain({ value: plain }).get('value');
  return read ?? null;
}

/** A request of a recorded tool, with its answer. */
interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly body?: unknown;
  readonly response: { readonly code: number; readonly body?: unknown };
}

/** What happened before a recorded run: a command, a request, or a run of a tool. */
export interface RecordedStep {
  readonly kubectl?: string;
  readonly input?: string;
  readonly request?: Pick<RecordedRequest, 'method' | 'path' | 'contentType' | 'body'> &
    Partial<Pick<RecordedRequest, 'query'>>;
  readonly tool?: string;
  readonly version?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly manifests?: string;
}

/** What a real tool did on a real server. The README of the folder says how it was recorded. */
export interface RecordedCase {
  readonly name: string;
  readonly about: string;
  readonly tool: string;
  readonly version: string;
  readonly kubernetes: string;
  readonly options: Readonly<Record<string, string>>;
  readonly namespace: string;
  /** What happened before, each step a run of a tool where it names one. */
  readonly before: readonly RecordedStep[];
  readonly manifests: string;
  /** What Flux keeps in its inventory and the manifests do not have. */
  readonly stale?: readonly object[];
  readonly live: readonly object[];
  readonly requests: readonly RecordedRequest[];
  readonly after: readonly object[];
  readonly error: string | null;
}

const folder = new URL('recorded/', import.meta.url);

/** The folders of the recordings, one a tool. */
export function recordedTools(): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []));
}

/** All cases of a tool, by name. */
export function recordedCases(tool: string): readonly RecordedCase[] {
  const files = readdirSync(new URL(`${tool}/`, folder)).filter((file) => file.endsWith('.json'));
  return files.toSorted().map((file) => JSON.parse(readFileSync(new URL(`${tool}/${file}`, folder), 'utf8')));
}

/** A case that is played otherwise, and why. */
export interface NamedDifference {
  /** `helm4/install-hook` */
  readonly case: string;
  readonly reason: string;
}

/** All cases that are played otherwise. */
export function namedDifferences(): readonly NamedDifference[] {
  return JSON.parse(readFileSync(new URL('named-differences.json', import.meta.url), 'utf8'));
}
