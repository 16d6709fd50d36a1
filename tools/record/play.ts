import {
  formatJson,
  isMap,
  listAt,
  mapAt,
  mapFromJson,
  parseJson,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Kubectl, type Overheard, openKubectl } from './kubectl.ts';
import { Rewriting } from './rewriting.ts';
import { type Server, send, type WireRequest, type WireResponse } from './server.ts';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
/** An object's path without its subresource: in a namespace, or in none. The trace's own namespace itself is none. */
const objectPath =
  /^\/(?:api\/v1|apis\/[^/]+\/[^/]+)\/(?:namespaces\/[^/]+\/[^/]+\/[^/]+|(?!namespaces\/t-)[^/]+\/[^/]+)/;
const namespacePath = /^\/api\/v1\/namespaces\/([^/]+)$/;
const json = { 'Content-Type': 'application/json' };

/** Plays the requests of a trace on a real server and returns the trace with that server's answers, as text. */
export async function record(server: Server, trace: ValueMap, program = 'kubectl'): Promise<string> {
  const name = stringAt(trace, 'name') ?? '';
  const rewriting = new Rewriting();
  const version = await versionOf(server);
  await clean(server, trace);
  await expectCode(server, [200, 201, 409], {
    method: 'POST',
    path: '/api/v1/namespaces',
    body: formatJson(new Map<string, Value>([['metadata', new Map([['name', `t-${name}`]])]])),
  });
  const accounts = (listAt(trace, 'tags') ?? []).includes('accounts');
  if (accounts) await addAccount(server, `t-${name}`);
  const steps: string[] = [];
  const kubectl = await openKubectl(server, program, `t-${name}`, groupsOf(trace), (time) =>
    rewriting.secondsSince(time),
  );
  const touched = new Set<string>();
  for (const [index, step] of (listAt(trace, 'steps') ?? []).entries()) {
    if (!isMap(step)) throw new Error(`${name}: step ${index} is not an object`);
    rewriting.noteStep(index, await nextSecond());
    const crd = mapAt(step, 'crd');
    const recorded =
      crd !== undefined
        ? await install(server, step, crd)
        : step.has('command')
          ? await recordCommand(kubectl, rewriting, step, index, touched)
          : await recordRequest(server, rewriting, step, index);
    touched.add(createdPath(recorded));
    const made = accounts ? createdNamespace(recorded) : '';
    if (made !== '') await addAccount(server, made);
    // Its controllers act within moments; nothing says when they are done.
    if (sentDefinition(recorded)) {
      const acting = Date.now();
      await pause(3000);
      for (let time = acting; time <= Date.now(); time += 500) rewriting.noteStep(index, secondOf(time));
    }
    // The server takes up policies once a second, and only what follows has to wait for that.
    if (sentPolicy(recorded) && !isPolicyRequest((listAt(trace, 'steps') ?? [])[index + 1])) await pause(4000);
    // A step may ask for seconds of its own, for controllers that look only now and then.
    await pause(1000 * Number(step.get('pause') ?? 0n));
    const path = stringAt(mapAt(step, 'after'), 'path');
    const after = path === undefined ? [] : [['after', await readAfter(server, rewriting, path)] as const];
    steps.push(formatJson(new Map([...recorded, ...after])));
  }
  kubectl.close();
  touched.delete('');
  await clean(server, trace, touched);
  const head = ['name', 'about', 'kubernetes', 'tags'].map((key) => {
    const value = key === 'kubernetes' ? version : (trace.get(key) ?? null);
    return `${JSON.stringify(key)}:${formatJson(value)}`;
  });
  return `{${head.join(',')},"steps":[\n${steps.join(',\n')}\n]}\n`;
}

/** Whether a step wrote a definition by a request or a command. */
function sentDefinition(recorded: ValueMap): boolean {
  const exchanges = recorded.has('command') ? (listAt(recorded, 'requests') ?? []) : [recorded];
  return exchanges.filter(isMap).some((exchange) => {
    const request = mapAt(exchange, 'request');
    return stringAt(request, 'method') !== 'GET' && (stringAt(request, 'path') ?? '').startsWith(crds);
  });
}

