import { isMap } from '@managed-fields/merge-engine';
import { isOn } from '../features.ts';
import { struct, text, textMap } from '../validation/object.ts';
import { claim } from './core.ts';
import { podTemplate } from './pod-spec.ts';
import { type CompiledTable, type Rule, table } from './table.ts';

/**
 * The rollout of a Deployment; its percentages are strings.
 * Upstream: pkg/apis/apps/v1/defaults.go SetDefaults_Deployment.
 */
const rollingDeployment: Rule = (strategy) => {
  if (text(strategy, 'type') !== 'RollingUpdate') return strategy;
  return filledRollout(strategy, [
    ['maxUnavailable', '25%'],
    ['maxSurge', '25%'],
  ]);
};

/** The rollout of a DaemonSet. Upstream: SetDefaults_DaemonSet. */
const rollingDaemons: Rule = (strategy) => {
  if (text(strategy, 'type') !== 'RollingUpdate') return strategy;
  return filledRollout(strategy, [
    ['maxUnavailable', 1n],
    ['maxSurge', 0n],
  ]);
};

function filledRollout(strategy: Parameters<Rule>[0], values: readonly (readonly [string, string | bigint])[]) {
  const rollout = struct(strategy, 'rollingUpdate');
  const missing = values.filter(([field]) => rollout.get(field) === undefined || rollout.get(field) === null);
  if (missing.length === 0) return strategy;
  return new Map(strategy).set('rollingUpdate', new Map([...rollout, ...missing]));
}

/** The rollout of a StatefulSet: only a strategy without a type gets one. Upstream: SetDefaults_StatefulSet. */
const rollingStateful: Rule = (strategy, version) => {
  const type = text(strategy, 'type');
  if (type !== '' && (type !== 'RollingUpdate' || !isMap(strategy.get('rollingUpdate')))) return strategy;
  const named = type === '' ? new Map(strategy).set('type', 'RollingUpdate') : strategy;
  const unavailable: readonly [string, bigint][] = isOn('MaxUnavailableStatefulSet', version)
    ? [['maxUnavailable', 1n]]
    : [];
  return filledRollout(named, [['partition', 0n], ...unavailable]);
};

/** Claims in a StatefulSet are written with their kind. Upstream: pkg/apis/apps/v1/conversion.go. */
const claimKind: Rule = (claimTemplate) => {
  if (text(claimTemplate, 'kind') === 'PersistentVolumeClaim' && text(claimTemplate, 'apiVersion') === 'v1') {
    return claimTemplate;
  }
  return new Map(claimTemplate).set('kind', 'PersistentVolumeClaim').set('apiVersion', 'v1');
};

/** Sets the annotation that counts template changes. Upstream: pkg/apis/apps/v1/conversion.go. */
const templateGeneration: Rule = (daemonSet) => {
  const metadata = struct(daemonSet, 'metadata');
  const annotations = textMap(metadata, 'annotations');
  if (annotations.has('deprecated.daemonset.template.generation')) return daemonSet;
  const counted = new Map(annotations).set('deprecated.daemonset.template.generation', '0');
  return new Map(daemonSet).set('metadata', new Map(metadata).set('annotations', counted));
};

/** Removes an empty annotation of a rollback. Upstream: pkg/apis/apps/v1/conversion.go. */
const noEmptyRollback: Rule = (deployment) => {
  const metadata = struct(deployment, 'metadata');
  const annotations = textMap(metadata, 'annotations');
  if (annotations.get('deprecated.deployment.rollback.to') !== '') return deployment;
  const kept = new Map([...annotations].filter(([name]) => name !== 'deprecated.deployment.rollback.to'));
  return new Map(deployment).set('metadata', new Map(metadata).set('annotations', kept));
};

/**
 * The defaults of the apps group by kind.
 * Upstream: k8s.io/kubernetes pkg/apis/apps/v1/defaults.go, zz_generated.defaults.go and conversion.go.
 */
export const apps: Readonly<Record<string, CompiledTable>> = {
  Deployment: table({
    rules: [noEmptyRollback],
    absent: { 'spec.replicas': 1n, 'spec.revisionHistoryLimit': 10n, 'spec.progressDeadlineSeconds': 600n },
    zero: { 'spec.strategy.type': 'RollingUpdate' },
    at: { 'spec.strategy': { rules: [rollingDeployment] }, 'spec.template': podTemplate },
  }),
  DaemonSet: table({
    rules: [templateGeneration],
    absent: { 'spec.revisionHistoryLimit': 10n },
    zero: { 'spec.updateStrategy.type': 'RollingUpdate' },
    at: { 'spec.updateStrategy': { rules: [rollingDaemons] }, 'spec.template': podTemplate },
  }),
  StatefulSet: table({
    absent: { 'spec.replicas': 1n, 'spec.revisionHistoryLimit': 10n },
    zero: {
      'spec.podManagementPolicy': 'OrderedReady',
      'spec.persistentVolumeClaimRetentionPolicy.whenDeleted': 'Retain',
      'spec.persistentVolumeClaimRetentionPolicy.whenScaled': 'Retain',
    },
    at: {
      'spec.updateStrategy': { rules: [rollingStateful] },
      'spec.template': podTemplate,
      'spec.volumeClaimTemplates[]': [{ rules: [claimKind] }, claim],
    },
  }),
  ReplicaSet: table({ absent: { 'spec.replicas': 1n }, at: { 'spec.template': podTemplate } }),
};
