import type { ValueMap } from '@managed-fields/merge-engine';
import { appArmorWarnings } from '../strategy/app-armor.ts';
import { containersOf } from '../strategy/containers.ts';
import { amountOf, isWhole, printAmount } from '../validation/amount.ts';
import { at, child, type Field } from '../validation/field-path.ts';
import { count, has, list, pointer, struct, structAt, structs, text, textMap, texts } from '../validation/object.ts';
import { addressWarnings } from './address.ts';
import { claimSpecWarnings } from './claim.ts';
import { namedOldLabelWarning, nodeSelectorWarnings, selectorTermWarnings } from './node-labels.ts';
import { overlapWarnings } from './overlaps.ts';
import { portWarnings } from './ports.ts';

/**
 * Warnings about a Pod template at a field.
 * Upstream: k8s.io/kubernetes pkg/api/pod/warnings.go GetWarningsForPodTemplate.
 */
export function templateWarnings(template: ValueMap, field: Field): readonly string[] {
  return podWarnings(struct(template, 'spec'), struct(template, 'metadata'), field);
}

/** Warnings about a Pod; `field` is the template that it stands in, or empty. Upstream: warningsForPodSpecAndMeta. */
export function podWarnings(spec: ValueMap, metadata: ValueMap, field: Field): readonly string[] {
  const place = child(field, 'spec');
  return [
    ...nodeSelectorWarnings(textMap(spec, 'nodeSelector'), (label) => at(child(place, 'nodeSelector'), label)),
    ...nodeAffinityWarnings(spec, place),
    ...spreadWarnings(spec, place),
    ...annotationWarnings(metadata, field),
    ...structs(spec, 'volumes').flatMap((volume, i) => volumeWarnings(volume, at(child(place, 'volumes'), i))),
    ...overlapWarnings(structs(spec, 'volumes')),
    ...duplicates(spec, place, 'hostAliases', 'ip'),
    ...duplicates(spec, place, 'imagePullSecrets', 'name'),
    ...structs(spec, 'imagePullSecrets').flatMap((secret, i) =>
      text(secret, 'name') === ''
        ? [`${child(at(child(place, 'imagePullSecrets'), i), 'name')}: invalid empty name ""`]
        : [],
    ),
    ...fractionWarnings(struct(spec, 'overhead'), child(place, 'overhead')),
    ...seccompWarnings(spec, metadata, field),
    ...containersOf(spec, place).flatMap(({ container, field: at }) =>
      containerWarnings(container, at, spec, metadata, field),
    ),
    ...portWarnings(spec, place),
    ...graceWarnings(spec, place),
    ...['podAffinity', 'podAntiAffinity'].flatMap((name) => podAffinityWarnings(spec, place, name)),
    ...texts(pointer(spec, 'dnsConfig'), 'nameservers').flatMap((server, i) =>
      addressWarnings(at(child(place, 'dnsConfig', 'nameservers'), i), server),
    ),
    ...structs(spec, 'hostAliases').flatMap((alias, i) =>
      addressWarnings(child(at(child(place, 'hostAliases'), i), 'ip'), text(alias, 'ip')),
    ),
  ];
}

function nodeAffinityWarnings(spec: ValueMap, place: Field): readonly string[] {
  const affinity = structAt(spec, 'affinity', 'nodeAffinity');
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
  const field = child(place, 'affinity', 'nodeAffinity');
  return [
    ...structs(pointer(affinity, required), 'nodeSelectorTerms').flatMap((term, i) =>
      selectorTermWarnings(term, false, at(child(field, required, 'nodeSelectorTerms'), i)),
    ),
    ...structs(affinity, preferred).flatMap((term, i) =>
      selectorTermWarnings(struct(term, 'preference'), true, child(at(child(field, preferred), i), 'preference')),
    ),
  ];
}

function spreadWarnings(spec: ValueMap, place: Field): readonly string[] {
  return structs(spec, 'topologySpreadConstraints').flatMap((constraint, i) => {
    const field = at(child(place, 'topologySpreadConstraints'), i);
    return [
      ...namedOldLabelWarning(child(field, 'topologyKey'), text(constraint, 'topologyKey')),
      ...nullSelector(constraint, child(field, 'labelSelector')),
    ];
  });
}

function nullSelector(term: ValueMap, field: Field): readonly string[] {
  return has(term, 'labelSelector') ? [] : [`${field}: a null labelSelector results in matching no pod`];
}