/** The path of what a request created in a collection; empty for every other step. */
function createdPath(step: ValueMap): string {
  const [request, response] = [mapAt(step, 'request'), mapAt(step, 'response')];
  const name = stringAt(mapAt(mapAt(response, 'body'), 'metadata'), 'name') ?? '';
  if (stringAt(request, 'method') !== 'POST' || response?.get('code') !== 201n) return '';
  return objectPath.exec(`${stringAt(request, 'path')}/${name}`)?.[0] ?? '';
}

/** The name of the namespace that a request created; empty for every other step. */
function createdNamespace(step: ValueMap): string {
  const response = mapAt(step, 'response');
  const body = mapAt(response, 'body');
  if (response?.get('code') !== 201n || stringAt(body, 'kind') !== 'Namespace') return '';
  return stringAt(mapAt(body, 'metadata'), 'name') ?? '';
}

/** Makes the ServiceAccount `default` of a namespace, as a controller does that does not run beside the server. */
async function addAccount(server: Server, namespace: string): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  await expectCode(server, [201, 409], { method: 'POST', path, body: '{"metadata":{"name":"default"}}' });
}

/** Paths of admission policies, their bindings and configurations of webhooks. A server takes up what is written there once a second. */
export const policies =
  /^\/apis\/admissionregistration\.k8s\.io\/[^/]+\/(?:mutating|validating)(?:admissionpolic|webhookconf)/;

/** Whether a step wrote an admission policy or a binding of one by a request or a command. */
function sentPolicy(recorded: ValueMap): boolean {
  const exchanges = recorded.has('command') ? (listAt(recorded, 'requests') ?? []) : [recorded];
  return exchanges.some(isPolicyRequest);
}

function isPolicyRequest(exchange: Value | undefined): boolean {
  const request = mapAt(isMap(exchange) ? exchange : undefined, 'request');
  return stringAt(request, 'method') !== 'GET' && policies.test(stringAt(request, 'path') ?? '');
}

/** The object that a step is asked to show after it: its path, and the object where it exists. */
async function readAfter(server: Server, rewriting: Rewriting, path: string): Promise<ValueMap> {
  const { code, body } = await send(server, { method: 'GET', path, query: {}, headers: {} });
  const object = code === 200 ? mapFromJson(body) : undefined;
  const after = new Map<string, Value>([['path', path]]);
  return object === undefined ? after : after.set('object', rewriting.toTrace(object));
}

async function recordRequest(server: Server, rewriting: Rewriting, step: ValueMap, index: number): Promise<ValueMap> {
  const request = mapAt(step, 'request');
  if (request === undefined) throw new Error('only API traces can be recorded: a step has neither crd nor request');
  const body = stringAt(request, 'body');
  const asked: WireRequest = {
    method: stringAt(request, 'method') ?? 'GET',
    path: stringAt(request, 'path') ?? '',
    query: strings(mapAt(request, 'query')),
    headers: strings(mapAt(request, 'headers')),
    ...(body === undefined ? {} : { body: rewriting.toServer(body) }),
  };
  if (asked.body !== undefined) rewriting.noteSent(asked.body);
  const started = Date.now();
  const answered = await send(server, asked);
  for (let time = started; time <= Date.now(); time += 500) rewriting.noteStep(index, secondOf(time));
  rewriting.noteStep(index, now());
  const { answer, plain } = readAnswer(asked, answered);
  const response = new Map<string, Value>([
    ['code', BigInt(answered.code)],
    ['body', rewriting.toTrace(answer)],
  ]);
  if (answered.warnings.length > 0) response.set('warnings', answered.warnings);
  const recorded = new Map<string, Value>([
    ['request', request],
    ['response', response],
  ]);
  if (step.has('conversionDown')) recorded.set('conversionDown', true);
  const comparison = step.get('compare') ?? (plain || leftToChance(answer) ? 'code' : undefined);
  if (comparison !== undefined) recorded.set('compare', comparison);
  return recorded;
}

