import { gunzipSync, gzipSync } from 'node:zlib';
import {
  formatJson,
  isList,
  isMap,
  mapAt,
  mapOf,
  parseJson,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { readDocuments } from '@managed-fields/source';
import type { ProgramName } from '@managed-fields/tools/programs';
import type { Rewriting } from '../rewriting.ts';
import { type Case, objectsOf, type Step, type ToolRun } from './case.ts';
import type { Ended } from './programs.ts';
import type { Overheard } from './proxy.ts';

/** When what the server made by itself, before any case, was made. */
const early = '2025-12-31T00:00:00Z';

/** What was seen of a case. */
export interface Seen {
  readonly kubernetes: string;
  readonly live: readonly ValueMap[];
  readonly requests: readonly Overheard[];
  readonly after: readonly ValueMap[];
  readonly ended: Ended;
  /** What Flux was told to prune. */
  readonly stale: readonly ValueMap[];
}

/** Returns the file of a recording: what the server leaves to chance is named by its first appearance. */
export function recordingText(asked: Case, seen: Seen, rewriting: Rewriting): string {
  const { run } = asked;
  const live = seen.live.map((object) => named(object, rewriting));
  const heard = run.tool === 'pulumi' ? withoutWaiting(seen.requests) : seen.requests;
  const requests = sideBySide(run.tool, heard).map((each) => exchangeOf(each, rewriting));
  const after = seen.after.map((object) => named(object, rewriting));
  const head: [string, Value][] = [
    ['name', asked.name],
    ['about', asked.about],
    ['tool', run.tool],
    ['version', run.version],
    ['kubernetes', seen.kubernetes],
    ['options', mapOf(run.options)],
    ['namespace', asked.namespace],
  ];
  const { error, results } = seen.ended;
  const lines = [
    ...head.map(([key, value]) => member(key, value)),
    listMember('before', asked.before.map(stepOf)),
    member('manifests', run.manifests),
    ...(run.tool === 'flux' ? [listMember('stale', seen.stale)] : []),
    listMember('live', live),
    listMember('requests', requests),
    listMember('after', after),
    member('error', error === null ? null : rewriting.toTraceText(error)),
    ...(results === undefined ? [] : [resultsMember(said(results, rewriting))]),
  ];
  return withoutChance(
    withoutMadeNames(asked, `{${lines.join(',\n')}}\n`),
    formatJson(asked.before.map(stepOf)) + JSON.stringify(run.manifests),
  );
}

/**
 * Leaves out what only waits for something: Pulumi lists and watches what it has sent, and reads what it has deleted until
 * it is gone.
 */
function withoutWaiting(overheard: readonly Overheard[]): readonly Overheard[] {
  const collection = /^\/(?:api\/v1|apis\/[^/]+\/[^/]+)(?:\/namespaces\/[^/]+)?\/[a-z]+$/;
  const deleted = new Set<string>();
  return overheard.filter(({ request: { method, path } }) => {
    if (method === 'GET') return !collection.test(path) && !deleted.has(path);
    if (method === 'DELETE') deleted.add(path);
    else deleted.delete(path);
    return true;
  });
}

/** What names are made up of. */
const madeUp = '[bcdfghjklmnpqrstvwxz2456789]{5}';

/**
 * In a preview Pulumi tries an object that it would make anew under a name that it makes up; Cluster API makes up the name
 * of a template that takes the place of another one.
 */
function withoutMadeNames(asked: Case, text: string): string {
  const { tool } = asked.run;
  if (tool !== 'pulumi' && tool !== 'capi') return text;
  const names = new Set(objectsOf(asked).flatMap((object) => stringAt(mapAt(object, 'metadata'), 'name') ?? []));
  const begin = (name: string) => (tool === 'pulumi' ? name : name.replace(new RegExp(`(?:-${madeUp})?$`), '-'));
  return [...new Set([...names].map(begin))].reduce(
    (whole, name) =>
      whole.replace(new RegExp(`\\b${name}${madeUp}\\b`, 'g'), (made) => (names.has(made) ? made : `${name}00000`)),
    text,
  );
}

function member(key: string, value: Value): string {
  return `${JSON.stringify(key)}:${formatJson(value)}`;
}

function listMember(key: string, items: readonly Value[]): string {
  return `${JSON.stringify(key)}:[${items.map((item) => `\n${formatJson(item)}`).join(',')}]`;
}

function resultsMember(results: Value): string {
  return isList(results) && results.length > 0 ? listMember('results', results) : member('results', results);
}

function stepOf(step: Step): ValueMap {
  switch (step.kind) {
    case 'kubectl':
      return mapOf({ kubectl: step.line, input: step.input });
    case 'request': {
      const { method, path, query, contentType, body } = step.request;
      return mapOf({ request: mapOf({ method, path, query: mapOf(query), contentType, body }) });
    }
    case 'tool':
      return runValue(step.run);
  }
}

function runValue({ tool, version, options, manifests }: ToolRun): ValueMap {
  return mapOf({ tool, version, options: mapOf(options), manifests });
}

/** A request and where it stands among those that a tool sends side by side. */
interface Placed {
  readonly overheard: Overheard;
  /** Several requests of one number have no order among each other, but for those about one object. */
  readonly together: number | undefined;
}

/**
 * Puts requests that a tool sends side by side in an order of their own, by the object, since chance decides which comes
 * first.
 */
function sideBySide(tool: ProgramName, overheard: readonly Overheard[]): readonly Placed[] {
  const { requests, lookups } = withoutLookups(tool, overheard);
  const groups: { readonly key: string; readonly members: Overheard[] }[] = [];
  for (const [index, each] of requests.entries()) {
    const key = groupOf(tool, requests, index);
    const last = groups.at(-1);
    if (last !== undefined && key !== undefined && last.key === key) last.members.push(each);
    else groups.push({ key: key ?? String(index), members: [each] });
  }
  let number = 0;
  return groups.flatMap(({ members }): readonly Placed[] => {
    const objects = new Set(members.map(objectOf));
    const together = objects.size === 1 ? undefined : ++number;
    const sorted = together === undefined ? members : members.toSorted((a, b) => compare(objectOf(a), objectOf(b)));
    const placed = sorted.flatMap((each) => [each, ...(lookups.get(each) ?? [])]);
    return placed.map((each) => ({ overheard: each, together }));
  });
}

/**
 * Sets apart the requests of a namespace that kubectl's code sends after an object was not found, each by the one it
 * belongs to: where objects are read side by side, those stand anywhere between.
 */
function withoutLookups(
  tool: ProgramName,
  overheard: readonly Overheard[],
): { readonly requests: readonly Overheard[]; readonly lookups: ReadonlyMap<Overheard, readonly Overheard[]> } {
  const lookups = new Map<Overheard, Overheard[]>();
  if (tool !== 'argocd') return { requests: overheard, lookups };
  const waiting: Overheard[] = [];
  const requests = overheard.filter((each) => {
    const { method, path } = each.request;
    const at = waiting.findIndex((missing) => missing.request.path.includes(`${path.replace('/api/v1', '')}/`));
    if (method === 'GET' && /^\/api\/v1\/namespaces\/[^/]+$/.test(path) && at >= 0) {
      const [missing] = waiting.splice(at, 1);
      if (missing !== undefined) lookups.set(missing, [each]);
      return false;
    }
    if (waiting[0] !== undefined && collectionOf(waiting[0]) !== collectionOf(each)) waiting.length = 0;
    // Roles are read by kubectl auth reconcile as well, which asks of the namespace at another time.
    if (method === 'GET' && each.response.code === 404 && !path.includes('/rbac.')) waiting.push(each);
    return true;
  });
  return { requests, lookups };
}

/** Neighbours of one group are sent side by side; undefined for a request that stands alone. */
function groupOf(tool: ProgramName, requests: readonly Overheard[], index: number): string | undefined {
  const each = requests[index];
  if (each === undefined) return undefined;
  const { method, query } = each.request;
  const collection = collectionOf(each);
  switch (tool) {
    // What is created, or applied for the first time, kind by kind.
    case 'helm':
    case 'flux-helm':
      return (method === 'POST' || method === 'PATCH') && !ownRelease(each)
        ? JSON.stringify([method, collection, query])
        : undefined;
    // The tasks of one kind, at first those of the dry run; deletions of all kinds.
    case 'argocd':
      return method === 'DELETE' ? method : `${collection} ${isTrial(requests, index)}`;
    // The lists of what an ApplySet may prune.
    case 'kubectl':
    case 'kubectl-client-side':
      return method === 'GET' && /applyset/.test(query['labelSelector'] ?? '') ? 'lists' : undefined;
    // One of four workers, since the program asks for one.
    case 'flux':
    // One object after the other.
    case 'controller-runtime':
    case 'pulumi':
    case 'crossplane':
    case 'capi':
      return undefined;
    // All resources at once, first those of the plan, then those of the apply; each part begins with a list of definitions.
    case 'terraform':
      return isDefinitionList(each) ? undefined : String(requests.slice(0, index).filter(isDefinitionList).length);
  }
}

/** The path of the collection of the object that a request is about. */
function collectionOf({ request }: Overheard): string {
  return request.method === 'POST' ? request.path : request.path.replace(/\/[^/]+$/, '');
}

function isDefinitionList({ request }: Overheard): boolean {
  return request.method === 'GET' && request.path.endsWith('/customresourcedefinitions');
}

/** Whether a request is Helm's about its own release. */
function ownRelease({ request }: Overheard): boolean {
  return /sh\.helm\.release/.test(request.path) || /"helm\.sh\/release\.v1"/.test(request.body ?? '');
}

/** Whether a request is part of the dry run of an object: that, or the reading before it. */
function isTrial(requests: readonly Overheard[], index: number): boolean {
  const each = requests[index];
  if (each === undefined) return false;
  const later = requests.slice(index).filter((other) => objectOf(other) === objectOf(each));
  const write = later.find(({ request }) => request.method !== 'GET');
  return write === undefined ? later.length > 1 : write.request.query['dryRun'] !== undefined;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The path of the object that a request is about. */
function objectOf({ request }: Overheard): string {
  const body = request.body === undefined ? undefined : bodyOf(request.body);
  const name = request.method === 'POST' && isMap(body) ? stringAt(mapAt(body, 'metadata'), 'name') : undefined;
  return name === undefined ? request.path : `${request.path}/${name}`;
}

function bodyOf(text: string): Value {
  const parsed = parseJson(text);
  if (parsed.kind === 'value') return parsed.value;
  // Pulumi applies YAML.
  const [document] = readDocuments(text);
  return isMap(document?.value) ? document.value : text;
}

function exchangeOf({ overheard, together }: Placed, rewriting: Rewriting): ValueMap {
  const { request, response } = overheard;
  const answer = response.body === '' ? undefined : named(bodyOf(response.body), rewriting);
  const body = request.body === undefined ? undefined : named(bodyOf(rewriting.toTraceText(request.body)), rewriting);
  const isOfProvider = request.headers['User-Agent']?.startsWith('HashiCorp/') === true;
  const sent = isOfProvider && isList(body ?? null) ? withSortedKeys(body as readonly Value[]) : body;
  return mapOf({
    method: request.method,
    path: request.path,
    query: mapOf(request.query),
    contentType: request.headers['Content-Type'],
    body: sent,
    together: together === undefined ? undefined : BigInt(together),
    response: mapOf({
      code: BigInt(response.code),
      body: answer,
      warnings: response.warnings.length === 0 ? undefined : response.warnings,
    }),
  });
}

/**
 * Sorts operations of a JSON patch that are about keys of one map, which Terraform's provider sends in an order of chance:
 * those that remove stay before the others.
 */
function withSortedKeys(operations: readonly Value[]): readonly Value[] {
  const places = operations.map((each, index) => {
    const [path, op] = isMap(each) ? [stringAt(each, 'path') ?? '', stringAt(each, 'op')] : ['', ''];
    const [, map, key] = /^(\/metadata\/(?:labels|annotations)|\/(?:data|binaryData))\/(.*)$/.exec(path) ?? [];
    return { each, index, group: map === undefined ? undefined : `${map} ${op === 'remove'}`, key: key ?? '' };
  });
  return places
    .toSorted((a, b) => (a.group !== undefined && a.group === b.group ? compare(a.key, b.key) : a.index - b.index))
    .map(({ each }) => each);
}

/** What a program printed, with names for what is left to chance. */
function said(results: Value, rewriting: Rewriting): Value {
  if (typeof results === 'string') return rewriting.toTraceText(results);
  if (isList(results)) return results.map((each) => said(each, rewriting));
  return isMap(results) ? new Map([...results].map(([key, each]) => [key, said(each, rewriting)])) : results;
}

/** A value with names for uids, resourceVersions and times, also within what Helm keeps of a release. */
function named(value: Value, rewriting: Rewriting): Value {
  return rewriting.toTrace(withReleases(value, rewriting));
}

function withReleases(value: Value, rewriting: Rewriting): Value {
  if (isList(value)) return value.map((item) => withReleases(item, rewriting));
  if (!isMap(value)) return value;
  if (value.get('type') === 'helm.sh/release.v1') return releaseSecret(value, rewriting);
  const inner = new Map([...value].map(([key, each]) => [key, withReleases(each, rewriting)]));
  return stringAt(value, 'kind')?.endsWith('List') ? withoutVersion(inner) : inner;
}

/** A list's own resourceVersion tells what else was written to the server, which is left to chance. */
function withoutVersion(list: ValueMap): ValueMap {
  const metadata = new Map(mapAt(list, 'metadata') ?? []);
  metadata.delete('resourceVersion');
  return new Map(list).set('metadata', metadata);
}

/** Helm keeps seconds in labels, and in the data a gzipped document of the release, encoded in base64 twice. */
function releaseSecret(secret: ValueMap, rewriting: Rewriting): ValueMap {
  const metadata = mapAt(secret, 'metadata') ?? new Map();
  const labels = [...(mapAt(metadata, 'labels') ?? [])].map(([key, text]): [string, Value] => [
    key,
    typeof text === 'string' && /^\d{10}$/.test(text) ? seconds(text, rewriting) : text,
  ]);
  const data = [...(mapAt(secret, 'data') ?? [])].map(([key, text]): [string, Value] => [
    key,
    key === 'release' && typeof text === 'string' ? release(text, rewriting) : text,
  ]);
  return new Map(secret).set('metadata', new Map(metadata).set('labels', new Map(labels))).set('data', new Map(data));
}

function seconds(text: string, rewriting: Rewriting): string {
  const time = `${new Date(Number(text) * 1000).toISOString().slice(0, 19)}Z`;
  return String(Date.parse(rewriting.toTraceText(time)) / 1000);
}

function release(text: string, rewriting: Rewriting): string {
  const kept = Buffer.from(Buffer.from(text, 'base64').toString('latin1'), 'base64');
  const said = rewriting.toTraceText(gunzipSync(kept).toString('utf8'));
  return Buffer.from(gzipSync(said, { level: 9 }).toString('base64')).toString('base64');
}

/**
 * Names the addresses and ports of Services that the server chose, by their first appearance, and the files that Argo
 * CD hands to kubectl's code.
 */
function withoutChance(text: string, given: string): string {
  const addresses = new Map<string, string>();
  const managers = new Map<string, string>();
  const ports = new Map<string, string>();
  return text
    .replace(/\b(?!2026-01-01|2025-12-31)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, (time) =>
      given.includes(time) ? time : early,
    )
    .replace(/\/dev\/shm\/\d+/g, '/dev/shm/0')
    .replace(/\bpulumi-kubernetes-[0-9a-f]{8}\b/g, (manager) => {
      const number = String(managers.size + 1).padStart(8, '0');
      if (!managers.has(manager)) managers.set(manager, `pulumi-kubernetes-${number}`);
      return managers.get(manager) ?? manager;
    })
    .replace(/\b10\.96\.\d+\.\d+\b/g, (address) => {
      if (given.includes(address)) return address;
      if (!addresses.has(address)) addresses.set(address, `10.96.200.${addresses.size + 1}`);
      return addresses.get(address) ?? address;
    })
    .replace(/("(?:nodePort|healthCheckNodePort)":)(\d{5})\b/g, (whole, key: string, port: string) => {
      if (given.includes(port)) return whole;
      if (!ports.has(port)) ports.set(port, String(32_001 + ports.size));
      return `${key}${ports.get(port)}`;
    });
}
