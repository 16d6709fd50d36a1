import {
  formatJson,
  isList,
  isMap,
  listAt,
  mapAt,
  parseJson,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { TypeCatalog } from '../../catalog/catalog.ts';
import { type Cluster, emptyCluster } from '../cluster.ts';
import { installCrd } from '../install.ts';
import type { ApiRequest, DecodedBody } from '../request.ts';
import { serve } from '../serve.ts';

/** A request of a recorded file, with the recorded answer and the answer given here. */
export interface PlayedCase {
  /** `3 PATCH …/things/x?fieldManager=a {"spec":…}`. */
  readonly title: string;
  readonly expected: Answered;
  readonly got: Answered;
}

/** An answer with its body as text, keys in order; without a body where only the code is compared. */
export interface Answered {
  readonly code: number;
  readonly body?: string;
  readonly warnings?: readonly string[];
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const noKinds: TypeCatalog = {
  find: () => undefined,
  findKind: () => undefined,
  isBuiltinGroup: () => false,
  names: () => [],
};

/**
 * Plays a file of requests that a real kube-apiserver v1.36.3 answered, in the format of the recorded traces. The
 * server has only the kinds of the definitions in the file.
 */
export function playCases(text: string): PlayedCase[] {
  const parsed = parseJson(text);
  if (parsed.kind === 'error' || !isMap(parsed.value)) throw new Error('the file holds no cases');
  let cluster: Cluster = emptyCluster(noKinds);
  const played: PlayedCase[] = [];
  for (const [index, step] of (listAt(parsed.value, 'steps') ?? []).filter(isMap).entries()) {
    const crd = step.get('crd');
    if (crd !== undefined) {
      const installed = installCrd(cluster, crd);
      if (installed.kind !== 'installed') throw new Error(installed.problems.join('; '));
      cluster = installed.cluster;
      continue;
    }
    const now = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString().replace('.000Z', 'Z');
    const request = requestOf(mapAt(step, 'request') ?? new Map());
    const served = serve(cluster, request, now);
    cluster = served.cluster;
    const response = mapAt(step, 'response') ?? new Map<string, Value>();
    const codeOnly = stringAt(step, 'compare') === 'code';
    const { code, body, warnings } = served.response;
    played.push({
      title: `${index} ${titleOf(request)}`,
      expected: answered(
        Number(response.get('code')),
        response.get('body') ?? null,
        listAt(response, 'warnings'),
        codeOnly,
      ),
      got: answered(code, body, warnings, codeOnly),
    });
  }
  return played;
}

function answered(code: number, body: Value, warnings: readonly Value[] | undefined, codeOnly: boolean): Answered {
  if (codeOnly) return { code };
  return { code, body: formatJson(comparable(body), { sortKeys: true }), warnings: (warnings ?? []).map(String) };
}

/** Removes from an answer what is not compared: a list's resourceVersion, the order of a conflict's causes. */
function comparable(body: Value): Value {
  if (!isMap(body)) return body;
  if (isList(body.get('items'))) return new Map(body).set('metadata', new Map());
  const causes = listAt(mapAt(body, 'details'), 'causes');
  if (causes === undefined) return body;
  const sorted = causes.map((cause) => formatJson(cause, { sortKeys: true })).sort();
  return new Map(body).set('details', new Map(mapAt(body, 'details') ?? []).set('causes', sorted));
}

function requestOf(request: ValueMap): ApiRequest {
  const headers = mapAt(request, 'headers');
  const contentType = stringAt(headers, 'Content-Type');
  const userAgent = stringAt(headers, 'User-Agent');
  const text = stringAt(request, 'body');
  const method = methods.find((known) => known === stringAt(request, 'method'));
  if (method === undefined) throw new Error('a case has no method');
  return {
    method,
    path: stringAt(request, 'path') ?? '',
    query: new Map([...(mapAt(request, 'query') ?? [])].map(([key, value]) => [key, String(value)])),
    ...(contentType === undefined ? {} : { contentType }),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(text === undefined ? {} : { body: decoded(text), bodyText: text }),
  };
}

/** Parses a body as JSON, with the errors of Go's parser. */
function decoded(text: string): DecodedBody {
  const parsed = parseJson(text);
  if (parsed.kind === 'error') return { kind: 'malformed', message: parsed.message };
  return { kind: 'value', value: parsed.value, duplicates: [] };
}

function titleOf({ method, path, query, bodyText }: ApiRequest): string {
  const options = [...query].map(([key, value]) => `${key}=${value}`).join('&');
  const where = path.slice(path.indexOf('/things'));
  return `${method} ${where}${options === '' ? '' : `?${options}`} ${bodyText ?? ''}`.slice(0, 160);
}
