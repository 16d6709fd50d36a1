import { listAt, mapAt, type Value, type ValueMap, withEntry } from '@managed-fields/merge-engine';

/**
 * A Pod with a condition that is true, whose time stays where it was true before.
 * Upstream: k8s.io/kubernetes pkg/api/v1/pod/util.go UpdatePodCondition.
 */
export function withCondition(
  pod: ValueMap,
  { type, ...words }: { readonly type: string; readonly reason?: string; readonly message?: string },
  now: string,
): ValueMap {
  const status = mapAt(pod, 'status') ?? new Map<string, Value>();
  const conditions = listAt(status, 'conditions') ?? [];
  const isOf = (each: Value) => each instanceof Map && each.get('type') === type;
  const before = conditions.find(isOf);
  const wasTrue = before instanceof Map && before.get('status') === 'True';
  const made = new Map<string, Value>([
    ['type', type],
    ['status', 'True'],
    ['lastTransitionTime', wasTrue ? (before.get('lastTransitionTime') ?? null) : now],
    ...Object.entries(words),
  ]);
  const changed = before === undefined ? [...conditions, made] : conditions.map((each) => (isOf(each) ? made : each));
  return withEntry(pod, 'status', withEntry(status, 'conditions', changed));
}
