import { isArray, isObject } from '../json.ts';
import type { OwnedField } from '../owned-fields.ts';
import { findingOf, groupOf } from './finding.ts';
import { isReleaseTool } from './known-managers.ts';
import { leavesOf } from './owned-by.ts';
import type { Judged, Rule } from './rule.ts';

/**
 * An applier that owns fields it never set a value for: it sent back an object that it had read, with what the server
 * had filled in, or a struct of Go with the zero values of all its fields.
 */
export const zeroValuesOwned: Rule = {
  id: 'zero-values-owned',
  severity: 'note',
  conflict: true,
  example: 'zero-values',
  judge(judged) {
    if (judged.appliers.length === 0) return [];
    const isCustom = isCustomGroup(groupOf(judged.row.apiVersion));
    return judged.appliers.flatMap((entry) => {
      const manager = judged.row.entries[entry]?.manager ?? '';
      const found =
        sentBack(judged, entry) ??
        (isReleaseTool(manager) ? undefined : emptyStruct(judged, entry)) ??
        (isCustom ? zeros(judged, entry) : undefined);
      if (found === undefined) return [];
      return [findingOf('zero-values-owned', found.fields, [entry], { manager, how: found.how })];
    });
  },
};

interface Sent {
  /** `back`: with what the server had filled in; `struct`: with fields that were never set. */
  readonly how: 'back' | 'struct';
  readonly fields: readonly OwnedField[];
}

function isCustomGroup(group: string): boolean {
  return group.includes('.') && !group.endsWith('.k8s.io');
}

/** Fields that the server fills in, with what it fills in. */
const defaults: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['f:terminationMessagePath', '/dev/termination-log'],
  ['f:terminationMessagePolicy', 'File'],
  ['f:schedulerName', 'default-scheduler'],
  ['f:dnsPolicy', 'ClusterFirst'],
  ['f:restartPolicy', 'Always'],
  ['f:progressDeadlineSeconds', 600],
  ['f:revisionHistoryLimit', 10],
  ['f:terminationGracePeriodSeconds', 30],
  ['f:internalTrafficPolicy', 'Cluster'],
  ['f:sessionAffinity', 'None'],
  ['f:ipFamilyPolicy', 'SingleStack'],
]);

/** So many of these stand in no manifest that was written by hand. */
const mostWritten = 4;

/** Fields that are listed beside these, though people write them too. */
const alsoFilled: ReadonlySet<string> = new Set([
  'f:deployment.kubernetes.io/revision',
  'f:imagePullPolicy',
  'f:maxSurge',
  'f:maxUnavailable',
  'f:clusterIP',
  'f:clusterIPs',
  'f:ipFamilies',
]);

function sentBack({ owned }: Judged, entry: number): Sent | undefined {
  let first: Set<string> | undefined;
  for (const { inner, element, owners, value } of owned) {
    if (inner || !defaults.has(element) || !owners.includes(entry) || value !== defaults.get(element)) continue;
    first ??= new Set();
    first.add(element);
  }
  if (first === undefined || first.size < mostWritten) return undefined;
  const isFilled = ({ element, parent, value }: OwnedField) =>
    defaults.has(element) ||
    alsoFilled.has(element) ||
    (element === 'f:type' && parent?.element === 'f:strategy') ||
    (element === 'f:securityContext' && isObject(value) && Object.keys(value).length === 0);
  return { how: 'back', fields: leavesOf({ owned }, entry).filter(isFilled) };
}

/** The structs of built-in kinds that Go never leaves out, applied empty: the server has filled them since. */
function emptyStruct({ owned }: Judged, entry: number): Sent | undefined {
  const isStrategy = ({ element, inner, owners, value, parent }: OwnedField) =>
    (element === 'f:strategy' || element === 'f:updateStrategy') &&
    !inner &&
    isObject(value) &&
    owners.includes(entry) &&
    parent?.element === 'f:spec' &&
    parent.parent === undefined;
  if (!owned.some(isStrategy)) return undefined;
  const isUnset = (field: OwnedField) =>
    isStrategy(field) || field.element === 'f:creationTimestamp' || field.element === 'f:resources';
  return { how: 'struct', fields: leavesOf({ owned }, entry).filter(isUnset) };
}

/** So many zero values are no accident, where they are of several types and a quarter of what is owned. */
const fewestZeros = 3;

function zeros(judged: Judged, entry: number): Sent | undefined {
  const leaves = leavesOf(judged, entry);
  const fields = leaves.filter(isZero);
  const types = new Set(fields.map(({ value }) => (isArray(value) ? 'array' : typeof value)));
  if (fields.length < fewestZeros || types.size < 2 || fields.length * 4 < leaves.length) return undefined;
  return { how: 'struct', fields };
}

/** Zero values that people do not write; `false` they do. */
function isZero({ value }: OwnedField): boolean {
  if (isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === '' || value === 0;
}
