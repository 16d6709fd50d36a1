import type { ValueMap } from '@managed-fields/merge-engine';
import { isNewGeneration, jobSpecWarnings, nameWarnings } from '../../warnings/workload.ts';
import { cronJobErrors, cronJobUpdateErrors } from '../cron-job.ts';
import { jobErrors } from '../job.ts';
import { jobStatusErrors } from '../job-status.ts';
import { jobUpdateErrors } from '../job-update.ts';
import type { KindChecks } from '../kind-checks.ts';
import { struct, structAt, text } from '../object.ts';

function jobWarnings(job: ValueMap): readonly string[] {
  return jobSpecWarnings(struct(job, 'spec'), 'spec');
}

function cronJobWarnings(cronJob: ValueMap): readonly string[] {
  return jobSpecWarnings(structAt(cronJob, 'spec', 'jobTemplate', 'spec'), 'spec.jobTemplate.spec');
}

/** The complaints and warnings of the batch group by kind. Upstream: k8s.io/kubernetes pkg/registry/batch. */
export const batch: Readonly<Record<string, KindChecks>> = {
  Job: {
    validate: (job) => jobErrors(job),
    validateUpdate: jobUpdateErrors,
    validateSubresource: jobStatusErrors,
    warn: (job) => [...nameWarnings(job), ...jobWarnings(job)],
    warnUpdate: (job, old) => (isNewGeneration(job, old) ? jobWarnings(job) : []),
  },
  CronJob: {
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
