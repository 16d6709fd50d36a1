import { listAt, parsedMap, plainMapAt, textAt } from './plain.ts';
import type { ReadRequest } from './request.ts';

/** Where the document of a group and version is, with the hash of its content. */
export interface OpenApiPlace {
  readonly request: ReadRequest;
  readonly hash: string;
}

/**
 * Reads `/openapi/v3`, the list of documents, and returns where the one of a group and version is; undefined where the
 * server has none. Upstream: k8s.io/kube-openapi pkg/handler3/handler.go OpenAPIV3Discovery.
 */
export function openApiPlace(text: string, group: string, version: string): OpenApiPlace | undefined {
  const paths = plainMapAt(parsedMap(text), 'paths');
  const name = group === '' ? `api/${version}` : `apis/${group}/${version}`;
  const address = textAt(plainMapAt(paths, name), 'serverRelativeURL');
  if (address === '') return undefined;
  const hash = /[?&]hash=([0-9A-Za-z%+/=_-]*)$/.exec(address)?.[1];
  // The path is ours: what the server names may lead anywhere.
  const path = `/openapi/v3/${name}`;
  const query =
    hash === undefined
      ? {}
      : { query: [['hash', hash.replaceAll('%3D', '=').replaceAll('%2F', '/').replaceAll('%2B', '+')] as const] };
  return { request: { kind: 'read', path, ...query }, hash: hash ?? '' };
}

/**
 * Whether the server of a resource plays dry runs: its document names the parameter `dryRun`. A server of an aggregated
 * API that does not know it would write. Upstream: k8s.io/cli-runtime pkg/resource/query_param_verifier_v3.go.
 */
export function knowsDryRun(text: string, path: string, method: 'PATCH' | 'PUT' | 'POST'): boolean {
  const paths = plainMapAt(parsedMap(text), 'paths');
  if (paths === undefined) return false;
  const segments = path.split('/');
  const template = Object.keys(paths).find((each) => {
    const own = each.split('/');
    return (
      own.length === segments.length && own.every((part, index) => part === segments[index] || /^\{.*\}$/.test(part))
    );
  });
  const item = template === undefined ? undefined : plainMapAt(paths, template);
  const parameters = [...listAt(plainMapAt(item, method.toLowerCase()), 'parameters'), ...listAt(item, 'parameters')];
  return parameters.some((each) => textAt(each, 'name') === 'dryRun');
}
