import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { at, child } from '../validation/field-path.ts';
import { count, struct, structs, textMap, withAt } from '../validation/object.ts';
import { sameAt } from '../validation/semantic.ts';
import {
  daemonSetErrors,
  daemonSetUpdateErrors,
  deploymentErrors,
  deploymentUpdateErrors,
  replicaSetErrors,
  replicaSetUpdateErrors,
  revisionErrors,
  revisionUpdateErrors,
  statefulSetErrors,
  statefulSetUpdateErrors,
} from '../validation/workload.ts';
import { workloadStatusErrors } from '../validation/workload-status.ts';
import { claimSpecWarnings } from './claim-warnings.ts';
import { templateWithoutDisabledFields, withoutUnused } from './disabled-fields.ts';
import type { KindRules } from './kind-rules.ts';
import { templateWarnings } from './pod-warnings.ts';
import { isNewGeneration, nameWarnings } from './workload-warnings.ts';

/** A status that is all zero, as Go writes it. */
function zeros(...fields: readonly string[]): ValueMap {
  return new Map<string, Value>(fields.map((field) => [field, 0n]));
}

const templatePath = ['spec', 'template'];
const specTemplate = 'spec.template';

function withoutDisabled(object: ValueMap, old: ValueMap | undefined): ValueMap {
  return templateWithoutDisabledFields(object, old, templatePath);
}

function specTemplateWarnings(object: ValueMap): readonly string[] {
  return templateWarnings(struct(struct(object, 'spec'), 'template'), specTemplate);
}

function onNewGeneration(warn: (object: ValueMap) => readonly string[]) {
  return (object: ValueMap, old: ValueMap) => (isNewGeneration(object, old) ? warn(object) : []);
}

const templateGeneration = 'deprecated.daemonset.template.generation';

/** How often a DaemonSet's template changed; an annotation, since the field for it is gone. */
function templateGenerationOf(object: ValueMap): bigint {
  const text = textMap(struct(object, 'metadata'), 'annotations').get(templateGeneration) ?? '';
  return /^[+-]?[0-9]+$/.test(text) ? BigInt(text) : 0n;
}

/**
 * Counts the changes of a DaemonSet's template; nobody else may.
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

function claimTemplateWarnings(object: ValueMap, ...below: readonly string[]): readonly string[] {
  const spec = struct(object, 'spec');
  const claims = structs(spec, 'volumeClaimTemplates').flatMap((claim, i) =>
    claimSpecWarnings(struct(claim, 'spec'), child(at('spec.volumeClaimTemplates', i), ...below)),
  );
  if ((count(spec, 'revisionHistoryLimit') ?? 0) >= 0) return claims;
  const limit =
    'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended';
  return [...claims, limit];
}

/** The strategies of the apps group by kind. Upstream: k8s.io/kubernetes pkg/registry/apps. */
export const apps: Readonly<Record<string, KindRules>> = {
  Deployment: {
    status: new Map(),
    statusKeeps: [['metadata', 'labels']],
    generation: [['spec'], ['metadata', 'annotations']],
    prepare: withoutDisabled,
    validate: deploymentErrors,
    validateUpdate: deploymentUpdateErrors,
    validateSubresource: workloadStatusErrors('Deployment'),
    warn: (object) => [...nameWarnings(object), ...specTemplateWarnings(object)],
    warnUpdate: onNewGeneration(specTemplateWarnings),
  },
  ReplicaSet: {
    status: zeros('replicas'),
    generation: [['spec']],
    prepare: withoutDisabled,
    validate: replicaSetErrors,
    validateUpdate: replicaSetUpdateErrors,
    validateSubresource: workloadStatusErrors('ReplicaSet'),
    warn: (object) => [...nameWarnings(object), ...specTemplateWarnings(object)],
    warnUpdate: onNewGeneration(specTemplateWarnings),
  },
  DaemonSet: {
    status: zeros('currentNumberScheduled', 'numberMisscheduled', 'desiredNumberScheduled', 'numberReady'),
    generation: [['spec']],
    prepare: (object, old, subresource) => countTemplate(withoutDisabled(object, old), old, subresource),
    validate: daemonSetErrors,
    validateUpdate: daemonSetUpdateErrors,
    validateSubresource: workloadStatusErrors('DaemonSet'),
    warn: specTemplateWarnings,
    warnUpdate: (object, old) =>
      templateGenerationOf(object) === templateGenerationOf(old) ? [] : specTemplateWarnings(object),
  },
  StatefulSet: {
    status: zeros('replicas', 'availableReplicas'),
    generation: [['spec']],
    // MaxUnavailableStatefulSet is off.
    prepare: (object, old) =>
      withoutUnused(withoutDisabled(object, old), old, ['spec.updateStrategy.rollingUpdate.maxUnavailable']),
    validate: statefulSetErrors,
    validateUpdate: statefulSetUpdateErrors,
    validateSubresource: workloadStatusErrors('StatefulSet'),
    warn: (object) => [...specTemplateWarnings(object), ...claimTemplateWarnings(object)],
    warnUpdate: (object, old) => [
      ...(isNewGeneration(object, old) ? specTemplateWarnings(object) : []),
      ...claimTemplateWarnings(object, 'Spec'),
    ],
  },
  ControllerRevision: { validate: revisionErrors, validateUpdate: revisionUpdateErrors },
};
