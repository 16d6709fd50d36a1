import type { ValueMap } from '@managed-fields/merge-engine';
import { flag, pointer, struct, text, textMap, withAt } from '../validation/object.ts';
import { templateWithoutDisabledFields } from './disabled-fields.ts';
import type { KindRules } from './kind-rules.ts';

/** The labels by which a Job's Pods are found, the old names beside the new ones. */
const nameLabels = ['job-name', 'batch.kubernetes.io/job-name'];
const uidLabels = ['controller-uid', 'batch.kubernetes.io/controller-uid'];

/**
 * Labels the Pods of a new Job and selects them, unless the Job brings its own selector. Existing labels stay:
 * validation complains about labels that differ.
 * Upstream: k8s.io/kubernetes pkg/registry/batch/job/strategy.go generateSelector.
 */
function withSelector(job: ValueMap): ValueMap {
  const spec = struct(job, 'spec');
  if (flag(spec, 'manualSelector') === true) return job;
  const metadata = struct(job, 'metadata');
  const uid = text(metadata, 'uid');
  const labels = new Map(textMap(struct(struct(spec, 'template'), 'metadata'), 'labels'));
  for (const label of nameLabels) if (!labels.has(label)) labels.set(label, text(metadata, 'name'));
  for (const label of uidLabels) if (!labels.has(label)) labels.set(label, uid);
  const selector = struct(spec, 'selector');
  const matched = new Map(textMap(selector, 'matchLabels'));
  const uidLabel = 'batch.kubernetes.io/controller-uid';
  if (!matched.has(uidLabel)) matched.set(uidLabel, uid);
  const labelled = withAt(withOwnLabels(job, labels), ['spec', 'template', 'metadata', 'labels'], labels);
  return withAt(labelled, ['spec', 'selector', 'matchLabels'], matched);
}

/**
 * Gives a Job the labels of its template if it shares the map with it. A Job whose labels were defaulted does, in the
 * server's memory as here.
 */
function withOwnLabels(job: ValueMap, labels: ValueMap): ValueMap {
  const own = pointer(struct(job, 'metadata'), 'labels');
  const shared =
    own !== undefined && own === pointer(struct(struct(struct(job, 'spec'), 'template'), 'metadata'), 'labels');
  return shared ? withAt(job, ['metadata', 'labels'], labels) : job;
}

/** The warning about the Pods of a deleted Job. Upstream: pkg/registry/batch/job/storage/storage.go Delete. */
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
    features: { WorkloadWithJob: ['spec.scheduling'] },
    deletion: { orphansDependents: true, warnings: [dependents] },
  },
  CronJob: {
    status: new Map(),
    generation: [['spec']],
    prepare: (cronJob, old, _, version) =>
      templateWithoutDisabledFields(cronJob, old, ['spec', 'jobTemplate', 'spec', 'template'], version),
    features: { WorkloadWithJob: ['spec.jobTemplate.spec.scheduling'] },
  },
};
