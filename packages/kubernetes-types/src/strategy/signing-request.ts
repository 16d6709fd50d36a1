import type { User } from '@managed-fields/api-server';
import { isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { has, list, struct, structs, text, withAt, withFieldOf, withoutAt } from '../validation/object.ts';
import type { KindRules } from './kind-rules.ts';

/** The rules of a CertificateSigningRequest. Upstream: k8s.io/kubernetes pkg/registry/certificates/certificates. */
export const signingRequest: KindRules = {
  status: new Map(),
  begin: signedBy,
  prepare: (request, old, subresource, _version, { now }) => {
    if (old === undefined) return request;
    const kept = withAt(request, ['spec'], struct(old, 'spec'));
    switch (subresource) {
      case 'approval':
        return approved(kept, old, now);
      case 'status':
        return withTimes(withApprovalOf(kept, old), old, now);
      default:
        return kept;
    }
  },
};

/** Sets the requester of a certificate: the user that sends the request. */
function signedBy(request: ValueMap, { name, uid, groups, extra }: User): ValueMap {
  const bare = withoutAt(withoutAt(request, ['spec', 'extra']), ['spec', 'uid']);
  const told = uid === undefined ? bare : withAt(bare, ['spec', 'uid'], uid);
  const known = extra === undefined ? told : withAt(told, ['spec', 'extra'], new Map<string, Value>(extra));
  return withAt(withAt(known, ['spec', 'username'], name), ['spec', 'groups'], groups);
}

/** Approving changes nothing but conditions. */
function approved(request: ValueMap, old: ValueMap, now: string): ValueMap {
  const conditions = struct(withTimes(request, old, now), 'status').get('conditions');
  const status = new Map(struct(old, 'status'));
  status.delete('conditions');
  return withAt(request, ['status'], conditions === undefined ? status : new Map(status).set('conditions', conditions));
}

/** Keeps the conditions that approve or deny, where there are as many as before. Upstream: preserveConditionInstances. */
function withApprovalOf(request: ValueMap, old: ValueMap): ValueMap {
  return ['Approved', 'Denied'].reduce((next, type) => {
    const before = structs(struct(old, 'status'), 'conditions').filter((each) => text(each, 'type') === type);
    const conditions = list(struct(next, 'status'), 'conditions');
    const isOf = (each: Value) => isMap(each) && text(each, 'type') === type;
    if (before.length === 0 || conditions.filter(isOf).length !== before.length) return next;
    const queue = [...before];
    const kept = conditions.map((each) => (isOf(each) ? (queue.shift() ?? each) : each));
    return withAt(next, ['status', 'conditions'], kept);
  }, request);
}

/** Sets the times that conditions lack. Upstream: populateConditionTimestamps. */
function withTimes(request: ValueMap, old: ValueMap, now: string): ValueMap {
  const conditions = list(struct(request, 'status'), 'conditions');
  if (conditions.length === 0) return request;
  const before = structs(struct(old, 'status'), 'conditions');
  const timed = conditions.map((condition): Value => {
    if (!isMap(condition)) return condition;
    const updated = has(condition, 'lastUpdateTime') ? condition : new Map(condition).set('lastUpdateTime', now);
    if (has(updated, 'lastTransitionTime')) return updated;
    const same = before.find(
      (each) =>
        ['type', 'status'].every((name) => text(each, name) === text(condition, name)) &&
        has(each, 'lastTransitionTime'),
    );
    return same === undefined
      ? new Map(updated).set('lastTransitionTime', now)
      : withFieldOf(updated, same, 'lastTransitionTime');
  });
  return withAt(request, ['status', 'conditions'], timed);
}
