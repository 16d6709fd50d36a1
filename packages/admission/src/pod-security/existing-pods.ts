import { compareStrings, metadataOf, metadataText, quote, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { mapsAt } from '../attributes.ts';
import { counted } from './check.ts';

/** How many Pods of a namespace are looked at. Upstream: defaultNamespaceMaxPodsToCheck. */
const mostPods = 3000;

/**
 * What is said of the Pods that a namespace has already when it begins to enforce more; `reasonsOf` says what one
 * violates, if anything. Those that violate alike count together. How long it took, which ends the search upstream, does
 * not count. Upstream: k8s.io/pod-security-admission admission/admission.go EvaluatePodsInNamespace.
 */
export function warningsOfPods(
  namespace: string,
  policy: string,
  pods: readonly ValueMap[],
  reasonsOf: (pod: ValueMap) => string,
): readonly string[] {
  const checked = oneOfEachController(pods).slice(0, mostPods);
  const violating = new Map<string, string[]>();
  for (const pod of checked) {
    const reasons = reasonsOf(pod);
    if (reasons === '') continue;
    const names = violating.get(reasons) ?? [];
    names.push(metadataText(pod, 'name'));
    violating.set(reasons, names);
  }
  const first = `new PodSecurity enforce level only checked against the first ${checked.length} of ${pods.length} existing pods`;
  const some = `existing pods in namespace ${quote(namespace)} violate the new PodSecurity enforce level ${quote(policy)}`;
  return [
    ...(checked.length < pods.length ? [first] : []),
    ...(violating.size > 0 ? [some] : []),
    ...[...violating].map(([reasons, names]) => `${podsText(names)}: ${reasons}`).sort(compareStrings),
  ];
}

/** The first of some names, and how many others there are. Upstream: decoratePodWarnings. */
function podsText(names: readonly string[]): string {
  const first = names.toSorted(compareStrings)[0] ?? '';
  const others = names.length - 1;
  return others === 0 ? first : `${first} (and ${others} other ${counted('pod', others)})`;
}

/**
 * Pods in the order in which they are looked at: of those with one controller, all but the first come last.
 * Upstream: prioritizePods.
 */
function oneOfEachController(pods: readonly ValueMap[]): readonly ValueMap[] {
  const controllers = new Set<string>();
  const others: ValueMap[] = [];
  const first = pods.filter((pod) => {
    const owners = mapsAt(metadataOf(pod), 'ownerReferences');
    const uid = stringAt(
      owners.find((owner) => owner.get('controller') === true),
      'uid',
    );
    if (uid === undefined) return true;
    const isSeen = controllers.has(uid);
    controllers.add(uid);
    if (isSeen) others.push(pod);
    return !isSeen;
  });
  return [...first, ...others];
}
