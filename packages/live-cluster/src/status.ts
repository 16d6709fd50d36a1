import { roleText } from '@managed-fields/player';
import { parsedMap, textAt } from './plain.ts';
import type { ClusterRequest } from './request.ts';
import { readPath } from './request-path.ts';

/** An answer that is no success: the server's message, and its reason where it gave a Status. */
export interface FailedAnswer {
  readonly code: number;
  readonly message: string;
  /** `Forbidden`, `NotFound`, `Expired`; empty where the answer is no Status. */
  readonly reason: string;
}

/** The longest message that is shown, in UTF-16 code units. */
const longestMessage = 2000;

/**
 * Reads an answer with a code of 400 or more. Proxies and gateways answer with pages and plain texts, of which the
 * beginning is shown. Upstream: apimachinery pkg/apis/meta/v1/types.go Status.
 */
export function failedAnswer(code: number, text: string): FailedAnswer {
  const status = parsedMap(text);
  const message = textAt(status, 'message');
  if (textAt(status, 'kind') !== 'Status' || message === '') {
    return { code, message: text.trim().slice(0, longestMessage), reason: '' };
  }
  return { code, message: message.slice(0, longestMessage), reason: textAt(status, 'reason') };
}

/** A rule of RBAC that a request needs. */
export interface AccessRule {
  readonly verb: 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch';
  readonly group: string;
  /** `deployments`, `deployments/scale` */
  readonly resource: string;
  /** Empty for all namespaces, and for kinds that have none. */
  readonly namespace: string;
}

/**
 * The rule that a request needs, for a message that it is missing; undefined for requests that are not about a resource.
 * Upstream: k8s.io/apiserver pkg/endpoints/request/requestinfo.go NewRequestInfo.
 */
export function ruleOf(request: ClusterRequest): AccessRule | undefined {
  if (request.kind === 'who-am-i') return undefined;
  const read = readPath(request.path);
  if (read.kind === 'refused' || read.resource === undefined) return undefined;
  const { group, plural, name, subresource, namespace } = read.resource;
  return {
    verb: verbOf(request, name !== undefined),
    group,
    resource: subresource === undefined ? plural : `${plural}/${subresource}`,
    namespace: namespace ?? '',
  };
}

function verbOf(request: Exclude<ClusterRequest, { readonly kind: 'who-am-i' }>, named: boolean): AccessRule['verb'] {
  if (request.kind === 'watch') return 'watch';
  if (request.kind === 'read') return named ? 'get' : 'list';
  return request.method === 'POST' ? 'create' : request.method === 'PUT' ? 'update' : 'patch';
}

/** A Role or ClusterRole that grants a rule, as YAML. */
export function roleFor({ verb, group, resource, namespace }: AccessRule): string {
  return roleText({ name: `${resource.replace('/', '-')}-${verb}`, group, resource, namespace, verbs: [verb] });
}
