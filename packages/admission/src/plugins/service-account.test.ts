import {
  type AdmissionAttributes,
  type AdmissionSettings,
  type Cluster,
  catalogOf,
  emptyCluster,
  readRoute,
  setLive,
} from '@managed-fields/api-server';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { isList, isMap, mapAt, mapFromPlain, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { describe, expect, test } from 'vitest';
import cases from './service-account.cases.json' with { type: 'json' };
import { serviceAccount } from './service-account.ts';

/*
 * What upstream's plugin answers to the inputs of its own tests.
 */

const catalog = await loadKubernetesTypes();
const pass = { again: false, memory: new Map(), runAgain: () => {} };

interface AccountCase {
  readonly method: string;
  readonly operation: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  /** Whether all accounts enforce their secrets, and whether tokens are mounted at all. */
  readonly limit: boolean;
  readonly mount: boolean;
  readonly object?: object;
  readonly accounts: readonly object[];
  readonly out?: object;
  readonly error?: string;
}

function clusterWith(accounts: readonly ValueMap[], admission?: AdmissionSettings): Cluster {
  return accounts.reduce<Cluster>(
    (cluster, account) => {
      const typed = new Map<string, Value>([['apiVersion', 'v1'], ['kind', 'ServiceAccount'], ...account]);
      const set = setLive(cluster, typed);
      if (set.kind === 'refused') throw new Error(set.message);
      return set.cluster;
    },
    emptyCluster(catalog, { admission }),
  );
}

function attributesOf(cluster: Cluster, request: Partial<AccountCase>, object: ValueMap | undefined) {
  const { namespace = 'ns', resource = 'pods', operation = 'CREATE', subresource = '' } = request;
  const plural = resource === 'pods' ? 'pods' : 'configmaps';
  const route = readRoute(`/api/v1/namespaces/${namespace}/${plural}/name${subresource && `/${subresource}`}`);
  const version = catalogOf(cluster).find('', 'v1', plural);
  if (route === undefined || version === undefined) throw new Error('no such resource');
  const names = { resourceName: { group: '', name: plural }, kindName: { group: '', name: version.resource.kind } };
  const endpoint = { route, version, subresource: undefined, view: version, strategy: version.strategy, ...names };
  const attributes: AdmissionAttributes = {
    operation: operation as AdmissionAttributes['operation'],
    cluster,
    endpoint,
    name: object === undefined ? '' : (stringAt(mapAt(object, 'metadata'), 'name') ?? ''),
    namespace,
    object,
    old: undefined,
    dryRun: false,
    now: '2026-01-01T00:00:00Z',
    warn: () => {},
  };
  return attributes;
}

const enforcing = 'kubernetes.io/enforce-mountable-secrets';

function accountsOf({ accounts, limit, mount }: AccountCase): readonly ValueMap[] {
  return accounts.map((plain) => {
    const account = mapFromPlain(plain);
    const metadata = mapAt(account, 'metadata') ?? new Map();
    const annotations = new Map(mapAt(metadata, 'annotations')).set(enforcing, 'true');
    const limited = limit
      ? new Map(account).set('metadata', new Map(metadata).set('annotations', annotations))
      : account;
    return mount ? limited : new Map(limited).set('automountServiceAccountToken', false);
  });
}

/** Without what is empty, which a Go struct leaves out, and with one suffix for all generated names. */
function comparable(value: Value): unknown {
  if (typeof value === 'string') return value.replace(/^kube-api-access-(?!mine)\w+$/, 'kube-api-access-x');
  if (typeof value === 'bigint') return Number(value);
  if (isList(value)) return value.map(comparable);
  if (!isMap(value)) return value;
  const entries = [...value].map(([key, each]) => [key, comparable(each)] as const);
  const isEmpty = (each: unknown) => typeof each === 'object' && each !== null && Object.keys(each).length === 0;
  return Object.fromEntries(entries.filter(([, each]) => !isEmpty(each)));
}

function messageOf(answer: unknown): string | undefined {
  const body = typeof answer === 'object' && answer !== null && 'body' in answer ? answer.body : undefined;
  return isMap(body as Value) ? stringAt(body as ValueMap, 'message') : undefined;
}

describe('what upstream makes of requests', () => {
  const all = cases as readonly AccountCase[];
  test.each(all.map((each, index) => ({ ...each, index })))(
    '$index $method $operation $resource $subresource',
    (each) => {
      const pod = each.object === undefined ? undefined : mapFromPlain(each.object);
      const attributes = attributesOf(clusterWith(accountsOf(each)), each, pod);
      const answer =
        each.method === 'admit' ? serviceAccount.admit?.(attributes, pass) : serviceAccount.validate?.(attributes);
      const why = (message: string | undefined) => message?.replace(/^pods "[^"]*" is forbidden: /, '');
      expect(why(messageOf(answer))).toBe(why(each.error));
      if (each.out === undefined || pod === undefined) return;
      const object = answer?.kind === 'admitted' ? answer.object : pod;
      expect(comparable(object)).toEqual(comparable(mapFromPlain(each.out)));
    },
  );
});
