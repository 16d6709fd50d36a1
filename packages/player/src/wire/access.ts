import { type Route, readRoute, type TypeCatalog } from '@managed-fields/api-server';
import type { RequestView } from '../playback.ts';

/** The permissions that a request needs, in the terms of RBAC. */
export interface AccessView {
  /** `deployments`, `deployments/scale` */
  readonly resource: string;
  readonly apiGroup: string;
  /** Empty for kinds that have no namespace. */
  readonly namespace: string;
  /** The verbs that the request itself needs. */
  readonly verbs: readonly string[];
  /** The verbs that it also needs if the object does not exist yet. The role does not grant them. */
  readonly verbsWhenNew: readonly string[];
  /** The verbs on the same resource that the kubectl line needs beside these. */
  readonly verbsOfKubectl: readonly string[];
  /** A Role or ClusterRole that grants `verbs`. */
  readonly role: string;
  /** The same with `verbsOfKubectl`; absent where there are none. */
  readonly roleOfKubectl?: string;
}

/**
 * Finds the permissions that a request needs. An apply needs `patch`, a PUT `update`; both need `create` as well if they
 * create the object. Undefined for paths that are no resource.
 * Upstream: k8s.io/apiserver pkg/endpoints/request/requestinfo.go; handlers/patch.go and update.go, whose create
 * validation is wrapped by withAuthorization. The requests of kubectl are those that it prints at `-v=8`.
 */
export function accessOf(
  request: RequestView,
  { created, catalog }: { readonly created: boolean; readonly catalog: TypeCatalog },
): AccessView | undefined {
  const route = readRoute(request.path);
  if (route === undefined) return undefined;
  const verb = verbs[request.method];
  if (verb === undefined) return undefined;
  const mayCreate = mayCreateBy(request, route, catalog);
  const asked = mayCreate && created ? [verb, 'create'] : [verb];
  const verbsWhenNew = mayCreate && !created ? ['create'] : [];
  const verbsOfKubectl = readsFirst(request) ? ['get'] : [];
  const resource = route.subresource === '' ? route.plural : `${route.plural}/${route.subresource}`;
  const granted = { name: `${route.plural}-writer`, group: route.group, resource, namespace: route.namespace };
  const role = roleText({ ...granted, verbs: asked });
  return {
    resource,
    apiGroup: route.group,
    namespace: route.namespace,
    verbs: asked,
    verbsWhenNew,
    verbsOfKubectl,
    role,
    ...(verbsOfKubectl.length === 0
      ? {}
      : { roleOfKubectl: roleText({ ...granted, verbs: [...verbsOfKubectl, ...asked] }) }),
  };
}

const verbs: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

function mayCreateBy({ method, contentType }: RequestView, route: Route, catalog: TypeCatalog): boolean {
  if (route.subresource !== '') return false;
  if (method === 'PATCH') return contentType?.startsWith('application/apply-patch') === true;
  const version = catalog.find(route.group, route.version, route.plural);
  return method === 'PUT' && version?.strategy.allowCreateOnUpdate === true;
}

/** kubectl patch and replace read the object first. */
function readsFirst({ method, contentType }: RequestView): boolean {
  return method === 'PUT' || (method === 'PATCH' && contentType?.startsWith('application/apply-patch') !== true);
}

/** What a Role grants: verbs on one resource, `deployments/scale` for a subresource; without a namespace it is a ClusterRole. */
export interface Granted {
  readonly name: string;
  readonly group: string;
  readonly resource: string;
  readonly namespace: string;
  readonly verbs: readonly string[];
}

/** A Role or ClusterRole with one rule, as YAML. */
export function roleText({ name, group, resource, namespace, verbs: granted }: Granted): string {
  const list = (words: readonly string[]) => `[${words.map((word) => JSON.stringify(word)).join(', ')}]`;
  return [
    'apiVersion: rbac.authorization.k8s.io/v1',
    `kind: ${namespace === '' ? 'ClusterRole' : 'Role'}`,
    'metadata:',
    `  name: ${name}`,
    ...(namespace === '' ? [] : [`  namespace: ${namespace}`]),
    'rules:',
    `- apiGroups: ${list([group])}`,
    `  resources: ${list([resource])}`,
    `  verbs: ${list(granted)}`,
    '',
  ].join('\n');
}
