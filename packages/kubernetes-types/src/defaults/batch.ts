import { count, has, pointer, struct } from '../validation/object.ts';
import { podTemplate } from './pod-spec.ts';
import { type CompiledTable, type Rule, table } from './table.ts';

/** The largest int32. A Job with a limit per index gets it as its own limit. */
const noBackoffLimit = 2_147_483_647n;

/** The counts of a Job's spec. Upstream: pkg/apis/batch/v1/defaults.go SetDefaults_Job. */
const counts: Rule = (spec) => {
  const result = new Map(spec);
  if (count(spec, 'completions') === undefined && count(spec, 'parallelism') === undefined)
    result.set('completions', 1n);
  if (count(spec, 'parallelism') === undefined) result.set('parallelism', 1n);
  if (count(spec, 'backoffLimit') === undefined) {
    result.set('backoffLimit', count(spec, 'backoffLimitPerIndex') === undefined ? 6n : noBackoffLimit);
  }
  if (!has(spec, 'podReplacementPolicy')) {
    result.set('podReplacementPolicy', has(spec, 'podFailurePolicy') ? 'Failed' : 'TerminatingOrFailed');
  }
  return result;
};

/** Gives a Job without labels those of its template: the same map, even an empty one. */
const labelsFromTemplate: Rule = (job) => {
  const labels = pointer(struct(struct(struct(job, 'spec'), 'template'), 'metadata'), 'labels');
  const metadata = struct(job, 'metadata');
  if (labels === undefined || struct(metadata, 'labels').size > 0) return job;
  return new Map(job).set('metadata', new Map(metadata).set('labels', labels));
};

const jobTemplate: CompiledTable = table({
  at: {
    'podFailurePolicy?.rules[].onPodConditions[]': { zero: { status: 'True' } },
    template: podTemplate,
  },
});

/**
 * The defaults of the batch group by kind; a CronJob's Job gets only those of its Pods.
 * Upstream: k8s.io/kubernetes pkg/apis/batch/v1/defaults.go and zz_generated.defaults.go.
 */
export const batch: Readonly<Record<string, CompiledTable>> = {
  Job: table({
    rules: [labelsFromTemplate],
    absent: { 'spec.completionMode': 'NonIndexed', 'spec.suspend': false, 'spec.manualSelector': false },
    at: { spec: [{ rules: [counts] }, jobTemplate] },
  }),
  CronJob: table({
    absent: { 'spec.suspend': false, 'spec.successfulJobsHistoryLimit': 3n, 'spec.failedJobsHistoryLimit': 1n },
    zero: { 'spec.concurrencyPolicy': 'Allow' },
    at: { 'spec.jobTemplate.spec': jobTemplate },
  }),
};
