import '@managed-fields/admission/whole';
import { type Cluster, emptyCluster, installCrd, type TypeCatalog } from '@managed-fields/api-server/whole';
import { parseJson } from '@managed-fields/merge-engine';
import { type Chance, chanceFrom } from '../../../../conformance/chance.ts';
import { type Json, make } from '../makers.ts';
import type { PlannedRequest, Situation } from '../request.ts';
import { planRequest } from '../requests.ts';
import { answer, liveObject, type Planned, type PlannedStep } from '../scenario.ts';
import { fooDefinition, installedKinds } from './kinds.ts';
import type { Names } from './names.ts';
import {
  bindingPath,
  type PlannedPolicy,
  paramSteps,
  policyPath,
  policySpec,
  policySteps,
  shapes,
} from './policies.ts';
import { limitsOf, merge, namespaceLabels, setting } from './setting.ts';

/**
 * Random requests in a namespace of its own on a server with all its admission plugins: some kinds, and what stands around
 * them. The engine plays along; what it would refuse is often taken back, so that there is something to change.
 */
export function installedScenario(catalog: TypeCatalog, seed: number): Planned {
  const chance = chanceFrom(seed * 4001 + 29);
  const name = `random-installed-${String(seed).padStart(5, '0')}`;
  const prefix = `fz-${name}`;
  const isCustom = chance.once(6);
  const group = isCustom ? `${name}.example.com` : undefined;
  const names: Names = { prefix, namespace: prefix, className: `${prefix}-class`, group };
  const play = new Play(catalog);
  if (group !== undefined) play.define(fooDefinition(group));
  for (const step of setting(chance, names)) play.send(step);
  const kinds = situations(chance, names);
  const policies = plannedPolicies(chance, names, kinds);
  if (policies.length > 0) for (const step of paramSteps(chance, names)) play.send(step);
  for (const policy of policies) for (const step of policySteps(chance, names, policy)) play.send(step);
  const count = play.steps.length + 9 + chance.integer(6);
  while (play.steps.length < count) {
    if (chance.once(14)) {
      play.send(changedSetting(chance, names, policies));
      continue;
    }
    const kind = kinds[chance.integer(kinds.length)];
    if (kind !== undefined) play.send(planned(chance, play, kind));
  }
  const tags = ['installed', 'random'];
  return { name, about: `Random requests on a server as it is installed, seed ${seed}`, tags, steps: play.steps };
}

/** The steps so far, and this engine's server after them. */
class Play {
  readonly steps: PlannedStep[] = [];
  cluster: Cluster;

  constructor(catalog: TypeCatalog) {
    this.cluster = emptyCluster(catalog, { admission: { plugins: 'installed', controllers: false } });
  }

  define(crd: Json): void {
    const read = parseJson(JSON.stringify(crd));
    const installed = read.kind === 'value' ? installCrd(this.cluster, read.value) : undefined;
    if (installed?.kind === 'installed') this.cluster = installed.cluster;
    this.steps.push({ crd });
  }

  send(step: PlannedRequest): void {
    this.cluster = answer(this.cluster, step, this.steps.length)?.cluster ?? this.cluster;
    this.steps.push({ request: step, response: null });
  }
}

function situations(chance: Chance, names: Names): Omit<Situation, 'live'>[] {
  const all = installedKinds(names);
  const [pod] = all;
  const custom = names.group === undefined ? undefined : all.at(-1);
  const others = Array.from({ length: 1 + chance.integer(2) }, () => all[chance.integer(all.length)]);
  const chosen = new Set([...(chance.once(2) ? [pod] : []), ...others, custom]);
  return [...chosen].flatMap((kind) => {
    if (kind === undefined) return [];
    const { namespace } = names;
    const base = kind.apiVersion.includes('/') ? `/apis/${kind.apiVersion}` : `/api/${kind.apiVersion}`;
    const collection = `${base}/namespaces/${namespace}/${kind.plural}`;
    const straying = { empties: 200, wrong: 0 };
    return [{ chance, kind, collection, name: 'web', namespace, base: make(chance, kind.body) ?? {}, straying }];
  });
}

/** Policies of which no two of a sort are for the same objects: the server asks them in the order of a Go map. */
function plannedPolicies(chance: Chance, names: Names, kinds: readonly Omit<Situation, 'live'>[]): PlannedPolicy[] {
  const own = shapes(names).filter(({ plural }) => kinds.some(({ kind }) => kind.plural === plural));
  return own.flatMap((shape) =>
    (['Mutating', 'Validating'] as const).flatMap((kind): PlannedPolicy[] =>
      chance.once(2) ? [{ name: `${names.prefix}-${kind.toLowerCase()}-${shape.plural}`, kind, shape }] : [],
    ),
  );
}

function planned(chance: Chance, { cluster, steps }: Play, situation: Omit<Situation, 'live'>): PlannedRequest {
  const live = liveObject(cluster, `${situation.collection}/${situation.name}`);
  let step = planRequest({ ...situation, live });
  for (let tries = 0; tries < 6; tries++) {
    const code = answer(cluster, step, steps.length)?.code;
    const isLeft = code === 422 ? chance.once(3) : code === 403 ? chance.once(2) : true;
    if (isLeft) break;
    step = planRequest({ ...situation, live });
  }
  return step;
}

/** Changes what stands around the requests: the labels of the namespace, the limits, a policy or a binding. */
function changedSetting(chance: Chance, names: Names, policies: readonly PlannedPolicy[]): PlannedRequest {
  const { namespace } = names;
  const policy = policies[chance.integer(Math.max(policies.length, 1))];
  const labelled = merge(`/api/v1/namespaces/${namespace}`, {
    metadata: { labels: make(chance, namespaceLabels) ?? {} },
  });
  switch (policy === undefined ? chance.integer(2) : chance.integer(5)) {
    case 0:
      return labelled;
    case 1:
      return merge(`/api/v1/namespaces/${namespace}/limitranges/limits`, { spec: limitsOf(chance) });
    case 2:
      return policy === undefined ? labelled : removal(bindingPath(policy));
    default: {
      if (policy === undefined) return labelled;
      const head = { apiVersion: 'admissionregistration.k8s.io/v1', kind: `${policy.kind}AdmissionPolicy` };
      const spec = policySpec(chance, names, policy, false);
      const body = JSON.stringify({ ...head, metadata: { name: policy.name }, spec });
      const headers = { 'User-Agent': 'curl/8.0', 'Content-Type': 'application/apply-patch+yaml' };
      const query = { fieldManager: 'curl', force: 'true' };
      return { method: 'PATCH', path: policyPath(policy), query, headers, body };
    }
  }
}

function removal(path: string): PlannedRequest {
  return { method: 'DELETE', path, query: {}, headers: { 'User-Agent': 'curl/8.0' } };
}
