import { readFileSync } from 'node:fs';
import { type Cluster, emptyCluster, putCrd, type TypeCatalog } from '@managed-fields/api-server/whole';
import { formatJson, isMap, parseJson, stringAt } from '@managed-fields/merge-engine';
import { readDocuments } from '@managed-fields/source';
import { type Chance, chanceFrom } from '../../../conformance/chance.ts';
import { timeOf } from '../../../conformance/replay/request.ts';
import type { Schema } from './crd-schema.ts';
import { changedDefinition, type DefinedVersion, type Definition, versionsOf } from './definition-changes.ts';
import { someOfSchema, valueBySchema } from './definition-values.ts';
import type { RandomKind } from './kind.ts';
import { asObject, type Json, type Maker } from './makers.ts';
import { type PlannedRequest, request, type Situation } from './request.ts';
import { planRequest } from './requests.ts';
import { answer, liveObject, type Planned, type PlannedStep } from './scenario.ts';
import { remove, scale, status } from './subresources.ts';
import { jsonText } from './text.ts';

/**
 * The CustomResourceDefinitions of a YAML file without what says nothing to a server: descriptions, labels, most
 * annotations, status. A conversion by webhook becomes none, as nobody answers it.
 */
export function readDefinitions(file: string): readonly Definition[] {
  return readDocuments(readFileSync(file, 'utf8')).flatMap(({ value }): readonly Definition[] => {
    if (!isMap(value ?? null) || !isMap(value) || stringAt(value, 'kind') !== 'CustomResourceDefinition') return [];
    const written = asObject(JSON.parse(formatJson(value)) as Json) ?? {};
    const metadata = asObject(written['metadata']) ?? {};
    const approved = asObject(metadata['annotations'])?.['api-approved.kubernetes.io'];
    const { conversion: _, ...spec } = asObject(plain(written['spec'] ?? {}, false)) ?? {};
    return [
      {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: {
          name: metadata['name'] ?? '',
          ...(approved === undefined ? {} : { annotations: { 'api-approved.kubernetes.io': approved } }),
        },
        spec,
      },
    ];
  });
}

/** A value without the descriptions of schemas; a property may be called so. */
function plain(value: Json, names: boolean): Json {
  if (Array.isArray(value)) return value.map((item: Json) => plain(item, false));
  const object = asObject(value);
  if (object === undefined) return value;
  const kept = Object.entries(object).filter(
    ([key, inner]) => names || typeof inner !== 'string' || (key !== 'description' && key !== 'externalDocs'),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, plain(inner, key === 'properties' && !names)]));
}

/** The subject of a scenario between two steps. */
interface Stand {
  readonly definition: Definition;
  readonly cluster: Cluster;
}

/** Random requests against one object of a real definition, which is changed on the way. */
export function definitionScenario(catalog: TypeCatalog, definition: Definition, seed: number, count: number): Planned {
  const chance = chanceFrom(seed * 4813 + 7);
  const spec = asObject(definition['spec']) ?? {};
  const names = asObject(spec['names']) ?? {};
  const plural = String(names['plural']);
  const group = String(spec['group']);
  const name = `custom-${plural}-${group.split('.').slice(0, 2).join('-')}-${seed}`;
  const namespace = `t-${name}`;
  const isCluster = spec['scope'] === 'Cluster';
  const object = isCluster ? `fz-${name}` : 'web';
  const steps: PlannedStep[] = [];
  const straying = { empties: 60, wrong: chance.once(6) ? 150 : 0 };
  const someSeed = chance.integer(1_000_000);
  const chosenIn = ({ schema }: DefinedVersion) => someOfSchema(chanceFrom(someSeed), schema, 6);

  let stand = put({ definition, cluster: emptyCluster(catalog) }, definition, steps.length);
  if (stand === undefined) throw new Error(`${name}: the definition is refused`);
  steps.push({ crd: definition });
  let base: Json | undefined;
  const situation = (now: Stand): Situation => {
    const served = versionsOf(now.definition).filter((version) => version.served);
    const version = served[chance.integer(served.length)];
    if (version === undefined) throw new Error(`${name}: no version is served`);
    const kind = kindOf(version, group, String(names['kind']), plural, isCluster, chosenIn(version));
    base ??= whole(chance, kind.body);
    const place = isCluster ? '' : `/namespaces/${namespace}`;
    const collection = `/apis/${kind.apiVersion}${place}/${plural}`;
    const live = liveObject(now.cluster, `${collection}/${object}`);
    return { chance, kind, collection, name: object, namespace, base, live, straying };
  };
  const send = (planned: PlannedRequest, now: Stand): void => {
    stand = { ...now, cluster: answer(now.cluster, planned, steps.length)?.cluster ?? now.cluster };
    steps.push({ request: planned, response: null });
  };
  while (steps.length < count) {
    const now: Stand = stand;
    if (steps.length > 3 && chance.once(7)) {
      const [storage] = versionsOf(now.definition).filter((version) => version.storage);
      const changed = changedDefinition(chance, now.definition, storage === undefined ? {} : chosenIn(storage));
      const after = changed === now.definition ? undefined : put(now, changed, steps.length);
      if (after === undefined) continue;
      stand = after;
      steps.push({ crd: changed });
      continue;
    }
    const at = situation(now);
    let planned = customRequest(at);
    for (let tries = 0; tries < 25 && isRefused(now.cluster, planned, steps.length) && !chance.once(12); tries++) {
      planned = customRequest(at);
    }
    send(planned, now);
  }
  for (const planned of ending(situation(stand))) send(planned, stand);
  return {
    name,
    about: `Random requests on a ${String(names['kind'])} of ${group}, seed ${seed}`,
    tags: ['random', 'custom'],
    steps,
  };
}