/** Runs a command by the real kubectl; what it asked of the server stands beside what it printed. */
async function recordCommand(
  kubectl: Kubectl,
  rewriting: Rewriting,
  step: ValueMap,
  index: number,
  touched: Set<string>,
): Promise<ValueMap> {
  const files = mapAt(step, 'files');
  kubectl.write(new Map(Object.entries(strings(files)).map(([path, text]) => [path, rewriting.toServer(text)])));
  const stdin = stringAt(step, 'stdin');
  const env = strings(mapAt(step, 'env'));
  const started = Date.now();
  const ran = await kubectl.run({ line: rewriting.toServer(stringAt(step, 'command') ?? ''), stdin, env });
  for (let time = started; time <= Date.now() + 1000; time += 1000) rewriting.noteStep(index, secondOf(time));
  for (const { request, response } of ran.requests) {
    const made = mapAt(mapFromJson(response.body), 'metadata');
    const name = request.method === 'POST' ? `/${stringAt(made, 'name') ?? ''}` : '';
    if (request.method !== 'GET') touched.add(objectPath.exec(`${request.path}${name}`)?.[0] ?? '');
  }
  touched.delete('');
  const requests = ran.requests
    // An ApplySet asks which kinds may be its parent.
    .filter(({ request }) => request.method !== 'GET' || request.path !== crds)
    .map((each) => recordedExchange(rewriting, each));
  const recorded = new Map<string, Value>([['command', stringAt(step, 'command') ?? '']]);
  for (const key of ['files', 'stdin', 'env']) {
    const value = step.get(key);
    if (value !== undefined) recorded.set(key, value);
  }
  recorded
    .set('stdout', withoutFileTimes(rewriting.toTraceText(ran.stdout)))
    .set('stderr', rewriting.toTraceText(ran.stderr));
  recorded.set('exitCode', BigInt(ran.exitCode)).set('requests', requests);
  return recorded;
}

/** The program diff prints when the files that it was given were written, which only the recorder decides. */
function withoutFileTimes(text: string): string {
  return text.replace(/^((?:---|\+\+\+) \S+)\t\d{4}-.*$/gm, '$1');
}

function recordedExchange(rewriting: Rewriting, { request, response }: Overheard): Value {
  const { Accept: _, ...headers } = request.headers;
  const { answer: read, plain } = readAnswer(request, response);
  // The answer names uids that the request may show.
  const body = rewriting.toTrace(read);
  const sent = new Map<string, Value>([
    ['method', request.method],
    ['path', request.path],
    ['query', rewriting.toTrace(new Map<string, Value>(Object.entries(request.query)))],
    ['headers', new Map<string, Value>(Object.entries(headers))],
  ]);
  if (request.body !== undefined) sent.set('body', rewriting.toTraceText(request.body));
  const answer = new Map<string, Value>([
    ['code', BigInt(response.code)],
    ['body', body],
  ]);
  if (response.warnings.length > 0) answer.set('warnings', response.warnings);
  return new Map<string, Value>([
    ['request', sent],
    ['response', answer],
    ...(plain ? [['compare', 'code'] as const] : []),
  ]);
}

/**
 * The body of an answer. The router answers a path that it does not know in plain words; only the code of that is an
 * API.
 */
function readAnswer(
  asked: WireRequest,
  { body, code }: WireResponse,
): { readonly answer: Value; readonly plain: boolean } {
  const read = parseJson(body);
  if (read.kind === 'value') return { answer: read.value, plain: false };
  if (code === 404) return { answer: body, plain: true };
  throw new Error(`the answer to ${asked.method} ${asked.path} is not JSON: ${read.message}`);
}

