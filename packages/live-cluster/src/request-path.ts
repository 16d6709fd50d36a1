/** Why a request is not sent, and the part of it that is to blame. */
export interface Refusal {
  readonly kind: 'refused';
  readonly reason: 'kind' | 'method' | 'path' | 'subresource' | 'parameter' | 'content-type' | 'secrets';
  readonly found: string;
}

/** The resource that a path is about. `namespace` and `name` are undefined where the path names none. */
export interface PathResource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/** A path that may be asked; `resource` is undefined for what the server says of itself, such as its version. */
export type ReadPath =
  | { readonly kind: 'path'; readonly path: string; readonly resource: PathResource | undefined }
  | Refusal;

/**
 * Subresources that show or change the object itself. All others run something (exec, attach, portforward, proxy), hand
 * something out (token, log) or act on other objects (binding, eviction), and are never asked.
 */
const subresources = new Set(['status', 'scale', 'resize', 'ephemeralcontainers', 'approval', 'finalize']);

/** Words that stand where a resource does in old forms of paths, which would lead elsewhere. */
const noResources = new Set(['watch', 'proxy', 'redirect']);

/** A resource of the core group by which a Pod is put on a node, as by the subresource `binding`. */
const bindings = 'bindings';

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
  const server: ReadPath = { kind: 'path', path: written, resource: undefined };
  const [first = '', ...rest] = segments;
  if (first === 'version') return rest.length === 0 ? server : refusal('path');
  if (first === 'openapi') return isOpenApi(rest) ? server : refusal('path');
  if (first !== 'api' && first !== 'apis') return refusal('path');
  const groupVersion = first === 'api' ? ['', ...rest.slice(0, 1)] : rest.slice(0, 2);
  const behind = rest.slice(first === 'api' ? 1 : 2);
  if (!groupVersion.every((each, index) => (first === 'api' && index === 0) || namePattern.test(each))) {
    return refusal('path');
  }
  if (behind.length === 0) return server;
  const [group = '', version = ''] = groupVersion;
  const { namespace, segments: own } = ofNamespace(behind);
  const [plural = '', name, subresource, ...more] = own;
  if (!namePattern.test(plural) || noResources.has(plural) || more.length > 0) return refusal('path');
  if (group === '' && plural === bindings) return refusal('path');
  if (namespace !== undefined && !namePattern.test(namespace)) return refusal('path');
  if (subresource !== undefined && !subresources.has(subresource)) return refusal('subresource', subresource);
  return { kind: 'path', path: written, resource: { group, version, plural, namespace, name, subresource } };
}

/** The namespace of the segments behind the version, and those of the resource. */
function ofNamespace(segments: readonly string[]): {
  readonly namespace: string | undefined;
  readonly segments: readonly string[];
} {
  const [first, namespace, ...rest] = segments;
  const [next] = rest;
  // `namespaces/x/status` is the status of the Namespace, not a list of a resource of that name.
  const isOwn = next === undefined || (rest.length === 1 && (next === 'status' || next === 'finalize'));
  return first !== 'namespaces' || isOwn ? { namespace: undefined, segments } : { namespace, segments: rest };
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
