import { readFileSync } from 'node:fs';
import {
  type ApiRequest,
  type ApiResponse,
  type Cluster,
  emptyCluster,
  installCrd,
  serve,
} from '@managed-fields/api-server/whole';
import { formatJson, isMap, metadataText, type Value, valueFromPlain } from '@managed-fields/merge-engine';
import { decodeBody } from '@managed-fields/source';
import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';
import { timeOf } from '../replay/request.ts';

/** `PATCH /path?option=value`, the content type of its body, the body, and what is compared of the answer. */
type Row = readonly [asked: string, contentType: string, body: string | null, answer: object];

/** Requests one after another, with the answers of a real kube-apiserver v1.36.3, on a server with some definitions. */
interface Cases {
  readonly definitions: readonly unknown[];
  readonly rows: readonly Row[];
}

const catalog = await loadCatalog('v1.36.3');

function withDefinitions(definitions: readonly unknown[]): Cluster {
  return definitions.reduce((cluster: Cluster, crd) => {
    const installed = installCrd(cluster, valueFromPlain(crd));
    if (installed.kind !== 'installed') throw new Error(installed.problems.join());
    return installed.cluster;
  }, emptyCluster(catalog));
}

function requestOf([asked, contentType, body]: Row): ApiRequest {
  const [method = '', target = ''] = asked.split(' ');
  const [path = '', query = ''] = target.split('?');
  return {
    method: method as ApiRequest['method'],
    path,
    query: new Map(new URLSearchParams(query)),
    userAgent: 'curl/8.0',
    ...(body === null ? {} : { contentType, body: decodeBody(body, contentType), bodyText: body }),
  };
}

/** A body of an answer, as far as it is compared. */
interface Answered {
  readonly [field: string]: unknown;
  readonly kind?: string;
  readonly message?: string;
  readonly metadata?: Readonly<Record<string, unknown>> & {
    readonly name?: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
    readonly managedFields?: readonly Readonly<Record<'manager' | 'operation' | 'subresource', string | undefined>>[];
  };
  readonly items?: readonly Answered[];
  readonly details?: { readonly causes?: readonly Readonly<Record<string, string>>[] };
  readonly spec?: { readonly nodeName?: string; readonly replicas?: number };
  readonly status?: { readonly conditions?: readonly { readonly type: string }[] };
}

const ofMetadata = ['finalizers', 'deletionGracePeriodSeconds', 'generation', 'labels', 'annotations'];

/** What is compared of a list, a Scale and what has one. */
function ofKind({ kind = '', metadata = {}, spec, status, ...rest }: Answered): object {
  if (kind === 'Scale') return { scale: [spec, status] };
  if (kind === 'Deployment') {
    const owners = metadata.managedFields?.map(({ manager, operation, subresource = '' }) => [
      manager,
      operation,
      subresource,
    ]);
    return { replicas: spec?.replicas, owners };
  }
  if (!kind.endsWith('List')) return {};
  const names = rest.items?.map((item) => item.metadata?.name);
  return { items: names, left: [Boolean(metadata.continue), metadata.remainingItemCount ?? 0] };
}

/** What is compared of an answer: without uids, times and versions, which are others on every server. */
function compared({ code, body, warnings = [] }: ApiResponse): object {
  const plain: Answered = JSON.parse(formatJson(body));
  const shown: Record<string, unknown> = { code };
  const { causes, ...details } = plain.details ?? {};
  if (code >= 300) {
    shown['message'] = plain.message;
    if (Object.keys(details).length > 0) shown['details'] = details;
    shown['causes'] = causes?.map(({ reason = '', field = '', message }) =>
      reason === 'DisruptionBudget' ? [reason, field, message] : [reason, field],
    );
  } else {
    for (const field of ofMetadata) shown[field] = plain.metadata?.[field];
    if (plain.kind === 'ConfigMap' || plain.kind === 'Thing')
      Object.assign(shown, { data: plain['data'], spec: plain.spec });
    Object.assign(shown, ofKind(plain));
    if (plain.kind === 'Pod') shown['conditions'] = plain.status?.conditions?.map(({ type }) => type) ?? [];
    if (plain.kind === 'Pod') shown['node'] = plain.spec?.nodeName ?? '';
    if (plain.kind === 'PodDisruptionBudget') shown['status'] = plain.status;
    if (plain.kind === 'Status') shown['details'] = details;
  }
  if (warnings.length > 0) shown['warnings'] = warnings;
  const text = JSON.stringify(shown)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'U')
    .replaceAll(/20\d\d-\d\d-\d\dT[0-9:]+Z/g, 'T')
    .replaceAll(/(resourceVersion\W+|in record \(|in object meta: )\d+/g, '$1R');
  return JSON.parse(text);
}

describe.each(['bodies', 'patches', 'deletes', 'evictions', 'bindings', 'tokens', 'grace', 'lists', 'scale'])(
  '%s at their borders',
  (name) => {
    const { definitions, rows }: Cases = JSON.parse(
      readFileSync(new URL(`./${name}.cases.json`, import.meta.url), 'utf8'),
    );
    it('are answered as a kube-apiserver v1.36.3 answers them', () => {
      let cluster = withDefinitions(definitions);
      const got = rows.map((row, index) => {
        const served = serve(cluster, requestOf(row), timeOf(index));
        cluster = served.cluster;
        return [index, row[0], row[2], compared(served.response)];
      });
      expect(got).toEqual(rows.map(([asked, , body, answer], index) => [index, asked, body, answer]));
    });
  },
);

/** The mark changes the version that an Eviction names; what was asked for is the one before it. */
it('evicts a Pod of the version that is asked for', () => {
  const send = (cluster: Cluster, asked: string, body: object) =>
    serve(cluster, requestOf([asked, 'application/json', JSON.stringify(body), {}]), timeOf(0));
  const pods = '/api/v1/namespaces/t/pods';
  const made = send(emptyCluster(catalog), `POST ${pods}`, {
    metadata: { name: 'a' },
    spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] },
  });
  const versionOf = (object: Value) => (isMap(object) ? metadataText(object, 'resourceVersion') : '');
  const preconditions = { resourceVersion: versionOf(made.response.body) };
  const evicted = send(made.cluster, `POST ${pods}/a/eviction`, {
    metadata: { name: 'a' },
    deleteOptions: { preconditions },
  });
  expect(evicted.response.code).toBe(201);
});