/** Installs or replaces a CRD and waits until its schema is in force. */
export async function install(server: Server, step: ValueMap, crd: ValueMap): Promise<ValueMap> {
  const name = stringAt(mapAt(crd, 'metadata'), 'name') ?? '';
  const before = await publishedSchemas(server, crd);
  // A controller may write the definition between the two requests.
  for (let code = 409, tries = 0; code === 409; tries++) {
    const live = await send(server, { method: 'GET', path: `${crds}/${name}`, query: {}, headers: {} });
    const codes = tries < 5 ? [200, 201, 409] : [200, 201];
    if (live.code === 404) {
      ({ code } = await expectCode(server, codes, { method: 'POST', path: crds, body: formatJson(crd) }));
      continue;
    }
    const version = mapAt(mapFromJson(live.body), 'metadata')?.get('resourceVersion') ?? '';
    const metadata = new Map(mapAt(crd, 'metadata') ?? []).set('resourceVersion', version);
    const body = formatJson(new Map(crd).set('metadata', metadata));
    ({ code } = await expectCode(server, codes, { method: 'PUT', path: `${crds}/${name}`, body }));
  }
  const spec = mapAt(crd, 'spec');
  const group = stringAt(spec, 'group') ?? '';
  for (const version of listAt(spec, 'versions') ?? []) {
    if (!isMap(version) || version.get('served') !== true) continue;
    const path = `/apis/${group}/${stringAt(version, 'name') ?? ''}/${stringAt(mapAt(spec, 'names'), 'plural') ?? ''}`;
    await until(async () => {
      const { code, body } = await send(server, { method: 'GET', path, query: {}, headers: {} });
      // A kind is served, too, whose objects cannot be converted to this version.
      return code === 200 || body.includes('conversion webhook for');
    });
  }
  // The handler takes up a new schema when its informer hears of it. Nothing says when that was, but that what the server
  // publishes comes of the same informer; a change that does not show there is given ten seconds.
  for (let tries = 0; tries < 20 && (await publishedSchemas(server, crd)) === before; tries++) await pause(500);
  await pause(3000);
  return step;
}

/** Reads the schemas that the server publishes of a definition's served versions. */
async function publishedSchemas(server: Server, crd: ValueMap): Promise<string> {
  const spec = mapAt(crd, 'spec');
  const served = (listAt(spec, 'versions') ?? []).filter(isMap).filter((version) => version.get('served') === true);
  const published = served.map(async (version) => {
    const path = `/openapi/v3/apis/${stringAt(spec, 'group') ?? ''}/${stringAt(version, 'name') ?? ''}`;
    const { code, body } = await send(server, { method: 'GET', path, query: {}, headers: {} });
    return code === 200 ? body : '';
  });
  return (await Promise.all(published)).join('\n');
}

/**
 * Takes away what a trace makes, so that every object starts absent. Its namespace stays: emptying it is a controller's
 * work.
 */
export async function clean(server: Server, trace: ValueMap, touched: Iterable<string> = []): Promise<void> {
  const paths = [...new Set([...touched, ...pathsOf(trace)])];
  const isDefinition = (path: string) => path.startsWith(`${crds}/`);
  // Policies go before what they would refuse to let go, what is in a namespace before it, instances before their definition.
  const rank = (path: string) => (policies.test(path) ? -1 : isDefinition(path) ? 2 : namespacePath.test(path) ? 1 : 0);
  let inForce = false;
  for (const path of paths.toSorted((a, b) => rank(a) - rank(b))) {
    if (inForce && !policies.test(path)) {
      await pause(4000);
      inForce = false;
    }
    const deleted = { method: 'DELETE', path, query: { gracePeriodSeconds: '0' }, headers: {} };
    const headers = { 'Content-Type': 'application/merge-patch+json' };
    const body = '{"metadata":{"finalizers":null}}';
    const released = { method: 'PATCH', path, query: {}, headers, body };
    // Once a definition is deleted, a finalizer of the server sees to its instances.
    if (isDefinition(path)) await send(server, released);
    // What is not there, and the namespaces of the system, which may not be deleted.
    const { code } = await send(server, deleted);
    inForce ||= code === 200 && policies.test(path);
    if (code === 403 || code === 404) continue;
    if (!isDefinition(path)) await send(server, released);
    const namespace = namespacePath.exec(path)?.[1];
    if (namespace !== undefined) {
      const body = JSON.stringify({ metadata: { name: namespace }, spec: { finalizers: [] } });
      await send(server, { method: 'PUT', path: `${path}/finalize`, query: {}, headers: json, body });
    }
    await until(async () => (await send(server, deleted)).code === 404);
  }
}

