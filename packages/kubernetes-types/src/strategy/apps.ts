import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { struct, textMap, withAt } from '../validation/object.ts';
import { sameAt } from '../validation/semantic.ts';
import type { PlayedVersion } from '../versions.ts';
import { templateWithoutDisabledFields } from './disabled-fields.ts';
import type { KindRules } from './kind-rules.ts';

/** A status that is all zero, as Go writes it. */
function zeros(...fields: readonly string[]): ValueMap {
  return new Map<string, Value>(fields.map((field) => [field, 0n]));
}

const templatePath = ['spec', 'template'];

function withoutDisabled(object: ValueMap, old: ValueMap | undefined, _: string, version: PlayedVersion): ValueMap {
  return templateWithoutDisabledFields(object, old, templatePath, version);
}

const templateGeneration = 'deprecated.daemonset.template.generation';

/** The number of changes of a DaemonSet's template: an annotation, since the field for it is gone. */
export function templateGenerationOf(object: ValueMap): bigint {
  const text = textMap(struct(object, 'metadata'), 'annotations').get(templateGeneration) ?? '';
  return /^[+-]?[0-9]+$/.test(text) ? BigInt(text) : 0n;
}

/**
 * Counts the changes of a DaemonSet's template; requests cannot set the number.
 * Upstream: k8s.io/kubernetes pkg/registry/apps/daemonset/strategy.go.
 */
function countTemplate(object: ValueMap, old: ValueMap | undefined, subresource: string): ValueMap {
  const given = templateGenerationOf(object);
  const before = old === undefined ? undefined : templateGenerationOf(old);
  let generation = given < 1n ? 1n : given;
  if (before !== undefined && old !== undefined) {
    // The spec, this number in it, is the old one when only the status changes.
    const changed = subresource === '' && !sameAt(object, old, ...templatePath);
    generation = changed ? before + 1n : before;
  }
  const annotations = textMap(struct(object, 'metadata'), 'annotations');
  if (annotations.get(templateGeneration) === String(generation)) return object;
  return withAt(object, ['metadata', 'annotations'], new Map(annotations).set(templateGeneration, String(generation)));
}

/** The strategies of the apps group by kind. Upstream: k8s.io/kubernetes pkg/registry/apps. */
export const apps: Readonly<Record<string, KindRules>> = {
  Deployment: {
    status: new Map(),
    statusKeeps: [['metadata', 'labels']],
    generation: [['spec'], ['metadata', 'annotations']],
    prepare: withoutDisabled,
    features: { DeploymentReplicaSetTerminatingReplicas: ['status.terminatingReplicas'] },
  },
  ReplicaSet: {
    status: zeros('replicas'),
    generation: [['spec']],
    prepare: withoutDisabled,
    features: { DeploymentReplicaSetTerminatingReplicas: ['status.terminatingReplicas'] },
  },
  DaemonSet: {
    status: zeros('currentNumberScheduled', 'numberMisscheduled', 'desiredNumberScheduled', 'numberReady'),
    generation: [['spec']],
    prepare: (object, old, subresource, version) =>
      countTemplate(withoutDisabled(object, old, subresource, version), old, subresource),
  },
  StatefulSet: {
    status: zeros('replicas', 'availableReplicas'),
    generation: [['spec']],
    prepare: withoutDisabled,
    features: { MaxUnavailableStatefulSet: ['spec.updateStrategy.rollingUpdate.maxUnavailable'] },
  },
  ControllerRevision: {},
};
