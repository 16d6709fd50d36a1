import { readRoute, unknownPath } from '@managed-fields/api-server';
import {
  compareStrings,
  formatJson,
  mapFromJson,
  mapFromPlain,
  quote,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { discovered, isToldToGetAlone, serverVersion } from '../discovery/documents.ts';
import { builtinKinds, customKinds } from '../discovery/served-kinds.ts';
import { type Failure, fail, failureOf, isFailure, notPlayed } from '../failure.ts';
import { fileNamed } from '../file-names.ts';
import type { Flags } from '../flags.ts';
import { type Session, userAgentOf } from '../session.ts';
import { build } from './version-verb.ts';

/**
 * `--raw` of get, create, replace and delete: one request, whose answer is printed as it came.
 * Upstream: k8s.io/kubectl pkg/rawhttp/raw.go.
 */
export function runRaw(method: 'GET' | 'POST' | 'PUT' | 'DELETE') {
  return (session: Session, flags: Flags): Failure | undefined => {
    const uri = flags.text('raw');
    const problem = uriProblem(uri);
    if (problem !== undefined) return fail(`--raw must be a valid URL path: parse ${quote(uri)}: ${problem}`);
    const [file] = method === 'GET' ? [] : flags.list('filename');
    const body = file === undefined ? undefined : bodyOf(session, file);
    if (isFailure(body)) return body;
    const { path, search } = partsOf(uri);
    const told = toldBy(session, path);
    if (told !== undefined && typeof told !== 'string') return told;
    if (told !== undefined) {
      if (method !== 'GET' && isToldToGetAlone(path, session.catalog)) return failureOf(notAllowed);
      session.out(told);
      return undefined;
    }
    if (readRoute(path) === undefined) return failureOf(nothingAt(path, session));
    const query = queryOf(search);
    const answer = session.send({
      ...{ method, path, query, userAgent: userAgentOf(session.host) },
      ...(body === undefined ? {} : { body: { kind: 'value', value: body, duplicates: [] } }),
    });
    if (answer.code >= 400) return failureOf(answer.body);
    session.out(typeof answer.body === 'string' ? answer.body : `${formatJson(answer.body)}\n`);
    return undefined;
  };
}

/** What a server answers at a path of no group and version. What serves OpenAPI v3 answers by itself. */
function nothingAt(path: string, { catalog }: Session): Value {
  return path.startsWith('/openapi/v3/') ? null : unknownPath(catalog).body;
}

const notAllowed = mapFromPlain({
  kind: 'Status',
  message: 'the server does not allow this method on the requested resource',
  reason: 'MethodNotAllowed',
});

/** Why a text is no address; what stands for a host is not looked at. Upstream: net/url url.go ParseRequestURI. */
function uriProblem(uri: string): string | undefined {
  if ([...uri].some((each) => each < ' ' || each === '\x7f')) return 'net/url: invalid control character in URL';
  if (uri.startsWith(':')) return 'missing protocol scheme';
  if (uri === '*' || /^[a-z][a-z0-9+.-]*:(?!\/)/i.test(uri)) return undefined;
  if (!/^(?:[a-z][a-z0-9+.-]*:)?\//i.test(uri)) return 'invalid URI for request';
  const [wrong] = /%(?![0-9a-f]{2}).{0,2}/i.exec(uri.replace(/\?.*/, '')) ?? [];
  return wrong === undefined ? undefined : `invalid URL escape ${quote(wrong)}`;
}

/** The path of an address and its parameters, without scheme, host and fragment. Upstream: net/url url.go Parse. */
function partsOf(uri: string): { readonly path: string; readonly search: string } {
  const [before] = uri.split('#') as [string];
  const at = before.search(/\?|$/);
  const path = before
    .slice(0, at)
    .replace(/^[a-z][a-z0-9+.-]*:(?:[^/].*)?/i, '')
    .replace(/^\/\/[^/]*/, '');
  return { path: path || '/', search: before.slice(at + 1) };
}

/** The parameters of an address; of several with one name the last counts, and what is escaped wrongly is left out, as Go does. */
function queryOf(search: string): ReadonlyMap<string, string> {
  const parts = search.split('&').filter((each) => each !== '');
  return new Map(
    parts.flatMap((each) => {
      const [name, ...value] = each.replaceAll('+', ' ').split('=').map(decoded);
      return value.includes(undefined) || name === undefined ? [] : [[name, value.join('=')] as const];
    }),
  );
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function bodyOf(session: Session, name: string): ValueMap | Failure {
  const text = name === '-' ? session.input() : fileNamed(session, name);
  if (text === undefined) {
    session.lacks(name);
    return fail(`open ${name}: no such file or directory`);
  }
  // What is no JSON is refused by the server's own parser, in its words.
  return mapFromJson(text) ?? notPlayed({ kind: 'flag', flag: '--raw' });
}

/** What a server tells beside its objects: its kinds, its version, and that it lives. */
function toldBy(session: Session, path: string): string | Failure | undefined {
  if (['/healthz', '/livez', '/readyz'].includes(path)) return 'ok';
  const { catalog } = session;
  if (path === '/version' || path === '/version/') {
    return formatJson(mapFromPlain(serverVersion(session.host.release, build)), { indent: 2 });
  }
  if (path === '/openapi/v3') return openApiIndex(session);
  if (openApiPaths(session).some((each) => path === `/openapi/v3/${each}`)) return notPlayed({ kind: 'path', path });
  if (path === '/openapi/v2' || /^\/(?:metrics|debug|logs|healthz|livez|readyz|\.well-known)(?:\/|$)/.test(path)) {
    return notPlayed({ kind: 'path', path });
  }
  if (path === '/') return notPlayed({ kind: 'path', path });
  const kinds = [...builtinKinds(catalog, catalog.discovered?.() ?? []), ...customKinds(catalog)];
  const found = discovered(path, kinds, { host: '…' });
  return found === undefined ? undefined : `${formatJson(mapFromPlain(found))}\n`;
}

/**
 * The index of OpenAPI v3. Its documents are not played, so that the hash of each, by which it is asked for, stands as `…`.
 * Upstream: k8s.io/kube-openapi pkg/handler3/handler.go.
 */
function openApiIndex(session: Session): string {
  const paths = openApiPaths(session).map((each) => [each, { serverRelativeURL: `/openapi/v3/${each}?hash=…` }]);
  return formatJson(mapFromPlain({ paths: Object.fromEntries(paths) }));
}

/** Where the documents of OpenAPI v3 lie below `/openapi/v3/`: one for each version of a group, each built-in group, and what else has a path. */
function openApiPaths({ catalog }: Session): readonly string[] {
  const builtin = builtinKinds(catalog, catalog.discovered?.() ?? []);
  const groups = builtin.filter(({ group }) => group !== '').map(({ group }) => `apis/${group}`);
  const ofVersions = [...builtin, ...customKinds(catalog)].map(({ group, version }) =>
    group === '' ? `api/${version}` : `apis/${group}/${version}`,
  );
  const others = ['.well-known/openid-configuration', 'api', 'apis', 'openid/v1/jwks', 'version'];
  return [...new Set([...groups, ...ofVersions, ...others])].sort(compareStrings);
}
