import type { ValueMap } from '@managed-fields/merge-engine';
import { flag, pointer, struct, text, textMap, withAt } from '../validation/object.ts';

/** The labels by which a Job's Pods are found, the old names beside the new ones. */
const nameLabels = ['job-name', 'batch.kubernetes.io/job-name'];
const uidLabels = ['controller-uid', 'batch.kubernetes.io/controller-uid'];

/**
 * Labels the Pods of a new Job and selects them, unless it brings its own selector. Labels that are there stay: that
 * they differ is for validation to say.
 * Upstream: k8s.io/kubernetes pkg/registry/batch/job/strategy.go generateSelector.
 */
export function withSelector(job: ValueMap): ValueMap {
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

/** A Job whose labels were defaulted shares the one map with its template, in the server's memory as here, and so gets what that gets. */
function withOwnLabels(job: ValueMap, labels: ValueMap): ValueMap {
  const own = pointer(struct(job, 'metadata'), 'labels');
  const shared =
    own !== undefined && own === pointer(struct(struct(struct(job, 'spec'), 'template'), 'metadata'), 'labels');
  return shared ? withAt(job, ['metadata', 'labels'], labels) : job;
}