const deprecatedAnnotations: readonly (readonly [string, string])[] = [
  ['scheduler.alpha.kubernetes.io/critical-pod', 'non-functional in v1.16+; use the "priorityClassName" field instead'],
  ['security.alpha.kubernetes.io/sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
  ['security.alpha.kubernetes.io/unsafe-sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
];

function annotationWarnings(metadata: ValueMap, field: Field): readonly string[] {
  const annotations = struct(metadata, 'annotations');
  return deprecatedAnnotations.flatMap(([name, message]) =>
    annotations.has(name) ? [`${at(child(field, 'metadata', 'annotations'), name)}: ${message}`] : [],
  );
}

const deprecatedVolumes: readonly (readonly [string, string])[] = [
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['gitRepo', 'deprecated in v1.11, and disabled by default in v1.33+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', 'deprecated in v1.22, non-functional in v1.25+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+'],
  ['quobyte', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['ephemeral', ''],
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
];

function volumeWarnings(volume: ValueMap, place: Field): readonly string[] {
  return deprecatedVolumes.flatMap(([source, message]) => {
    const given = pointer(volume, source);
    if (given === undefined) return [];
    if (source !== 'ephemeral') return [`${child(place, source === 'storageos' ? 'storageOS' : source)}: ${message}`];
    const template = pointer(given, 'volumeClaimTemplate');
    if (template === undefined) return [];
    return claimSpecWarnings(struct(template, 'spec'), child(place, 'ephemeral', 'volumeClaimTemplate', 'spec'));
  });
}

function duplicates(spec: ValueMap, place: Field, field: string, key: string): readonly string[] {
  const seen = new Set<string>();
  return structs(spec, field).flatMap((item, i) => {
    const value = text(item, key);
    if (seen.has(value)) return [`${child(at(child(place, field), i), key)}: duplicate ${key} "${value}"`];
    seen.add(value);
    return [];
  });
}

/** Warnings about amounts of bytes that are no whole numbers. */
function fractionWarnings(amounts: ValueMap, place: Field, names = ['memory', 'ephemeral-storage']): readonly string[] {
  return names.flatMap((name) => {
    const amount = amountOf(amounts.get(name));
    if (amount === undefined || isWhole(amount)) return [];
    return [`${at(place, name)}: fractional byte value "${printAmount(amount)}" is invalid, must be an integer`];
  });
}

const seccompMessage = 'non-functional in v1.27+; use the "seccompProfile" field instead';

function seccompWarnings(spec: ValueMap, metadata: ValueMap, field: Field): readonly string[] {
  const name = 'seccomp.security.alpha.kubernetes.io/pod';
  if (has(pointer(spec, 'securityContext'), 'seccompProfile') || !struct(metadata, 'annotations').has(name)) return [];
  return [`${at(child(field, 'metadata', 'annotations'), name)}: ${seccompMessage}`];
}

function containerWarnings(
  container: ValueMap,
  place: Field,
  spec: ValueMap,
  metadata: ValueMap,
  field: Field,
): readonly string[] {
  const warnings: string[] = [];
  const annotation = `container.seccomp.security.alpha.kubernetes.io/${text(container, 'name')}`;
  const profile = has(pointer(container, 'securityContext'), 'seccompProfile');
  if (!profile && struct(metadata, 'annotations').has(annotation)) {
    warnings.push(`${at(child(field, 'metadata', 'annotations'), annotation)}: ${seccompMessage}`);
  }
  // For a Pod itself, these warnings come when the annotations are copied into its fields.
  if (field !== '') warnings.push(...appArmorWarnings(container, spec, metadata, field));
  const resources = struct(container, 'resources');
  for (const name of ['memory', 'ephemeral-storage']) {
    for (const kind of ['limits', 'requests']) {
      warnings.push(...fractionWarnings(struct(resources, kind), child(place, 'resources', kind), [name]));
    }
  }
  return [...warnings, ...environmentWarnings(container, place)];
}

/** Warnings about variables that are given twice: the second hides the first unless it builds on it. */
function environmentWarnings(container: ValueMap, place: Field): readonly string[] {
  const seen = new Set<string>();
  return structs(container, 'env').flatMap((variable, i) => {
    const name = text(variable, 'name');
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    const value = text(variable, 'value');
    const reference = `$(${name})`;
    if (!has(variable, 'valueFrom') && value !== reference && value.includes(reference)) return [];
    return [
      `${at(child(place, 'env'), i)}: hides previous definition of "${name}", which may be dropped when using apply`,
    ];
  });
}

function graceWarnings(spec: ValueMap, place: Field): readonly string[] {
  if ((count(spec, 'terminationGracePeriodSeconds') ?? 0) >= 0) return [];
  const field = child(place, 'terminationGracePeriodSeconds');
  return [`${field}: must be >= 0; negative values are invalid and will be treated as 1`];
}

function podAffinityWarnings(spec: ValueMap, place: Field, name: string): readonly string[] {
  const affinity = structAt(spec, 'affinity', name);
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
  const field = child(place, 'affinity', name);
  if (list(affinity, required).length + list(affinity, preferred).length === 0) return [];
  return [
    ...structs(affinity, required).flatMap((term, i) =>
      nullSelector(term, child(at(child(field, required), i), 'labelSelector')),
    ),
    ...structs(affinity, preferred).flatMap((term, i) =>
      nullSelector(
        struct(term, 'podAffinityTerm'),
        child(at(child(field, preferred), i), 'podAffinityTerm', 'labelSelector'),
      ),
    ),
  ];
}
