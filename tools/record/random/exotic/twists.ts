import type { Chance } from '../../../../conformance/chance.ts';
import { asObject, isArray, type Json } from '../makers.ts';
import type { PlannedRequest, Situation } from '../request.ts';
import { jsonText } from '../text.ts';
import { oddEntries } from './entries.ts';

/** Makes of a request one that few would send; the same request where it cannot. */
export type Twist = (request: PlannedRequest, at: Situation) => PlannedRequest;

/** Every way in which a request is made odd. */
export const twists: readonly [Twist, ...Twist[]] = [
  inQuery,
  inQuery,
  inHeaders,
  inPath,
  inPath,
  inMethod,
  inText,
  inText,
  inMetadata,
  inMetadata,
  inHead,
];

type Pairs = readonly (readonly [name: string, value: string])[];

const forWrites: Pairs = [
  ['fieldManager', ''],
  ['fieldManager', 'x'.repeat(129)],
  ['fieldManager', 'a\tb'],
  ['fieldManager', 'ünïcode'],
  ['force', 'true'],
  ['force', ''],
  ['force', '0'],
  ['force', 'maybe'],
  ['dryRun', ''],
  ['dryRun', 'None'],
  ['dryRun', 'all'],
  ['dryRun', 'All'],
  ['fieldValidation', 'strict'],
  ['fieldValidation', ''],
  ['fieldValidation', 'Strict'],
  ['fieldValidation', 'Ignore'],
  ['pretty', 'true'],
  ['timeout', '5s'],
  ['unknown', '1'],
  ['resourceVersion', '1'],
];
const forDeletes: Pairs = [
  ['propagationPolicy', 'Orphan'],
  ['propagationPolicy', 'Foreground'],
  ['propagationPolicy', 'x'],
  ['orphanDependents', 'true'],
  ['orphanDependents', 'x'],
  ['gracePeriodSeconds', '0'],
  ['gracePeriodSeconds', '-1'],
  ['gracePeriodSeconds', 'x'],
  ['dryRun', 'All'],
  ['dryRun', 'x'],
];
const forReads: Pairs = [
  ['resourceVersion', '0'],
  ['resourceVersion', 'x'],
  ['limit', '1'],
  ['limit', 'x'],
  ['continue', 'x'],
  ['labelSelector', 'a'],
  ['labelSelector', 'a in (x,y),!b'],
  ['labelSelector', 'a=='],
  ['fieldSelector', 'metadata.namespace=x'],
  ['fieldSelector', 'metadata.name!=web'],
  ['fieldSelector', 'spec.none=x'],
  ['fieldSelector', 'x'],
  ['resourceVersionMatch', 'Exact'],
  ['timeoutSeconds', 'x'],
];

function inQuery(request: PlannedRequest, { chance }: Situation): PlannedRequest {
  const pairs = request.method === 'GET' ? forReads : request.method === 'DELETE' ? forDeletes : forWrites;
  const [name, value] = pickFrom(chance, pairs);
  return { ...request, query: { ...request.query, [name]: value } };
}

const types = [
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/yaml',
  'application/merge-patch+json',
  'application/merge-patch+json;x=y',
  'application/strategic-merge-patch+json',
  'application/json-patch+json',
  'application/apply-patch+yaml',
  'application/apply-patch+yaml; charset=utf-8',
  'Application/Apply-Patch+YAML',
  'application/x-yaml',
  'text/plain',
  'text/yaml',
  '*/*',
  'json',
  '',
] as const;
const agents = ['', '/', 'a b/1', 'ü', 'kubectl', 'x'.repeat(200), '\tx', '(none)'] as const;

function inHeaders(request: PlannedRequest, { chance }: Situation): PlannedRequest {
  const headers: Record<string, string> = { ...request.headers };
  switch (chance.integer(4)) {
    case 0:
      headers['User-Agent'] = asHeader(chance.pick([...agents]));
      break;
    case 1:
      headers['X-Remote-User'] = 'x';
      headers['If-Match'] = '1';
      headers['X-HTTP-Method-Override'] = 'DELETE';
      break;
    default: {
      const type = chance.pick([...types]);
      if (request.body === undefined) break;
      if (type === '') delete headers['Content-Type'];
      else headers['Content-Type'] = type;
    }
  }
  return { ...request, headers };
}

/** A text as a header can hold it. */
function asHeader(text: string): string {
  return text.replace(/[^\t\x20-\x7e]/g, '?').trim();
}

const subresources = [
  'status',
  'scale',
  'none',
  'finalize',
  'binding',
  'eviction',
  'token',
  'resize',
  'approval',
] as const;

