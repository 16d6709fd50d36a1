import { mapAt, metadataOf, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { kindKey } from './definitions.ts';
import { namesOf, type ObjectNames } from './live-objects.ts';

const group = 'admissionregistration.k8s.io';

/** Kinds by which admission judges all objects of a cluster. */
const judging: ReadonlySet<string> = new Set([
  `${group} MutatingAdmissionPolicy`,
  `${group} MutatingAdmissionPolicyBinding`,
  `${group} ValidatingAdmissionPolicy`,
  `${group} ValidatingAdmissionPolicyBinding`,
  `${group} MutatingWebhookConfiguration`,
  `${group} ValidatingWebhookConfiguration`,
]);

/** Kinds that admission looks up for objects of certain kinds, by the kinds of these. */
const lookedUp: ReadonlyMap<string, string> = new Map([
  ['networking.k8s.io IngressClass', 'networking.k8s.io Ingress'],
  ['storage.k8s.io StorageClass', ' PersistentVolumeClaim'],
]);

/** Kinds by which it judges the objects of a namespace. */
const ofNamespace: ReadonlySet<string> = new Set([' LimitRange', ' ResourceQuota']);

/**
 * Whether objects of a kind can say what admission makes of others; those that a policy takes its parameters from are
 * ConfigMaps in most clusters, and others are not read.
 */
export function saysAdmission(kind: string): boolean {
  return (
    judging.has(kind) || lookedUp.has(kind) || ofNamespace.has(kind) || kind === ' Namespace' || kind === ' ConfigMap'
  );
}

/** The objects of a dump by which admission judges an object, so that its request can be played with them. */
export function admissionObjects(live: readonly ValueMap[], object: ObjectNames): readonly ValueMap[] {
  const hasPolicies = live.some((each) => judging.has(kindKey(namesOf(each))));
  const references = paramRefs(live);
  return live.filter((each) => {
    const names = namesOf(each);
    const kind = kindKey(names);
    if (judging.has(kind)) return true;
    if (ofNamespace.has(kind)) return names.namespace === object.namespace;
    if (kind === ' Namespace') return names.name === object.namespace && (hasPolicies || isNoted(each));
    if (kind === ' ConfigMap')
      return !isSame(names, object) && references.some((reference) => isMeant(reference, names));
    return lookedUp.get(kind) === kindKey(object);
  });
}

/** Whether a namespace asks for a level of Pod security, or is being deleted. */
function isNoted(namespace: ValueMap): boolean {
  const labels = [...(mapAt(metadataOf(namespace), 'labels')?.keys() ?? [])];
  if (labels.some((label) => label.startsWith('pod-security.kubernetes.io/'))) return true;
  return stringAt(mapAt(namespace, 'status'), 'phase') === 'Terminating';
}

/** What the bindings of policies take their parameters from. */
function paramRefs(live: readonly ValueMap[]): readonly ValueMap[] {
  const bindings = live.filter((each) => kindKey(namesOf(each)).endsWith('PolicyBinding'));
  return bindings.flatMap((each) => mapAt(mapAt(each, 'spec'), 'paramRef') ?? []);
}

/** Whether a reference to parameters may mean an object. */
function isMeant(reference: ValueMap, { name, namespace }: ObjectNames): boolean {
  const [named, within] = [stringAt(reference, 'name'), stringAt(reference, 'namespace')];
  return (named === undefined || named === name) && (within === undefined || within === namespace);
}

function isSame(one: ObjectNames, other: ObjectNames): boolean {
  return one.kind === other.kind && one.name === other.name && one.namespace === other.namespace;
}