/** The groups whose definitions a trace installs. */
function groupsOf(trace: ValueMap): Set<string> {
  const definitions = (listAt(trace, 'steps') ?? []).map((step) => mapAt(isMap(step) ? step : undefined, 'crd'));
  return new Set(definitions.flatMap((crd) => stringAt(mapAt(crd, 'spec'), 'group') ?? []));
}

/** The objects of a trace by their paths, custom resources before their definitions. */
function pathsOf(trace: ValueMap): Set<string> {
  const steps = (listAt(trace, 'steps') ?? []).filter(isMap);
  const exchanges = steps.flatMap((step) => [step, ...(listAt(step, 'requests') ?? []).filter(isMap)]);
  const objects = exchanges.flatMap((step) => {
    const request = mapAt(step, 'request');
    const paths = [request, mapAt(step, 'after')].map((each) => stringAt(each, 'path') ?? '');
    if (stringAt(request, 'method') === 'POST') paths.push(`${paths[0]}/${nameIn(request?.get('body'))}`);
    return paths.flatMap((path) => objectPath.exec(path)?.[0] ?? []);
  });
  const definitions = steps.flatMap((step) => {
    const crd = mapAt(step, 'crd');
    return crd === undefined ? [] : `${crds}/${stringAt(mapAt(crd, 'metadata'), 'name') ?? ''}`;
  });
  return new Set([...objects, ...definitions]);
}

/** The name of the object in a body; empty where it has none. */
function nameIn(body: Value | undefined): string {
  const parsed = typeof body === 'string' ? parseJson(body) : undefined;
  const object = parsed?.kind === 'value' ? parsed.value : body;
  return isMap(object) ? (stringAt(mapAt(object, 'metadata'), 'name') ?? '') : '';
}

async function expectCode(
  server: Server,
  codes: readonly number[],
  asked: { method: string; path: string; body: string },
): Promise<WireResponse> {
  const answered = await send(server, { ...asked, query: {}, headers: json });
  if (!codes.includes(answered.code)) {
    throw new Error(`${asked.method} ${asked.path} was answered ${answered.code}: ${answered.body.slice(0, 500)}`);
  }
  return answered;
}

async function versionOf(server: Server): Promise<string> {
  const answered = await send(server, { method: 'GET', path: '/version', query: {}, headers: {} });
  return stringAt(mapFromJson(answered.body), 'gitVersion') ?? '';
}

function strings(map: ValueMap | undefined): Record<string, string> {
  return Object.fromEntries([...(map ?? [])].map(([key, value]) => [key, String(value)]));
}

/** Waits until a new second has begun, so that every step has one of its own, and returns it. */
export async function nextSecond(): Promise<string> {
  await pause(1050 - (Date.now() % 1000));
  return now();
}

/** The second of now: `2026-11-21T10:00:00Z`. */
function now(): string {
  return secondOf(Date.now());
}

function secondOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/**
 * Whether the words of an answer are left to chance: several errors of a schema come in the order of a Go map, a dump of
 * the object or a failed precondition holds resourceVersions that are this server's own, what changed in a Pod or a claim is
 * printed as Go's own structures have it, and resources of a Pod as a whole are compared in the order of a Go map.
 */
function leftToChance(answer: Value): boolean {
  const message = isMap(answer) ? (stringAt(answer, 'message') ?? '') : '';
  const several = /(?:must be (?:greater|less) than or equal to (?:aggregate container requests|pod limits) of .*){2}/s;
  if (several.test(message)) return true;
  return /: errors:\n {2}.*\n {2}|patch: Invalid value: "\{|\n@@ -|ResourceVersion in (?:record|precondition)/.test(
    message,
  );
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function until(reached: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await reached()) return;
    await pause(200);
  }
  throw new Error('the server did not serve the kind within 20 seconds');
}