function put(before: Stand, definition: Definition, step: number): Stand | undefined {
  const read = parseJson(JSON.stringify(definition));
  const answered = read.kind === 'value' ? putCrd(before.cluster, read.value, timeOf(step)) : undefined;
  return answered?.kind === 'put' ? { definition, cluster: answered.cluster } : undefined;
}

/** The first body that the managers vary: with most of what was chosen in it. */
function whole(chance: Chance, body: Maker): Json {
  const tries = Array.from({ length: 8 }, () => body(chance) ?? {});
  return tries.reduce((best, each) => (JSON.stringify(each).length > JSON.stringify(best).length ? each : best));
}

function kindOf(
  { name, subresources }: DefinedVersion,
  group: string,
  kind: string,
  plural: string,
  cluster: boolean,
  chosen: Schema,
): RandomKind {
  const { apiVersion: _v, kind: _k, metadata: _m, status: shown, ...own } = asObject(chosen['properties']) ?? {};
  const bodySchema: Schema = { ...chosen, type: 'object', properties: own };
  const statusSchema = asObject(shown);
  return {
    apiVersion: `${group}/${name}`,
    kind,
    plural,
    cluster,
    body: (chance) => valueBySchema(chance, bodySchema, 75) ?? {},
    scale: subresources['scale'] !== undefined,
    ...(subresources['status'] === undefined || statusSchema === undefined
      ? {}
      : { status: (chance: Chance) => valueBySchema(chance, statusSchema, 75) ?? {} }),
  };
}

function isRefused(cluster: Cluster, planned: PlannedRequest, step: number): boolean {
  const code = answer(cluster, planned, step)?.code ?? 0;
  return code >= 400 && code !== 409;
}

/**
 * A request, more often to a subresource than for built-in kinds, and seldom a patch that custom resources do not take.
 */
function customRequest(at: Situation): PlannedRequest {
  const { chance, kind, live } = at;
  const roll = live === undefined ? 100 : chance.integer(100);
  if (roll < 11 && kind.status !== undefined) return status(at);
  if (roll < 19 && kind.scale === true) return scale(at);
  if (roll === 20) return remove(at);
  for (;;) {
    const planned = planRequest(at);
    if (!planned.headers['Content-Type']?.startsWith('application/strategic') || chance.once(12)) return planned;
  }
}

/** A deletion that waits for a finalizer, what others do meanwhile, its end, and the object anew. */
function ending(at: Situation): readonly PlannedRequest[] {
  const merge = (body: Json): PlannedRequest => ({
    ...request(at, 'PATCH', 'application/merge-patch+json'),
    query: { fieldManager: 'gc' },
    body: jsonText(body),
  });
  const apply = (force: boolean): PlannedRequest => ({
    ...request(at, 'PATCH', 'application/apply-patch+yaml'),
    query: { fieldManager: 'alice', ...(force ? { force: 'true' } : {}) },
    body: jsonText({
      apiVersion: at.kind.apiVersion,
      kind: at.kind.kind,
      metadata: { name: at.name },
      ...asObject(at.base),
    }),
  });
  const removed: PlannedRequest = { ...request(at, 'DELETE', ''), query: {} };
  return [
    merge({ metadata: { finalizers: ['x.io/f'] } }),
    removed,
    apply(true),
    merge({ metadata: { finalizers: null } }),
    apply(false),
    apply(false),
  ];
}
