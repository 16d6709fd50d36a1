import { emptyCluster, installCrd, type TypeCatalog } from '@managed-fields/api-server/whole';
import { parseJson } from '@managed-fields/merge-engine';
import { chanceFrom } from '../../../../conformance/chance.ts';
import { bodyMaker, randomSchema, statusMaker } from '../crd-schema.ts';
import type { RandomKind } from '../kind.ts';
import { asObject, make } from '../makers.ts';
import type { PlannedRequest, Situation } from '../request.ts';
import { planRequest } from '../requests.ts';
import { answer, liveObject, type Planned, type PlannedStep } from '../scenario.ts';
import { twists } from './twists.ts';

/** Kinds that requests are made for, each several times as often as its share of all. */
const kinds = [
  'ConfigMap',
  'Secret',
  'Endpoints',
  'Pod',
  'LimitRange',
  'ResourceQuota',
  'PersistentVolumeClaim',
  'Node',
];
const more = ['Deployment', 'StatefulSet', 'Job', 'HorizontalPodAutoscaler', 'ServiceAccount', 'Ingress', 'Lease'];
const named: ReadonlySet<string> = new Set([...kinds, ...more, 'PodDisruptionBudget', 'NetworkPolicy', 'Namespace']);

/** Random requests that few would send, on an object of a built-in kind, or of a custom one in every fourth scenario. */
export function exoticScenario(catalog: TypeCatalog, all: readonly RandomKind[], seed: number): Planned {
  const chance = chanceFrom(seed * 4801 + 29);
  const name = `random-exotic-${String(seed).padStart(5, '0')}`;
  const namespace = `t-${name}`;
  const steps: PlannedStep[] = [];
  let cluster = emptyCluster(catalog);
  const builtin = all.filter((kind) => named.has(kind.kind));
  const usual = builtin[seed % builtin.length];
  if (usual === undefined) throw new Error('no kinds');
  let kind: RandomKind = usual;
  if (seed % 4 === 3) {
    const schema = randomSchema(chance);
    const group = `${namespace}.example.com`;
    const crd = definitionOf(group, schema, { status: chance.once(2), preserves: chance.once(3) });
    const read = parseJson(JSON.stringify(crd));
    const installed = read.kind === 'value' ? installCrd(cluster, read.value) : undefined;
    if (installed?.kind === 'installed') {
      cluster = installed.cluster;
      steps.push({ crd });
      kind = { apiVersion: `${group}/v1`, kind: 'Foo', plural: 'foos', body: bodyMaker(schema), status: statusMaker };
    }
  }
  const group = kind.apiVersion.includes('/') ? `/apis/${kind.apiVersion}` : `/api/${kind.apiVersion}`;
  const isWide = kind.cluster === true;
  const object = {
    kind,
    collection: isWide ? `${group}/${kind.plural}` : `${group}/namespaces/${namespace}/${kind.plural}`,
    name: isWide ? `fz-${namespace}` : 'web',
    namespace,
    base: make(chance, kind.body) ?? {},
    straying: { empties: 60, wrong: 0 },
  };
  const count = steps.length + 10 + chance.integer(8);
  while (steps.length < count) {
    const live = liveObject(cluster, `${object.collection}/${object.name}`);
    const request = oddRequest({ chance, live, ...object });
    const served = answer(cluster, request, steps.length);
    steps.push({ request, response: null });
    cluster = served?.cluster ?? cluster;
  }
  return { name, about: `Requests that few send, on a ${kind.kind}, seed ${seed}`, tags: ['random', 'exotic'], steps };
}

/** A request that makes sense, made odd in one or two ways; now and then left as it is, so that something is there. */
function oddRequest(at: Situation): PlannedRequest {
  const { chance, live } = at;
  let request = planRequest(at);
  if (live === undefined ? chance.once(2) : chance.once(6)) return request;
  for (let count = chance.once(4) ? 2 : 1; count > 0; count--) request = chance.pick(twists)(request, at);
  return request;
}

function definitionOf(
  group: string,
  schema: ReturnType<typeof randomSchema>,
  { status, preserves }: { readonly status: boolean; readonly preserves: boolean },
) {
  const properties = asObject(schema['properties']) ?? {};
  const kept = preserves ? { 'x-kubernetes-preserve-unknown-fields': true } : {};
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `foos.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind: 'Foo', listKind: 'FooList', plural: 'foos', singular: 'foo' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { ...schema, properties, ...kept } },
          ...(status ? { subresources: { status: {} } } : {}),
        },
      ],
    },
  };
}
