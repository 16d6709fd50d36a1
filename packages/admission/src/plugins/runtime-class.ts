import {
  type AdmissionAttributes,
  type AdmissionPlugin,
  forbiddenBy,
  objectAt,
  type Refusal,
} from '@managed-fields/api-server';
import { amountOf } from '@managed-fields/kubernetes-types/amounts';
import {
  compareQuantities,
  equals,
  mapAt,
  quote,
  sortedKeys,
  stringAt,
  textAt,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import { mapsAt, newObject, specOf } from '../attributes.ts';

/**
 * Gives a new Pod what its runtime class asks for: overhead, node selector and tolerations.
 * Upstream: plugin/pkg/admission/runtimeclass/admission.go.
 */
export const runtimeClass: AdmissionPlugin = {
  name: 'RuntimeClass',
  plain: false,
  admit(attributes) {
    const object = newObject(attributes, '', 'pods');
    if (object === undefined) return undefined;
    const found = classOf(attributes, object);
    if (found?.kind !== 'found') return found;
    const spec = specOf(object);
    const overhead = mapAt(mapAt(found.object, 'overhead'), 'podFixed');
    const sent = mapAt(spec, 'overhead');
    if (mapAt(found.object, 'overhead') !== undefined && sent !== undefined && sent.size > 0) {
      if (!sameAmounts(overhead, sent)) return differentOverhead(attributes);
    }
    let filled = overhead === undefined ? spec : withEntry(spec, 'overhead', overhead);
    const scheduling = mapAt(found.object, 'scheduling');
    if (scheduling !== undefined) {
      const selector = mergedSelector(attributes, mapAt(scheduling, 'nodeSelector'), mapAt(spec, 'nodeSelector'));
      if (selector.kind !== 'selector') return selector;
      if (selector.labels.size > 0) filled = withEntry(filled, 'nodeSelector', selector.labels);
      const tolerations = mergedTolerations([...mapsAt(spec, 'tolerations'), ...mapsAt(scheduling, 'tolerations')]);
      if (tolerations.length > 0) filled = withEntry(filled, 'tolerations', tolerations);
    }
    return { kind: 'admitted', object: withEntry(object, 'spec', filled) };
  },
  validate(attributes) {
    const object = newObject(attributes, '', 'pods');
    if (object === undefined) return undefined;
    const found = classOf(attributes, object);
    if (found?.kind === 'refused') return found;
    const sent = mapAt(specOf(object), 'overhead');
    const overhead = mapAt(found?.object, 'overhead');
    if (overhead === undefined) {
      if (sent === undefined) return undefined;
      const why = 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead';
      return forbiddenBy(attributes, why);
    }
    return sameAmounts(mapAt(overhead, 'podFixed'), sent) ? undefined : differentOverhead(attributes);
  },
};

function differentOverhead(attributes: AdmissionAttributes): Refusal {
  return forbiddenBy(attributes, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
}

function classOf(
  attributes: AdmissionAttributes,
  pod: ValueMap,
): { readonly kind: 'found'; readonly object: ValueMap } | Refusal | undefined {
  const name = stringAt(specOf(pod), 'runtimeClassName');
  if (name === undefined) return undefined;
  const object = objectAt(attributes.cluster, 'node.k8s.io/v1', 'runtimeclasses', '', name);
  if (object !== undefined) return { kind: 'found', object };
  return forbiddenBy(attributes, `pod rejected: RuntimeClass ${quote(name)} not found`);
}

/** Whether two lists of resources hold the same amounts; an absent one is as good as an empty one. */
function sameAmounts(one: ValueMap = new Map(), other: ValueMap = new Map()): boolean {
  if (one.size !== other.size) return false;
  return [...one].every(([name, value]) => {
    const [a, b] = [amountOf(value), amountOf(other.get(name))];
    return a !== undefined && b !== undefined && compareQuantities(a, b) === 0;
  });
}

function mergedSelector(
  attributes: AdmissionAttributes,
  wanted: ValueMap = new Map(),
  own: ValueMap = new Map(),
): { readonly kind: 'selector'; readonly labels: ValueMap } | Refusal {
  const labels = new Map(own);
  for (const key of sortedKeys(wanted)) {
    const value = wanted.get(key) ?? '';
    const before = own.get(key);
    if (before !== undefined && before !== value) {
      const why = `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${before}`;
      return forbiddenBy(attributes, why);
    }
    labels.set(key, value);
  }
  return { kind: 'selector', labels };
}

/** Leaves out tolerations that others cover. Upstream: pkg/util/tolerations/tolerations.go MergeTolerations. */
function mergedTolerations(all: readonly ValueMap[]): readonly ValueMap[] {
  const merged: ValueMap[] = [];
  for (const [index, each] of all.entries()) {
    const isCovered =
      merged.some((other) => covers(other, each)) ||
      all.slice(index + 1).some((other) => !equals(each, other) && covers(other, each));
    if (!isCovered) merged.push(each);
  }
  return merged;
}

/** Whether one toleration tolerates all that another does. */
function covers(wide: ValueMap, narrow: ValueMap): boolean {
  if (equals(wide, narrow)) return true;
  const operator = textAt(wide, 'operator');
  if (textAt(narrow, 'key') !== textAt(wide, 'key') && (textAt(wide, 'key') !== '' || operator !== 'Exists'))
    return false;
  const effect = textAt(wide, 'effect');
  if (textAt(narrow, 'effect') !== effect && effect !== '') return false;
  const [seconds, less] = [wide.get('tolerationSeconds'), narrow.get('tolerationSeconds')];
  if (effect === 'NoExecute' && typeof seconds === 'bigint' && !(typeof less === 'bigint' && less <= seconds))
    return false;
  if (operator === 'Exists') return true;
  if (operator !== 'Equal' && operator !== '') return false;
  return textAt(narrow, 'operator') === 'Equal' && textAt(narrow, 'value') === textAt(wide, 'value');
}
