import { type Json, jsonOf, memberOf, textAt, valueAt } from '../json.ts';
import { type Finding, findingOf, groupOf, type ReplicasFact, type ScalerFact, targetKey } from './finding.ts';
import { lastAppliedName } from './known-managers.ts';
import { managersOf } from './owned-by.ts';
import type { Judged, JudgeRow, Rule, WholeSurvey } from './rule.ts';

/** Replicas that somebody applies although an autoscaler sets them. */
export const replicasUnderAutoscaler: Rule = {
  id: 'replicas-under-autoscaler',
  severity: 'error',
  conflict: true,
  example: 'hpa-conflict',
  factsOf(judged) {
    const scaler = scalerOf(judged);
    const replicas = replicasOf(judged);
    return [...(scaler === undefined ? [] : [scaler]), ...(replicas === undefined ? [] : [replicas])];
  },
  judgeTogether({ facts }: WholeSurvey): JudgeRow | undefined {
    const scalers = new Map<string, ScalerFact>();
    for (const fact of facts) if (fact.kind === 'scaler') scalers.set(fact.target, fact);
    if (scalers.size === 0) return undefined;
    const found = new Map<number, readonly Finding[]>();
    for (const fact of facts) {
      const scaler = fact.kind === 'replicas' ? scalers.get(fact.target) : undefined;
      if (fact.kind !== 'replicas' || scaler === undefined) continue;
      const facts = { ...fact.finding.facts, autoscaler: scaler.name };
      found.set(fact.index, [{ ...fact.finding, facts }]);
    }
    return ({ index }) => found.get(index) ?? [];
  },
};

/**
 * What an autoscaler scales: HorizontalPodAutoscalers of all versions, and the ScaledObjects of KEDA, which name
 * a Deployment where they name nothing.
 */
function scalerOf({ row, value }: Judged): ScalerFact | undefined {
  const group = groupOf(row.apiVersion);
  const isHorizontal = row.kind === 'HorizontalPodAutoscaler' && group === 'autoscaling';
  if (!isHorizontal && !(row.kind === 'ScaledObject' && group === 'keda.sh')) return undefined;
  const reference = valueAt(value, 'spec', 'scaleTargetRef');
  const name = textAt(reference, 'name');
  if (name === '') return undefined;
  const kind = textAt(reference, 'kind') || 'Deployment';
  const apiVersion = textAt(reference, 'apiVersion') || 'apps/v1';
  return {
    kind: 'scaler',
    index: row.index,
    target: targetKey(row.namespace, apiVersion, kind, name),
    name: `${row.kind}/${row.name}`,
  };
}

/** What is found if an autoscaler scales an object: an applier owns replicas, or last-applied declares them. */
function replicasOf(judged: Judged): ReplicasFact | undefined {
  const { row, value, owned, appliers } = judged;
  if (valueAt(value, 'spec', 'replicas') === undefined) return undefined;
  const field = owned.find(({ element, parent }) => element === 'f:replicas' && isSpec(parent));
  const owners = field === undefined ? [] : field.owners.filter((owner) => appliers.includes(owner));
  const declared = owners.length === 0 && declaresReplicas(value) ? 'yes' : '';
  if (owners.length === 0 && declared === '') return undefined;
  const facts = {
    managers: managersOf(judged, owners),
    declared,
    replicas: countOf(valueAt(value, 'spec', 'replicas')),
  };
  const finding =
    field === undefined
      ? {
          ...findingOf('replicas-under-autoscaler', [], [], facts),
          fields: ['.spec.replicas'],
          fieldCount: 1,
        }
      : findingOf('replicas-under-autoscaler', [field], owners.length > 0 ? owners : field.owners, facts);
  return {
    kind: 'replicas',
    index: row.index,
    target: targetKey(row.namespace, row.apiVersion, row.kind, row.name),
    finding,
  };
}

/** A number of replicas; 1 where it is none. */
function countOf(replicas: Json | undefined): string {
  return Number.isSafeInteger(replicas) ? String(replicas) : '1';
}

function isSpec(field: Judged['owned'][number] | undefined): boolean {
  return field?.element === 'f:spec' && field.parent === undefined;
}

/** Whether the next client-side apply sets replicas, since the annotation has them. */
function declaresReplicas(value: Json): boolean {
  const text = valueAt(value, 'metadata', 'annotations', lastAppliedName);
  if (typeof text !== 'string' || !text.includes('"replicas"')) return false;
  return memberOf(memberOf(jsonOf(text), 'spec'), 'replicas') !== undefined;
}