/** Deletes of a whole collection stay where they are sent: a collection of a namespace of the scenario. */
function inPath(request: PlannedRequest, at: Situation): PlannedRequest {
  const { chance, collection, namespace, name, kind } = at;
  const object = `${collection}/${name}`;
  const paths: string[] = [
    `${object}/${chance.pick([...subresources])}`,
    `${object}/${chance.pick([...subresources])}`,
    `${object}/status`,
    `${collection}/other`,
    `${object}/status/x`,
    `${collection}/${encodeURIComponent(`${name} x`)}`,
    object.replace(kind.apiVersion, kind.apiVersion.replace(/v\d\w*$/, 'v9')),
    object.replace(`/${kind.plural}/`, `/${kind.plural.toUpperCase()}/`),
    object,
  ];
  if (kind.cluster !== true) {
    paths.push(collection.replace(`/namespaces/${namespace}`, ''), object.replace(`/namespaces/${namespace}`, ''));
    paths.push(collection);
  } else if (request.method !== 'DELETE' && request.method !== 'GET') paths.push(collection, `${collection}/`);
  const path = pickFrom(chance, paths);
  const isWide = !path.includes(namespace) && !path.endsWith(`/${name}`) && !path.includes(`/${name}/`);
  if (isWide && (request.method === 'GET' || request.method === 'DELETE')) return request;
  return { ...request, path };
}

function inMethod(request: PlannedRequest, at: Situation): PlannedRequest {
  const { chance, collection, kind } = at;
  const method = chance.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
  if (request.path === collection && kind.cluster === true && (method === 'GET' || method === 'DELETE')) return request;
  const { body, ...bare } = request;
  if (method === 'GET' || (method === 'DELETE' && !chance.once(4))) {
    const { 'Content-Type': _type, ...headers } = request.headers;
    return { ...bare, method, headers };
  }
  return { ...request, method };
}

/** What is put in place of some number, text or brace of a body. */
const numbers = ['1e2', '6.0', '1.5', '-1', '-0', '9223372036854775808', '1e400', '18446744073709551616', '2147483648'];

function inText(request: PlannedRequest, { chance }: Situation): PlannedRequest {
  const { body } = request;
  if (body === undefined) return request;
  const changed = changedText(chance, body);
  return { ...request, body: changed };
}

