import {
  isMap,
  listAt,
  mapAt,
  quote,
  stringAt,
  textAt,
  type Value,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import { parseRequestUri } from '../formats/url.ts';
import type { Definition } from './definition.ts';

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
  const text = (key: string) => textAt(old, key);
  return text('status') === status && text('reason') === reason && text('message') === message;
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

/** The annotation that approves a definition in a group of Kubernetes itself. */
export const approvalAnnotation = 'api-approved.kubernetes.io';

/** The state of the approval that a definition's group requires. */
export interface Approval {
  readonly state: 'approved' | 'bypassed' | 'missing' | 'invalid';
  readonly annotation: string;
  /** The server's message about it. */
  readonly message: string;
}

/**
 * Returns the approval of a definition in a group of Kubernetes itself; undefined for other groups, which need none.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apihelpers/helpers.go GetAPIApprovalState, IsProtectedCommunityGroup.
 */
export function approvalOf({ group, metadata }: Definition): Approval | undefined {
  if (!/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group)) return undefined;
  const annotation = textAt(mapAt(metadata, 'annotations'), approvalAnnotation);
  const see = 'see https://github.com/kubernetes/enhancements/pull/1111';
  const needed = `protected groups must have approval annotation "${approvalAnnotation}"`;
  if (annotation === '') return { state: 'missing', annotation, message: `${needed}, ${see}` };
  if (annotation.startsWith('unapproved')) {
    return { state: 'bypassed', annotation, message: `not approved: ${quote(annotation)}` };
  }
  const parsed = parseRequestUri(annotation);
  if (parsed.kind === 'url' && parsed.url.host !== '') {
    return { state: 'approved', annotation, message: `approved in ${annotation}` };
  }
  const message = `${needed} with either a URL or a reason starting with "unapproved", ${see}`;
  return { state: 'invalid', annotation, message };
}
