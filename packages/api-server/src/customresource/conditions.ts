import { isMap, listAt, mapAt, stringAt, type Value, type ValueMap, withEntry } from '@managed-fields/merge-engine';

/** What a controller says of a definition. */
export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

/** A condition of a definition; undefined where it has none of the type. */
export function conditionOf(crd: ValueMap, type: string): ValueMap | undefined {
  return (listAt(mapAt(crd, 'status'), 'conditions') ?? []).filter(isMap).find((each) => each.get('type') === type);
}

/** Whether a condition is there and true. */
export function isTrue(crd: ValueMap, type: string): boolean {
  return stringAt(conditionOf(crd, type), 'status') === 'True';
}

/** Whether a definition already says the same, whenever it began to. */
export function says(crd: ValueMap, { type, status, reason, message }: Condition): boolean {
  const old = conditionOf(crd, type);
  const told = (key: string) => stringAt(old, key) ?? '';
  return old !== undefined && told('status') === status && told('reason') === reason && told('message') === message;
}

/**
 * The definition with a condition; its time stays where its status does. The definition itself where nothing changes.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apihelpers/helpers.go SetCRDCondition.
 */
export function withCondition(crd: ValueMap, condition: Condition, now: string): ValueMap {
  if (says(crd, condition)) return crd;
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

/** The definition with one field of its status set. */
export function withStatus(crd: ValueMap, key: string, value: Value): ValueMap {
  return withEntry(crd, 'status', withEntry(mapAt(crd, 'status') ?? new Map<string, Value>(), key, value));
}
