import type { ValueMap } from '@managed-fields/merge-engine';
import { cronJobErrors, cronJobUpdateErrors } from '../validation/cron-job.ts';
import { jobErrors } from '../validation/job.ts';
import { jobStatusErrors, jobUpdateErrors } from '../validation/job-update.ts';
import { struct, structAt, text } from '../validation/object.ts';
import { templateWithoutDisabledFields } from './disabled-fields.ts';
import { withSelector } from './job.ts';
import type { KindRules } from './kind-rules.ts';
import { isNewGeneration, jobSpecWarnings, nameWarnings } from './workload-warnings.ts';

function jobWarnings(job: ValueMap): readonly string[] {
  return jobSpecWarnings(struct(job, 'spec'), 'spec');
}

function cronJobWarnings(cronJob: ValueMap): readonly string[] {
  return jobSpecWarnings(structAt(cronJob, 'spec', 'jobTemplate', 'spec'), 'spec.jobTemplate.spec');
}

/** Upstream: pkg/registry/batch/job/storage/storage.go Delete. */
const dependents =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning';

/** The strategies of the batch group by kind. Upstream: k8s.io/kubernetes pkg/registry/batch. */
export const batch: Readonly<Record<string, KindRules>> = {
  Job: {
    status: new Map(),
    generation: [['spec']],
    prepare: (job, old, subresource) => {
      if (subresource !== '') return job;
      const labelled = old === undefined ? withSelector(job) : job;
      return templateWithoutDisabledFields(labelled, old, ['spec', 'template']);
    },
    deletion: { orphansDependents: true, warnings: [dependents] },
    validate: (job) => jobErrors(job),
    validateUpdate: jobUpdateErrors,
    validateSubresource: jobStatusErrors,
    warn: (job) => [...nameWarnings(job), ...jobWarnings(job)],
    warnUpdate: (job, old) => (isNewGeneration(job, old) ? jobWarnings(job) : []),
  },
  CronJob: {
    status: new Map(),
    generation: [['spec']],
    prepare: (cronJob, old) => templateWithoutDisabledFields(cronJob, old, ['spec', 'jobTemplate', 'spec', 'template']),
    validate: cronJobErrors,
    validateUpdate: cronJobUpdateErrors,
    warn: (cronJob) => [...nameWarnings(cronJob), ...cronJobWarnings(cronJob)],
    warnUpdate: (cronJob, old) => {
      const warnings = isNewGeneration(cronJob, old) ? cronJobWarnings(cronJob) : [];
      if (!text(struct(cronJob, 'spec'), 'schedule').includes('TZ')) return warnings;
      return [
        ...warnings,
        'cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details',
      ];
    },
  },
};
