import type { ValueMap } from '@managed-fields/merge-engine';
import { child, type Field } from '../validation/field-path.ts';
import { dns1123Label } from '../validation/names.ts';
import { number, struct, text } from '../validation/object.ts';
import { templateWarnings } from './pod.ts';

/** Warnings about names of workloads that become names of Pods. */
export function nameWarnings(object: ValueMap, used = 'in Pod names and hostnames'): readonly string[] {
  const complaints = dns1123Label(text(struct(object, 'metadata'), 'name'));
  if (complaints.length === 0) return [];
  return [
    `metadata.name: this is used ${used}, which can result in surprising behavior; a DNS label is recommended: [${complaints.join(' ')}]`,
  ];
}

/** Whether two objects have different generations: only then are Pod templates warned about again. */
export function isNewGeneration(object: ValueMap, old: ValueMap): boolean {
  return number(struct(object, 'metadata'), 'generation') !== number(struct(old, 'metadata'), 'generation');
}

/** Warnings about the spec of a Job at a field. Upstream: k8s.io/kubernetes pkg/api/job/warnings.go. */
export function jobSpecWarnings(spec: ValueMap, field: Field): readonly string[] {
  const warnings: string[] = [];
  if (
    text(spec, 'completionMode') === 'Indexed' &&
    number(spec, 'completions') > 100_000 &&
    number(spec, 'parallelism') > 10_000
  ) {
    warnings.push(
      `${field}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail`,
    );
  }
  return [...warnings, ...templateWarnings(struct(spec, 'template'), child(field, 'template'))];
}
