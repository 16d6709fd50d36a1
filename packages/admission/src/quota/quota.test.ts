import { emptyCluster, setLive } from '@managed-fields/api-server';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { mapFromPlain, type ValueMap } from '@managed-fields/merge-engine';
import { describe, expect, test } from 'vitest';
import { type ResourceList, readList, writeList } from '../resource-list.ts';
import checks from './check-request.cases.json' with { type: 'json' };
import { checkRequest, type Quota } from './check-request.ts';
import type { Evaluator, QuotaRequest, ScopeSelector, Surroundings } from './evaluator.ts';
import cases from './evaluators.cases.json' with { type: 'json' };
import { scopesOf } from './quotas.ts';
import { evaluatorOf } from './registry.ts';

/*
 * What upstream's evaluators and admission answer to the inputs of upstream's own tests, and to objects by chance.
 */

const empty = emptyCluster(await loadKubernetesTypes());

/** Other objects that count: upstream's caches. */
interface Around {
  readonly classes?: readonly object[];
  readonly pods?: readonly object[];
  readonly claims?: readonly object[];
}

function surroundings(minor: number, around: Around = {}, now = '2026-01-01T00:00:00Z'): Surroundings {
  const { classes = [], pods = [], claims = [] } = around;
  const objects = [
    ...classes.map((each) => ({ ...each, apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass' })),
    ...pods.map((each) => ({ ...each, apiVersion: 'v1', kind: 'Pod' })),
    ...claims.map((each) => ({ ...each, apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim' })),
  ];
  const cluster = objects
    .map((each) => mapFromPlain(each))
    .reduce((before, object) => {
      const set = setLive(before, object);
      if (set.kind === 'refused') throw new Error(set.message);
      return set.cluster;
    }, empty);
  return { cluster, namespace: 'ns', now, minor };
}

function evaluatorFor(plural: string, minor = 36): Evaluator {
  const found = evaluatorOf(plural === 'resourceclaims' ? 'resource.k8s.io' : '', plural, minor);
  if (found === undefined) throw new Error(`nothing measures ${plural}`);
  return found;
}

const plain = (list: ResourceList) => Object.fromEntries(writeList(list));

interface Selector {
  readonly scopeName: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

const selectorOf = ({ scopeName, operator, values = [] }: Selector): ScopeSelector => {
  return { scope: scopeName, operator, values };
};

interface ObjectCase {
  readonly minor: number;
  readonly evaluator: string;
  readonly object: object;
  readonly around?: Around;
  readonly now?: string;
  readonly usage?: object;
  readonly scopes?: readonly { readonly selectors: readonly Selector[]; readonly result: readonly boolean[] }[];
  readonly constraint?: readonly { readonly names?: readonly string[]; readonly result: string | null }[];
}

describe('what upstream says of objects', () => {
  const objects: readonly ObjectCase[] = cases.objects;
  test.each(objects.map((each, index) => ({ ...each, index })))('$index $evaluator v1.$minor', (each) => {
    const at = surroundings(each.minor, each.around, each.now);
    const evaluator = evaluatorFor(each.evaluator, each.minor);
    const object = mapFromPlain(each.object);
    if (each.usage !== undefined) expect(plain(evaluator.usage(object, at))).toEqual(each.usage);
    for (const { selectors, result } of each.scopes ?? []) {
      expect(selectors.map((selector) => evaluator.matchesScope(selectorOf(selector), object, at))).toEqual(result);
    }
    for (const { names = [], result } of each.constraint ?? []) {
      expect(evaluator.constraint(evaluator.matching(names, at), object, at) ?? null).toBe(result);
    }
  });
});

test('upstream handles the same requests', () => {
  const requests: readonly HandlesCase[] = cases.handles as readonly HandlesCase[];
  const got = requests.map(({ evaluator, result: _, ...request }) =>
    evaluatorFor(evaluator).handles(requestOf(request)),
  );
  expect(got).toEqual(requests.map(({ result }) => result));
});

interface HandlesCase extends SentCase {
  readonly evaluator: string;
  readonly result: boolean;
}

interface SentCase {
  readonly operation: string;
  readonly subresource: string;
  readonly object?: object;
  readonly old?: object;
}

function requestOf({ operation, subresource, object, old }: SentCase): QuotaRequest {
  const read = (given: object | undefined) => (given === undefined ? undefined : mapFromPlain(given));
  return { operation: operation as QuotaRequest['operation'], subresource, object: read(object), old: read(old) };
}

interface MatchingCase {
  readonly minor: number;
  readonly evaluator: string;
  readonly names?: readonly string[];
  readonly around?: Around;
  readonly result: readonly string[];
}

test('upstream measures the same names', () => {
  const matching: readonly MatchingCase[] = cases.matching;
  const got = matching.map(({ minor, evaluator, names = [], around }) => {
    return [...evaluatorFor(evaluator, minor).matching(names, surroundings(minor, around))].sort();
  });
  expect(got).toEqual(matching.map(({ result }) => result));
});

interface CheckCase extends SentCase {
  readonly resource: string;
  readonly object: object;
  readonly quotas: readonly QuotaCase[];
  readonly used?: readonly object[];
  readonly error?: string;
}

interface QuotaCase {
  readonly metadata: { readonly name: string };
  readonly status: { readonly hard?: object; readonly used?: object };
}

describe('what upstream makes of requests', () => {
  const all = checks as readonly CheckCase[];
  test.each(all.map((each, index) => ({ ...each, index })))('$index $operation $resource', (each) => {
    const quotas = each.quotas.map((quota): Quota => {
      const list = (given: object | undefined) => readList(mapFromPlain(given ?? {}));
      const { hard, used } = quota.status;
      return { name: quota.metadata.name, scopes: scopesOf(mapFromPlain(quota)), hard: list(hard), used: list(used) };
    });
    const request = { ...requestOf(each), object: mapFromPlain(each.object) as ValueMap };
    const checked = checkRequest(quotas, evaluatorFor(each.resource), request, surroundings(36));
    if (checked.kind === 'forbidden') expect(checked.why).toBe(each.error);
    else {
      expect(quotas.map((quota) => plain(checked.used.get(quota) ?? quota.used))).toEqual(each.used);
      for (const [quota, used] of checked.used) expect(plain(used)).not.toEqual(plain(quota.used));
    }
  });
});
