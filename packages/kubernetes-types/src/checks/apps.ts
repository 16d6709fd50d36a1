import type { ValueMap } from '@managed-fields/merge-engine';
import { templateGenerationOf } from '../strategy/apps.ts';
import { at, child } from '../validation/field-path.ts';
import { count, struct, structs } from '../validation/object.ts';
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
import type { KindChecks } from './kind-checks.ts';
import { templateWarnings } from './pod-warnings.ts';
import { isNewGeneration, nameWarnings } from './workload-warnings.ts';

const specTemplate = 'spec.template';

function specTemplateWarnings(object: ValueMap): readonly string[] {
  return templateWarnings(struct(struct(object, 'spec'), 'template'), specTemplate);
}

function onNewGeneration(warn: (object: ValueMap) => readonly string[]) {
  return (object: ValueMap, old: ValueMap) => (isNewGeneration(object, old) ? warn(object) : []);
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

/** The complaints and warnings of the apps group by kind. Upstream: k8s.io/kubernetes pkg/registry/apps. */
export const apps: Readonly<Record<string, KindChecks>> = {
  Deployment: {
    validate: deploymentErrors,
    validateUpdate: deploymentUpdateErrors,
    validateSubresource: workloadStatusErrors('Deployment'),
    warn: (object) => [...nameWarnings(object), ...specTemplateWarnings(object)],
    warnUpdate: onNewGeneration(specTemplateWarnings),
  },
  ReplicaSet: {
    toldTwice: { until: 'v1.33' },
    validate: replicaSetErrors,
    validateUpdate: replicaSetUpdateErrors,
    validateSubresource: workloadStatusErrors('ReplicaSet'),
    warn: (object) => [...nameWarnings(object), ...specTemplateWarnings(object)],
    warnUpdate: onNewGeneration(specTemplateWarnings),
  },
  DaemonSet: {
    toldTwice: { until: 'v1.33' },
    validate: daemonSetErrors,
    validateUpdate: daemonSetUpdateErrors,
    validateSubresource: workloadStatusErrors('DaemonSet'),
    warn: specTemplateWarnings,
    warnUpdate: (object, old) =>
      templateGenerationOf(object) === templateGenerationOf(old) ? [] : specTemplateWarnings(object),
  },
  StatefulSet: {
    validate: statefulSetErrors,
    validateUpdate: statefulSetUpdateErrors,
    validateSubresource: workloadStatusErrors('StatefulSet'),
    warn: (object) => [...specTemplateWarnings(object), ...claimTemplateWarnings(object)],
    warnUpdate: (object, old) => [
      ...(isNewGeneration(object, old) ? specTemplateWarnings(object) : []),
      ...claimTemplateWarnings(object, 'Spec'),
    ],
  },
  ControllerRevision: {
    validate: revisionErrors,
    validateUpdate: revisionUpdateErrors,
  },
};
