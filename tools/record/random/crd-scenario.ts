import { type Cluster, emptyCluster, installCrd, type TypeCatalog } from '@managed-fields/api-server/whole';
import { parseJson } from '@managed-fields/merge-engine';
import { type Chance, chanceFrom } from '../../../conformance/chance.ts';
import { bodyMaker, changedSchema, randomSchema, type Schema, statusMaker } from './crd-schema.ts';
import type { RandomKind } from './kind.ts';
import { asObject, type Json, make } from './makers.ts';
import type { PlannedRequest, Situation } from './request.ts';
import { planRequest } from './requests.ts';
import { answer, liveObject, type Planned, type PlannedStep } from './scenario.ts';

const plural = 'foos';

/** The parts of a definition at one point of a scenario. */
interface Definition {
  readonly group: string;
  readonly schema: Schema;
  readonly status: boolean;
  readonly scale: boolean;
  readonly versions: readonly { readonly name: string; readonly served: boolean; readonly storage: boolean }[];
}

/** Random requests against one object of a custom kind whose definition is replaced on the way. */
export function crdScenario(catalog: TypeCatalog, seed: number): Planned {
  const chance = chanceFrom(seed * 6007 + 5);
  const name = `random-crd-${String(seed).padStart(5, '0')}`;
  const namespace = `t-${name}`;
  const two = chance.once(3);
  let definition: Definition = {
    group: `${namespace}.example.com`,
    schema: randomSchema(chance),
    status: chance.once(3),
    scale: chance.once(6),
    versions: [
      { name: 'v1', served: true, storage: true },
      ...(two ? [{ name: 'v1beta1', served: true, storage: false }] : []),
    ],
  };
  let cluster = emptyCluster(catalog);
  const steps: PlannedStep[] = [];
  const put = (next: Definition): boolean => {
    const crd = crdOf(next);
    const read = parseJson(JSON.stringify(crd));
    const installed = read.kind === 'value' ? installCrd(cluster, read.value) : undefined;
    if (installed?.kind !== 'installed') return false;
    cluster = installed.cluster;
    definition = next;
    steps.push({ crd });
    return true;
  };
  for (let tries = 0; tries < 20 && !put(definition); tries++)
    definition = { ...definition, schema: randomSchema(chance) };
  const base = make(chance, bodyMaker(definition.schema)) ?? {};
  const straying = { empties: 60, wrong: chance.once(6) ? 100 : 0 };
  const count = 6 + chance.integer(5);
  while (steps.length < count) {
    if (steps.length > 1 && chance.once(8) && put(changedDefinition(chance, definition))) continue;
    const planned = planStep(chance, definition, cluster, { name: 'x', namespace, base, straying });
    steps.push({ request: planned.request, response: null });
    cluster = planned.cluster;
  }
  return { name, about: `Random requests on a custom resource, seed ${seed}`, tags: ['random', 'crd'], steps };
}

function planStep(
  chance: Chance,
  definition: Definition,
  cluster: Cluster,
  object: Pick<Situation, 'name' | 'namespace' | 'base' | 'straying'>,
): { readonly request: PlannedRequest; readonly cluster: Cluster } {
  const served = definition.versions.filter((version) => version.served);
  const version = served[chance.integer(served.length)]?.name ?? 'v1';
  const kind = kindOf(definition, version);
  const collection = `/apis/${kind.apiVersion}/namespaces/${object.namespace}/${plural}`;
  const live = liveObject(cluster, `${collection}/${object.name}`);
  const plan = (): PlannedRequest => planRequest({ chance, kind, collection, live, ...object });
  let request = plan();
  let answered = answer(cluster, request, 0);
  for (let tries = 0; answered?.code === 422 && !chance.once(8) && tries < 12; tries++) {
    request = plan();
    answered = answer(cluster, request, 0);
  }
  return { request, cluster: answered?.cluster ?? cluster };
}

function kindOf({ group, schema, status, scale }: Definition, version: string): RandomKind {
  const kind = { apiVersion: `${group}/${version}`, kind: 'Foo', plural, body: bodyMaker(schema), scale };
  return status ? { ...kind, status: statusMaker } : kind;
}

function changedDefinition(chance: Chance, definition: Definition): Definition {
  if (definition.versions.length > 1 && chance.once(2)) {
    const [first, second] = definition.versions;
    if (first === undefined || second === undefined) return definition;
    if (chance.once(2))
      return {
        ...definition,
        versions: [
          { ...first, storage: !first.storage },
          { ...second, storage: !second.storage },
        ],
      };
    const versions = [first, second].map((version) =>
      version.storage ? version : { ...version, served: !version.served },
    );
    return { ...definition, versions };
  }
  return { ...definition, schema: changedSchema(chance, definition.schema) };
}

function crdOf({ group, schema, status, scale, versions }: Definition): { readonly [key: string]: Json } {
  const paths = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
  const subresources = { ...(status ? { status: {} } : {}), ...(scale ? { scale: paths } : {}) };
  const declared = versions.map((version) => ({
    ...version,
    schema: { openAPIV3Schema: scale ? withReplicas(schema) : schema },
    ...(status || scale ? { subresources } : {}),
  }));
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind: 'Foo', listKind: 'FooList', plural, singular: 'foo' },
      versions: declared,
    },
  };
}

function withReplicas(schema: Schema): Schema {
  const properties = asObject(schema['properties']) ?? {};
  const spec = asObject(properties['spec']) ?? {};
  const inner = { ...asObject(spec['properties']), replicas: { type: 'integer' } };
  return { ...schema, properties: { ...properties, spec: { ...spec, properties: inner } } };
}
