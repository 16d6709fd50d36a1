import type { ResourceVersion } from '../catalog/catalog.ts';
import { escapedPath } from '../formats/escaped-path.ts';

/** The group, version, resource and object that a path names. */
export interface Route {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** Empty where the path names none. */
  readonly namespace: string;
  readonly plural: string;
  /** Empty for the collection. */
  readonly name: string;
  readonly subresource: string;
  /** Whether the path goes on behind all that. */
  readonly goesOn?: true;
}

/**
 * Parses a path; undefined where it names no resource, or has a percent sign that begins no character. `namespaces` is both a resource and a prefix of others.
 * Upstream: k8s.io/apiserver pkg/endpoints/request/requestinfo.go NewRequestInfo.
 */
export function readRoute(path: string): Route | undefined {
  const [prefix, ...rest] = decodedParts(path) ?? [];
  if (prefix !== 'api' && prefix !== 'apis') return undefined;
  const group = prefix === 'apis' ? rest.shift() : '';
  const version = rest.shift();
  if (group === undefined || version === undefined || rest.length === 0) return undefined;
  let namespace = '';
  let segments = rest;
  if (rest[0] === 'namespaces' && rest.length > 1) {
    namespace = rest[1] ?? '';
    if (rest.length > 2 && rest[2] !== 'status' && rest[2] !== 'finalize') segments = rest.slice(2);
  }
  const [plural = '', name = '', subresource = '', ...more] = segments;
  const route = { group, version, namespace, plural, name, subresource };
  return more.length > 0 ? { ...route, goesOn: true } : route;
}

function decodedParts(path: string): readonly string[] | undefined {
  try {
    // An encoded slash parts two segments like any other.
    const decoded = path.includes('%') ? decodeURIComponent(path) : path;
    return decoded.split('/').filter((part) => part !== '');
  } catch {
    return undefined;
  }
}

/** An object by its kind and names. */
export interface ObjectPlace {
  readonly version: ResourceVersion;
  /** Empty for kinds that have none, and for the collection of all namespaces. */
  readonly namespace: string;
  /** Empty for the collection. */
  readonly name: string;
}

/** The path of an object, or of one of its subresources; without a name that of the collection. */
export function pathOf({ version: { apiVersion, resource }, namespace, name }: ObjectPlace, subresource = ''): string {
  const segments = [
    resource.group === '' ? 'api' : 'apis',
    ...(apiVersion === '' ? [] : apiVersion.split('/')),
    ...(namespace === '' || !resource.namespaced ? [] : ['namespaces', namespace]),
    resource.plural,
    ...(name === '' ? [] : [name]),
    ...(name === '' || subresource === '' ? [] : [subresource]),
  ];
  // A slash in a name begins no other part.
  return `/${segments.map((part) => escapedPath(part).replaceAll('/', '%2F')).join('/')}`;
}