function changedText(chance: Chance, body: string): string {
  switch (chance.integer(12)) {
    case 0:
      return replaceOne(chance, body, /(?<=[:[,]\s*)-?\d+(?=\s*[,\]}\n])/g, () => pickFrom(chance, numbers));
    case 1:
      return replaceOne(chance, body, /"[\w.]+"\s*:\s*(?:"[^"]*"|\d+)(?=\s*[,}])/g, (pair) => `${pair},${pair}`);
    case 2:
      return replaceOne(chance, body, /\{(?=")/g, () => '{"unknown":{"a":1,"a":2},');
    case 3:
      return replaceOne(chance, body, /\{(?=")/g, () => '{"zz":1,"aa":2,"zz":3,');
    case 4:
      return replaceOne(chance, body, /(?<=:)"[^"]*"/g, () => pickFrom(chance, ['null', '1', '[]', '{}', 'true']));
    case 5:
      return replaceOne(chance, body, /(?<=:)\[/g, () => '[null,');
    case 6:
      return replaceOne(chance, body, /"(?=[a-z]+":)/g, (quote) => `${quote}X`);
    case 7:
      return body.slice(0, chance.integer(body.length + 1));
    case 8:
      return pickFrom(chance, [`${body} x`, `${body}\n---\n${body}`, ` ${body}\n`, `[${body}]`, `\ufeff${body}`]);
    case 9:
      return pickFrom(chance, ['', 'null', '[]', '{}', '1', '"x"', 'x', '{', '---', '{"a":1}', '[null]', '[{}]']);
    case 10:
      return replaceOne(chance, body, /(?<=:)"([0-9.]+[A-Za-z]*)"/g, () =>
        pickFrom(chance, ['"0.01"', '"1000m"', '"1e3"', '"1024Mi"', '"0.5Gi"', '""', '"x"', '"-1"', '1.50']),
      );
    default:
      return replaceOne(chance, body, /(?<=:)(?:true|false)/g, () => pickFrom(chance, ['"true"', 'null', '0']));
  }
}

function replaceOne(chance: Chance, text: string, what: RegExp, by: (found: string) => string): string {
  const found = [...text.matchAll(what)];
  const one = found[chance.integer(Math.max(found.length, 1))];
  return one === undefined ? text : text.slice(0, one.index) + by(one[0]) + text.slice(one.index + one[0].length);
}

/** Changes what a body says of itself: its metadata, or the same by a JSON patch. */
function inMetadata(request: PlannedRequest, at: Situation): PlannedRequest {
  const { chance, kind, live, name } = at;
  const changes: readonly (readonly [string, Json])[] = [
    ['managedFields', oddEntries(chance, kind.apiVersion, live)],
    ['managedFields', oddEntries(chance, kind.apiVersion, live)],
    ['managedFields', oddEntries(chance, kind.apiVersion, live)],
    ['name', chance.pick<Json>(['other', '', null, 1, 'A b'])],
    ['namespace', chance.pick<Json>(['other', '', null, 1])],
    ['uid', chance.pick<Json>(['x', '', null])],
    ['resourceVersion', chance.pick<Json>(['1', '0', '', 'x', '-1', null, '99999999999999999999'])],
    ['generateName', chance.pick<Json>([`${name}-`, '', 'A_', null])],
    ['creationTimestamp', chance.pick<Json>([null, '2020-01-01T00:00:00Z', 'x', 1])],
    ['deletionTimestamp', chance.pick<Json>([null, '2020-01-01T00:00:00Z', 'x'])],
    ['deletionGracePeriodSeconds', chance.pick<Json>([null, 0, 5, -1])],
    ['generation', chance.pick<Json>([null, 0, 5, -1])],
    ['selfLink', 'x'],
    ['labels', chance.pick<Json>([null, {}, { a: null }, { a: 1 }, { 'x y': 'z' }, { a: 'x y' }, []])],
    ['annotations', chance.pick<Json>([null, {}, { a: null }, { a: 1 }, { 'x y': 'z' }])],
    ['finalizers', chance.pick<Json>([null, [], ['x'], ['x.io/f', 'x.io/f'], [null], ['x y/z'], 'x'])],
    ['ownerReferences', chance.pick<Json>([null, [], [{}], [owner, owner], [{ ...owner, uid: '' }], [null]])],
    ['unknown', 1],
  ];
  const [key, value] = pickFrom(chance, changes);
  if (request.headers['Content-Type'] === 'application/json-patch+json') {
    const op = { op: chance.pick(['add', 'replace']), path: `/metadata/${key}`, value };
    return { ...request, body: jsonText([op]) };
  }
  const body = parsed(request.body);
  if (body === undefined) return request;
  return { ...request, body: jsonText({ ...body, metadata: { ...asObject(body['metadata']), [key]: value } }) };
}

const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: '11111111-1111-1111-1111-111111111111' };

/** Changes which kind a body says that it is of, or leaves out a part of it. */
function inHead(request: PlannedRequest, { chance, kind }: Situation): PlannedRequest {
  const changes: readonly (readonly [string, Json])[] = [
    ['apiVersion', chance.pick<Json>(['v1', 'v9', 'a/b/c', '', null, 1, 'apps/v1', `${kind.apiVersion}x`])],
    ['kind', chance.pick<Json>(['Pod', 'Nope', '', null, 1, `${kind.kind}List`, kind.kind.toLowerCase()])],
    ['metadata', chance.pick<Json>([null, {}, [], 'x'])],
    ['spec', chance.pick<Json>([null, {}, [], 'x'])],
    ['status', chance.pick<Json>([null, {}, [], 'x', { conditions: null }])],
  ];
  const [key, value] = pickFrom(chance, changes);
  if (request.headers['Content-Type'] === 'application/json-patch+json') {
    const other = chance.pick(['/metadata', '/kind', '/spec', '/apiVersion', '/metadata/name']);
    const op = chance.pick<Json>([
      { op: 'replace', path: `/${key}`, value },
      { op: 'move', from: other, path: `/${key}` },
      { op: 'copy', from: other, path: `/${key}` },
      { op: 'remove', path: `/${key}` },
      { op: 'test', path: `/${key}`, value },
      { op: 'x', path: '/x' },
      { op: 'add', path: 'x', value },
      { op: 'add', path: '', value },
      { path: `/${key}` },
    ]);
    return { ...request, body: jsonText([op]) };
  }
  const body = parsed(request.body);
  if (body === undefined) return request;
  const { [key]: _old, ...rest } = body;
  return { ...request, body: jsonText(chance.once(3) ? rest : { ...rest, [key]: value }) };
}

function parsed(text: string | undefined): { readonly [key: string]: Json } | undefined {
  try {
    const value: Json = JSON.parse(text ?? '');
    return isArray(value) ? undefined : asObject(value);
  } catch {
    return undefined;
  }
}

function pickFrom<T>(chance: Chance, among: readonly T[]): T {
  const picked = among[chance.integer(among.length)];
  if (picked === undefined) throw new Error('nothing to pick from');
  return picked;
}
