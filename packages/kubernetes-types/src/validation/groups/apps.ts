import type { ValueMap } from '@managed-fields/merge-engine';
import { templateGenerationOf } from '../../strategy/apps.ts';
import { claimSpecWarnings } from '../../warnings/claim.ts';
import { templateWarnings } from '../../warnings/pod.ts';
import { isNewGeneration, nameWarnings } from '../../warnings/workload.ts';
import { at, child } from '../field-path.ts';
import type { KindChecks } from '../kind-checks.ts';
import { count, struct, structs } from '../object.ts';
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
} from '../workload.ts';
import { workloadStatusErrors } from '../workload-status.ts';

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
    createErrorsOnUpdate: { until: 'v1.33' },
    validate: replicaSetErrors,
    validateUpdate: replicaSetUpdateErrors,
    validateSubresource: workloadStatusErrors('ReplicaSet'),
    warn: (object) => [...nameWarnings(object), ...specTemplateWarnings(object)],
    warnUpdate: onNewGeneration(specTemplateWarnings),
  },
  DaemonSet: {
    createErrorsOnUpdate: { until: 'v1.33' },
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
