import {
  type AdmissionAttributes,
  type AdmissionPlugin,
  catalogOf,
  forbidden,
  objectAt,
  objectsOf,
  type Refusal,
  refusedAsInvalid,
} from '@managed-fields/api-server';
import { fieldErrorText, mapAt, quote, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { mapsAt } from '../attributes.ts';
import { checkedPod } from '../pod-security/check.ts';
import { detailsText, reasonsText, violationsOf } from '../pod-security/checks.ts';
import { warningsOfPods } from '../pod-security/existing-pods.ts';
import { compareLevels, type LevelVersion, minorOf, policyOf, policyText } from '../pod-security/policy.ts';

/**
 * Holds Pods to the level that the labels of their namespace name: refuses those that violate what is enforced, and
 * warns of those, and of templates, that violate the rest. Upstream: k8s.io/kubernetes
 * plugin/pkg/admission/security/podsecurity/admission.go, k8s.io/pod-security-admission admission/admission.go.
 */
export const podSecurity: AdmissionPlugin = {
  name: 'PodSecurity',
  plain: true,
  validate(attributes) {
    const { endpoint, object } = attributes;
    if (object === undefined) return undefined;
    const { group, plural } = endpoint.version.resource;
    const resource = `${group}/${plural}`;
    const { subresource } = endpoint.route;
    if (resource === '/namespaces') return subresource === '' ? namespaceAnswer(attributes, object) : undefined;
    if (resource === '/pods') return ignored.has(subresource) ? undefined : podAnswer(attributes, object);
    const path = templates.get(resource);
    if (path === undefined || subresource !== '') return undefined;
    const template = path.reduce<ValueMap | undefined>((map, key) => mapAt(map, key), object);
    if (template !== undefined) warnOf(attributes, template, policyIn(attributes).warn);
    return undefined;
  },
};

/** Subresources through which nothing of a Pod changes that matters. Upstream: ignoredPodSubresources. */
const ignored: ReadonlySet<string> = new Set([
  'exec',
  'attach',
  'binding',
  'eviction',
  'log',
  'portforward',
  'proxy',
  'status',
]);

/** Where other kinds have the template of a Pod. Upstream: DefaultPodSpecExtractor.ExtractPodSpec. */
const templates: ReadonlyMap<string, readonly string[]> = new Map([
  ['/podtemplates', ['template']],
  ['/replicationcontrollers', ['spec', 'template']],
  ['apps/replicasets', ['spec', 'template']],
  ['apps/deployments', ['spec', 'template']],
  ['apps/daemonsets', ['spec', 'template']],
  ['apps/statefulsets', ['spec', 'template']],
  ['batch/jobs', ['spec', 'template']],
  ['batch/cronjobs', ['spec', 'jobTemplate', 'spec', 'template']],
]);

/** Upstream: ValidatePod, EvaluatePod. */
function podAnswer(attributes: AdmissionAttributes, pod: ValueMap): Refusal | undefined {
  const { old, endpoint, name } = attributes;
  if (old !== undefined && !isSignificant(pod, old)) return undefined;
  const { enforce, warn } = policyIn(attributes);
  const violations = violationsIn(attributes, pod, enforce);
  if (violations.length > 0) {
    const why = `violates PodSecurity ${quote(policyText(enforce))}: ${detailsText(violations)}`;
    return forbidden(endpoint.resourceName, name, why);
  }
  warnOf(attributes, pod, warn);
  return undefined;
}

function warnOf(attributes: AdmissionAttributes, pod: ValueMap, warn: LevelVersion): void {
  const violations = violationsIn(attributes, pod, warn);
  if (violations.length === 0) return;
  attributes.warn(`would violate PodSecurity ${quote(policyText(warn))}: ${detailsText(violations)}`);
}

function policyIn({ cluster, namespace }: AdmissionAttributes) {
  return policyOf(objectAt(cluster, 'v1', 'namespaces', '', namespace));
}

function violationsIn({ cluster }: AdmissionAttributes, pod: ValueMap, policy: LevelVersion) {
  const { minor = 36 } = catalogOf(cluster);
  return violationsOf(policy.level, minorOf(policy, minor), checkedPod(pod));
}

/**
 * Whether an update of a Pod changes an image or adds a container, which alone is looked at.
 * Upstream: isSignificantPodUpdate.
 */
function isSignificant(pod: ValueMap, old: ValueMap): boolean {
  const [spec, before] = [mapAt(pod, 'spec'), mapAt(old, 'spec')];
  const changed = ['containers', 'initContainers'].some((key) => {
    const [now, then] = [mapsAt(spec, key), mapsAt(before, key)];
    return now.length !== then.length || now.some((container, index) => imageOf(container) !== imageOf(then[index]));
  });
  const known = new Map(mapsAt(before, 'ephemeralContainers').map((each) => [stringAt(each, 'name'), each]));
  const isOther = (container: ValueMap) => imageOf(container) !== imageOf(known.get(stringAt(container, 'name')));
  return changed || mapsAt(spec, 'ephemeralContainers').some(isOther);
}

function imageOf(container: ValueMap | undefined): string {
  return stringAt(container, 'image') ?? '';
}

/** Upstream: ValidateNamespace. */
function namespaceAnswer(attributes: AdmissionAttributes, namespace: ValueMap): Refusal | undefined {
  const { old, endpoint, name } = attributes;
  const { enforce, errors } = policyOf(namespace);
  const before = old && policyOf(old);
  if (errors.length > 0 && !isSame(errors.map(fieldErrorText), before?.errors.map(fieldErrorText))) {
    return refusedAsInvalid(endpoint.kindName, name, errors);
  }
  if (before === undefined) return undefined;
  const isStricter = compareLevels(enforce.level, before.enforce.level) > 0;
  if (enforce.level === 'privileged') return undefined;
  if (enforce.version === before.enforce.version && !isStricter) return undefined;
  const pods = objectsOf(attributes.cluster, 'v1', 'pods', name);
  const reasonsOf = (pod: ValueMap) => reasonsText(violationsIn(attributes, pod, enforce));
  for (const warning of warningsOfPods(name, policyText(enforce), pods, reasonsOf)) attributes.warn(warning);
  return undefined;
}

function isSame(texts: readonly string[], others: readonly string[] = []): boolean {
  return texts.length === others.length && texts.every((text, index) => text === others[index]);
}
