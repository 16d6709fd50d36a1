import { isMap, listAt, mapAt, stringAt, type Value, type ValueMap, withEntry } from '@managed-fields/merge-engine';

/** A condition that a controller sets in the status of a definition. */
export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

/** Returns a condition of a definition; undefined where it has none of the type. */
export function conditionOf(crd: ValueMap, type: string): ValueMap | undefined {
  return (listAt(mapAt(crd, 'status'), 'conditions') ?? []).filter(isMap).find((each) => each.get('type') === type);
}

/** Whether a condition exists and is true. */
export function isTrue(crd: ValueMap, type: string): boolean {
  return stringAt(conditionOf(crd, type), 'status') === 'True';
}

/** Whether a definition already has a condition with the same status, reason and message. */
export function hasCondition(crd: ValueMap, { type, status, reason, message }: Condition): boolean {
  const old = conditionOf(crd, type);
  const text = (key: string) => stringAt(old, key) ?? '';
  return old !== undefined && text('status') === status && text('reason') === reason && text('message') === message;
}

/**
 * Sets a condition of a definition. Its time changes only with its status. It returns the same definition where nothing
 * changes. Upstream: k8s.io/apiextensions-apiserver pkg/apihelpers/helpers.go SetCRDCondition.
 */
export function withCondition(crd: ValueMap, condition: Condition, now: string): ValueMap {
  if (hasCondition(crd, condition)) return crd;
  const { type, status, reason, message } = condition;
  const old = conditionOf(crd, type);
  const since = stringAt(old, 'status') === status ? (stringAt(old, 'lastTransitionTime') ?? now) : now;
  const next = new Map<string, Value>([
    ...(old ?? []),
    ['type', type],
    ['status', status],
    ['lastTransitionTime', since],
    ['reason', reason],
    ['message', message],
  ]);
  const list = listAt(mapAt(crd, 'status'), 'conditions') ?? [];
  const conditions = old === undefined ? [...list, next] : list.map((each) => (each === old ? next : each));
  return withStatus(crd, 'conditions', conditions);
}

/** Sets a field in the status of a definition. */
export function withStatus(crd: ValueMap, key: string, value: Value): ValueMap {
  return withEntry(crd, 'status', withEntry(mapAt(crd, 'status') ?? new Map<string, Value>(), key, value));
}
