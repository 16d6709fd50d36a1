import { type Cluster, emptyCluster, serve, type TypeCatalog } from '@managed-fields/api-server/whole';
import { formatJson } from '@managed-fields/merge-engine';
import { type Chance, chanceFrom } from '../../../conformance/chance.ts';
import { requestOf, timeOf } from '../../../conformance/replay/request.ts';
import { autoscalingKinds } from './autoscaling-kinds.ts';
import { clusterKinds } from './cluster-scoped-kinds.ts';
import { coreKinds } from './core-kinds.ts';
import type { RandomKind } from './kind.ts';
import { type Json, make } from './makers.ts';
import { networkKinds } from './network-kinds.ts';
import { rareKinds } from './rare-kinds.ts';
import type { PlannedRequest, Situation } from './request.ts';
import { planRequest } from './requests.ts';
import type { Straying } from './vary.ts';
import { webhookKinds } from './webhook-kinds.ts';
import { workloadKinds } from './workload-kinds.ts';

/** A step of a scenario before anybody answered it. */
export type PlannedStep = { readonly request: PlannedRequest; readonly response: null } | { readonly crd: Json };

/** A scenario as a trace file holds it. */
export interface Planned {
  readonly name: string;
  readonly about: string;
  readonly tags: readonly string[];
  readonly steps: readonly PlannedStep[];
}

/**
 * Random requests against one object of a built-in kind. The engine plays along, so that a PUT can send what is live;
 * requests that it would refuse as invalid are mostly taken back unless `refusals` asks for them.
 */
export function builtinScenario(catalog: TypeCatalog, seed: number, style: 'builtin' | 'validation'): Planned {
  const chance = chanceFrom(seed * 7919 + (style === 'validation' ? 13 : 0));
  const kind = randomKinds[seed % randomKinds.length] ?? chance.pick([...randomKinds] as [RandomKind]);
  const name = `random-${style}-${String(seed).padStart(5, '0')}`;
  const namespace = `t-${name}`;
  const group = kind.apiVersion.includes('/') ? `/apis/${kind.apiVersion}` : `/api/${kind.apiVersion}`;
  const collection =
    kind.cluster === true ? `${group}/${kind.plural}` : `${group}/namespaces/${namespace}/${kind.plural}`;
  const refusals = style === 'validation';
  const straying: Straying = { empties: 60, wrong: chance.once(refusals ? 2 : 6) ? 150 : 0 };
  const object = {
    kind,
    collection,
    name: kind.cluster === true ? `fz-${namespace}` : 'web',
    namespace,
    base: make(chance, kind.body) ?? {},
    straying,
  };
  const steps = play(
    catalog,
    chance,
    6 + chance.integer(5),
    refusals,
    (live) => planRequest({ chance, live, ...object }),
    object,
  );
  return { name, about: `Random requests on a ${kind.kind}, seed ${seed}`, tags: ['random', style], steps };
}

function play(
  catalog: TypeCatalog,
  chance: Chance,
  count: number,
  refusals: boolean,
  plan: (live: Json | undefined) => PlannedRequest,
  object: Pick<Situation, 'collection' | 'name'>,
): PlannedStep[] {
  let cluster = emptyCluster(catalog);
  const steps: PlannedStep[] = [];
  while (steps.length < count) {
    const live = liveObject(cluster, `${object.collection}/${object.name}`);
    let request = plan(live);
    let served = answer(cluster, request, steps.length);
    for (let tries = 0; served?.code === 422 && !(refusals ? chance.once(2) : chance.once(12)) && tries < 12; tries++) {
      request = plan(live);
      served = answer(cluster, request, steps.length);
    }
    steps.push({ request, response: null });
    cluster = served?.cluster ?? cluster;
  }
  return steps;
}

/** Returns the answer of this engine; undefined where it fails, which a recording will then show. */
export function answer(
  cluster: Cluster,
  planned: PlannedRequest,
  step: number,
): { readonly cluster: Cluster; readonly code: number } | undefined {
  try {
    const { method, path, body } = planned;
    const request = {
      method,
      path,
      query: new Map(Object.entries(planned.query)),
      contentType: planned.headers['Content-Type'],
      userAgent: planned.headers['User-Agent'],
      body,
    };
    const exchange = { request, response: { code: 0, body: null, warnings: [] }, byChance: false };
    const served = serve(cluster, requestOf(exchange), timeOf(step));
    return { cluster: served.cluster, code: served.response.code };
  } catch {
    return undefined;
  }
}

/** The object at a path as JSON; undefined where there is none. */
export function liveObject(cluster: Cluster, path: string): Json | undefined {
  const served = serve(cluster, { method: 'GET', path, query: new Map() }, timeOf(0));
  return served.response.code === 200 ? (JSON.parse(formatJson(served.response.body)) as Json) : undefined;
}

/** Every kind that random scenarios ask for. */
export const randomKinds: readonly RandomKind[] = [
  ...coreKinds,
  ...workloadKinds,
  ...autoscalingKinds,
  ...networkKinds,
  ...clusterKinds,
  ...webhookKinds,
  ...rareKinds,
];
