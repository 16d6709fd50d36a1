/** Why a request is not sent, and the part of it that is to blame. */
export interface Refusal {
  readonly kind: 'refused';
  readonly reason: 'kind' | 'method' | 'path' | 'subresource' | 'parameter' | 'content-type' | 'secrets';
  readonly found: string;
}

/**
 * A path that may be asked: of an object, a list or a subresource, or of what the server says of itself. `allSecrets`: a
 * list of Secrets, which are only ever asked for by name.
 */
export type ReadPath =
  | { readonly kind: 'path'; readonly what: 'object' | 'server'; readonly path: string; readonly allSecrets: boolean }
  | Refusal;

/**
 * Subresources that show or change the object itself. All others run something (exec, attach, portforward, proxy), hand
 * something out (token, log) or act on other objects (binding, eviction), and are never asked.
 */
const subresources = new Set(['status', 'scale', 'resize', 'ephemeralcontainers', 'approval', 'finalize']);

/** Words that stand where a resource does in old forms of paths, which would lead elsewhere. */
const noResources = new Set(['watch', 'proxy', 'redirect']);

const namePattern = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;

/**
 * Reads the path of a request, and writes it anew from its segments, so that what was checked is what is sent. Empty
 * segments, `.` and `..`, slashes and percent signs inside of a segment are refused: servers and proxies read these in
 * different ways.
 */
export function readPath(path: string): ReadPath {
  const refusal = (reason: Refusal['reason'], found = path): Refusal => ({ kind: 'refused', reason, found });
  if (typeof path !== 'string' || !path.startsWith('/')) return refusal('path', String(path));
  const segments = decoded(path.slice(1).split('/'));
  if (segments === undefined || !segments.every(isSegment)) return refusal('path');
  const written = `/${segments.map(encodeURIComponent).join('/')}`;
  const server: ReadPath = { kind: 'path', what: 'server', path: written, allSecrets: false };
  const [first = '', ...rest] = segments;
  if (first === 'version') return rest.length === 0 ? server : refusal('path');
  if (first === 'openapi') return isOpenApi(rest) ? server : refusal('path');
  if (first !== 'api' && first !== 'apis') return refusal('path');
  const groupVersion = first === 'api' ? 1 : 2;
  if (!rest.slice(0, groupVersion).every((each) => namePattern.test(each))) return refusal('path');
  if (rest.length <= groupVersion) return server;
  const resource = ofResource(rest.slice(groupVersion));
  if (resource === undefined) return refusal('path');
  const [plural = '', name, subresource, ...more] = resource;
  if (!namePattern.test(plural) || noResources.has(plural) || more.length > 0) return refusal('path');
  if (subresource !== undefined && !subresources.has(subresource)) return refusal('subresource', subresource);
  const allSecrets = first === 'api' && plural === 'secrets' && name === undefined;
  return { kind: 'path', what: 'object', path: written, allSecrets };
}

/** The resource, name and subresource of the segments behind the version. */
function ofResource(segments: readonly string[]): readonly string[] | undefined {
  const [first, namespace, ...rest] = segments;
  if (first !== 'namespaces' || namespace === undefined) return segments;
  // `namespaces/x/status` is the status of the Namespace, not a list of a resource of that name.
  const [next] = rest;
  if (next === undefined || (rest.length === 1 && (next === 'status' || next === 'finalize'))) return segments;
  return namePattern.test(namespace) ? rest : undefined;
}

function isOpenApi([version, first, ...rest]: readonly string[]): boolean {
  if (version !== 'v3' || (first !== undefined && first !== 'api' && first !== 'apis' && rest.length > 0)) return false;
  if (first === undefined) return true;
  if (first === 'version') return rest.length === 0;
  return (first === 'api' || first === 'apis') && rest.length <= 2 && rest.every((each) => namePattern.test(each));
}

function decoded(segments: readonly string[]): readonly string[] | undefined {
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Whether a segment may be the name of an object: what the server's rest.IsValidPathSegmentName lets pass, and is text. */
function isSegment(segment: string): boolean {
  return segment !== '' && segment !== '.' && segment !== '..' && /^[^/%\\\p{Cc}\p{Cs}]+$/u.test(segment);
}
