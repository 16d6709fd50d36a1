import {
  type ApiRequest,
  type ApiResponse,
  type Cluster,
  catalogOf,
  emptyCluster,
  serve,
  type TypeCatalog,
} from '@managed-fields/api-server/whole';
import { isMap, listAt, mapAt, quote, type Value, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';

/** Requests for objects of one kind with the answers of a real server, as `cases/*.json` holds them. */
export interface CaseFile {
  /** The path of the objects: `/api/v1/namespaces/checks/configmaps`. */
  readonly path: string;
  /** The objects that are there, by name; they were applied as they stand. */
  readonly objects: Readonly<Record<string, unknown>>;
  /** The statuses of some of them, by name, as they were set afterwards. */
  readonly statuses?: Readonly<Record<string, unknown>>;
  readonly cases: readonly Case[];
}

/** One request, and the answer that a real server gave. */
export interface Case {
  /** The object that is changed. */
  readonly from: string;
  /** How the change is sent: as a new object where there is none, or as one that replaces what is there. */
  readonly via: 'create' | 'update' | 'apply' | 'status' | 'approval';
  /** Values to set, by JSON pointer. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** What to leave out, by JSON pointer. */
  readonly drop?: readonly string[];
  readonly code: number;
  /** The message of the Status; absent where it says no more than the causes. */
  readonly message?: string;
  /** Reason, field and message of each cause. */
  readonly causes?: readonly (readonly (string | null)[])[];
  /** Set where the server's order of the causes is random. */
  readonly unordered?: true;
}

/** The compared parts of an answer. */
export interface Answer {
  readonly code: number;
  readonly message?: string;
  readonly causes?: readonly (readonly (string | null)[])[];
}

/** The message of a Status that says no more than its causes: each once, several in brackets. */
export function expectedMessage(file: CaseFile, one: Case): string {
  const object = valueFromPlain(file.objects[one.from] ?? null);
  const sent = changed(object, one);
  const kind = isMap(object) ? String(object.get('kind')) : '';
  const [group = '', version] = (isMap(object) ? String(object.get('apiVersion')) : '').split('/');
  const metadata = isMap(sent) ? mapAt(sent, 'metadata') : undefined;
  const given = metadata?.get('name');
  const name = one.via === 'create' ? (typeof given === 'string' ? given : '') : one.from;
  const texts = [...new Set((one.causes ?? []).map(([, field, text]) => `${field}: ${text}`))];
  const why = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  return `${kind}${version === undefined ? '' : `.${group}`} ${quote(name)} is invalid: ${why}`;
}

const now = '2026-01-01T00:00:00Z';

/** A cluster that holds the objects of a case file. */
export function clusterOf(file: CaseFile, catalog: TypeCatalog): Cluster {
  let cluster = emptyCluster(catalog);
  for (const [name, object] of Object.entries(file.objects)) {
    const body = { kind: 'value', value: valueFromPlain(object), duplicates: [] } as const;
    const served = serve(
      cluster,
      {
        method: 'PATCH',
        path: `${file.path}/${name}`,
        query: new Map([
          ['fieldManager', 'checks'],
          ['force', 'true'],
        ]),
        contentType: 'application/apply-patch+yaml',
        body,
      },
      now,
    );
    if (served.response.code !== 201)
      throw new Error(`${file.path}/${name}: ${JSON.stringify(answerOf(served.response))}`);
    cluster = served.cluster;
  }
  for (const [name, status] of Object.entries(file.statuses ?? {})) {
    const body = { kind: 'value', value: valueFromPlain({ status }), duplicates: [] } as const;
    const request = { method: 'PATCH', path: `${file.path}/${name}/status`, query: new Map<string, string>() } as const;
    const served = serve(cluster, { ...request, contentType: 'application/merge-patch+json', body }, now);
    if (served.response.code !== 200)
      throw new Error(`${file.path}/${name}: ${JSON.stringify(answerOf(served.response))}`);
    cluster = served.cluster;
  }
  return cluster;
}

/** The engine's answer to a case. */
export function play(file: CaseFile, one: Case, cluster: Cluster): Answer {
  const base = valueFromPlain(file.objects[one.from] ?? null);
  const path = `${file.path}/${one.from}`;
  const stored = serve(cluster, { method: 'GET', path, query: new Map() }, now).response.body;
  const dry = ['dryRun', 'All'] as const;
  const send = (value: Value, rest: Omit<ApiRequest, 'body'>) => {
    const request: ApiRequest = { ...rest, body: { kind: 'value', value, duplicates: [] } };
    const at = one.via === 'create' ? emptyCluster(catalogOf(cluster)) : cluster;
    return answerOf(serve(at, request, now).response);
  };
  switch (one.via) {
    case 'create':
      return send(changed(base, one), {
        method: 'POST',
        path: file.path,
        query: new Map([dry]),
        contentType: 'application/json',
      });
    case 'apply':
      return send(changed(base, one), {
        method: 'PATCH',
        path,
        query: new Map([dry, ['fieldManager', 'checks'], ['force', 'true']]),
        contentType: 'application/apply-patch+yaml',
      });
    default:
      return send(changed(withoutOwners(stored), one), {
        method: 'PUT',
        path: one.via === 'update' ? path : `${path}/${one.via}`,
        query: new Map([dry]),
        contentType: 'application/json',
      });
  }
}

function withoutOwners(object: Value): Value {
  if (!isMap(object)) return object;
  const metadata = new Map(mapAt(object, 'metadata') ?? []);
  metadata.delete('managedFields');
  return new Map(object).set('metadata', metadata);
}

const uids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

function answerOf(response: ApiResponse): Answer {
  const { code, body } = response;
  if (code < 400 || !isMap(body)) return { code };
  const shown = (value: Value | undefined) => (typeof value === 'string' ? value.replaceAll(uids, '<uid>') : null);
  const causes = listAt(mapAt(body, 'details') ?? new Map(), 'causes') ?? [];
  const fields = (cause: Value) =>
    isMap(cause) ? ['reason', 'field', 'message'].map((name) => shown(cause.get(name))) : [];
  return { code, message: shown(body.get('message')) ?? '', causes: causes.map(fields) };
}

/** A value with a case's changes made to it. */
function changed(value: Value, { set = {}, drop = [] }: Pick<Case, 'set' | 'drop'>): Value {
  let result = value;
  for (const [pointer, next] of Object.entries(set)) result = withChange(result, keysOf(pointer), valueFromPlain(next));
  for (const pointer of drop) result = withChange(result, keysOf(pointer), undefined);
  return result;
}

function keysOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value with another at a place, or without what is there. */
function withChange(value: Value | undefined, keys: readonly string[], next: Value | undefined): Value {
  const [key, ...rest] = keys;
  if (key === undefined) return next ?? null;
  if (Array.isArray(value)) {
    const index = Number(key);
    if (rest.length > 0) return value.map((item, i) => (i === index ? withChange(item, rest, next) : item));
    return next === undefined ? value.toSpliced(index, 1) : value.toSpliced(index, 1, next);
  }
  const map: Map<string, Value> = new Map(isMap(value) ? (value as ValueMap) : []);
  if (rest.length > 0) {
    if (next === undefined && !map.has(key)) return map;
    return map.set(key, withChange(map.get(key), rest, next));
  }
  if (next === undefined) map.delete(key);
  else map.set(key, next);
  return map;
}
