import { selectsAll } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';
import { type Errors, forbidden, invalid, notSupported } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { labels, matches, selectorFails } from './label-selector.ts';
import { has, list, pointer, struct, structs, text, textMap } from './object.ts';
import { annotations, podAnnotations } from './pod-annotations.ts';
import { podSpec } from './pod-spec.ts';
import { seccompMatches } from './seccomp.ts';
import { appArmorMatches } from './security.ts';
import { shown, shownSelector } from './shown.ts';

/**
 * Complaints about a template of Pods.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidatePodTemplateSpec.
 */
export function podTemplate(template: ValueMap, field: Field): Errors {
  const spec = struct(template, 'spec');
  const metadata = struct(template, 'metadata');
  const place = child(field, 'spec');
  return [
    ...labels(metadata, 'labels', field),
    ...annotations(metadata, field),
    ...podAnnotations(metadata, spec, child(field, 'annotations')),
    ...podSpec(spec, undefined, place),
    ...seccompMatches(metadata, spec, place),
    ...containerFields.flatMap((name) =>
      structs(spec, name).flatMap((container, i) =>
        appArmorMatches(container, spec, metadata, at(child(place, name), i)),
      ),
    ),
    ...(list(spec, 'ephemeralContainers').length > 0
      ? [forbidden(child(place, 'ephemeralContainers'), 'ephemeral containers not allowed in pod template')]
      : []),
  ];
}

const containerFields = ['initContainers', 'containers', 'ephemeralContainers'];

/** Complaints about a workload's template: it must match the selector, and its Pods must always restart. */
export function selectedTemplate(spec: ValueMap, kind: string, field: Field): Errors {
  const selector = pointer(spec, 'selector');
  const place = child(field, 'template');
  if (selectorFails(selector)) {
    return [invalid(child(field, 'selector'), shownSelector(selector), 'invalid label selector')];
  }
  const template = struct(spec, 'template');
  const mismatch = !(selector !== undefined && selectsAll(selector)) && !matchesTemplate(selector, template);
  return [
    ...(mismatch ? [mismatchError(template, place)] : []),
    ...podTemplate(template, place),
    ...alwaysRunning(template, kind, place),
  ];
}

/** Whether a template has the labels that a selector wants. */
export function matchesTemplate(selector: ValueMap | undefined, template: ValueMap): boolean {
  return matches(selector, textMap(struct(template, 'metadata'), 'labels'));
}

/** The complaint about labels that do not match; it shows them in the order of their keys. */
export function mismatchError(template: ValueMap, field: Field): Errors[number] {
  const given = shown('map[string]string', struct(template, 'metadata').get('labels'));
  return invalid(child(field, 'metadata', 'labels'), given, '`selector` does not match template `labels`');
}

/** Upstream: the ends of ValidatePodTemplateSpecForReplicaSet, ValidateStatefulSetSpec and ValidateDaemonSetSpec. */
export function alwaysRunning(template: ValueMap, kind: string, field: Field): Errors {
  const spec = struct(template, 'spec');
  const policy = text(spec, 'restartPolicy');
  const deadline = child(field, 'spec', 'activeDeadlineSeconds');
  return [
    ...(policy === 'Always' ? [] : [notSupported(child(field, 'spec', 'restartPolicy'), policy, ['Always'])]),
    ...(has(spec, 'activeDeadlineSeconds')
      ? [forbidden(deadline, `activeDeadlineSeconds in ${kind} is not Supported`)]
      : []),
  ];
}
