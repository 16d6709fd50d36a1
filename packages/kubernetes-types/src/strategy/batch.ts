import { templateWithoutDisabledFields } from './disabled-fields.ts';
import { withSelector } from './job.ts';
import type { KindRules } from './kind-rules.ts';

/** Upstream: pkg/registry/batch/job/storage/storage.go Delete. */
const dependents =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning';

/** The strategies of the batch group by kind. Upstream: k8s.io/kubernetes pkg/registry/batch. */
export const batch: Readonly<Record<string, KindRules>> = {
  Job: {
    status: new Map(),
    generation: [['spec']],
    prepare: (job, old, subresource, version) => {
      if (subresource !== '') return job;
      const labelled = old === undefined ? withSelector(job) : job;
      return templateWithoutDisabledFields(labelled, old, ['spec', 'template'], version);
    },
    deletion: { orphansDependents: true, warnings: [dependents] },
  },
  CronJob: {
    status: new Map(),
    generation: [['spec']],
    prepare: (cronJob, old, _, version) =>
      templateWithoutDisabledFields(cronJob, old, ['spec', 'jobTemplate', 'spec', 'template'], version),
  },
};
