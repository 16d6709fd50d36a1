import type { ApiRequest } from '@managed-fields/api-server';
import { isMap, type Value, type ValueMap, valueFromPlain, withEntry } from '@managed-fields/merge-engine';
import type { Answered } from './status.ts';

/** Who asks: the one user of a server that is started here. */
export const user = { username: 'admin', groups: ['system:masters', 'system:authenticated'] } as const;

/** What the server answers to a review: all that is asked about is allowed. */
const answers: Readonly<Record<string, (sent: ValueMap, now: string) => ValueMap>> = {
  selfsubjectaccessreviews: allowed,
  localsubjectaccessreviews: allowed,
  subjectaccessreviews: allowed,
  selfsubjectreviews: (sent, now) =>
    new Map<string, Value>([
      ...withoutStatus(sent),
      ['metadata', new Map([['creationTimestamp', now]])],
      ['status', valueFromPlain({ userInfo: user })],
    ]),
  selfsubjectrulesreviews: (sent) => {
    const status = {
      resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
      nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
      incomplete: false,
    };
    return withEntry(withEntry(withMetadata(sent), 'spec', new Map()), 'status', valueFromPlain(status));
  },
};

function allowed(sent: ValueMap): ValueMap {
  return withEntry(withMetadata(sent), 'status', new Map([['allowed', true]]));
}

function withMetadata(sent: ValueMap): ValueMap {
  return sent.has('metadata') ? sent : withEntry(sent, 'metadata', new Map());
}

function withoutStatus(sent: ValueMap): readonly (readonly [string, Value])[] {
  return [...sent].filter(([key]) => key === 'kind' || key === 'apiVersion');
}

/**
 * Answers a review of access: nothing of it is stored, and the one user of this server may do everything. Undefined where
 * the request is none. Upstream: k8s.io/kubernetes pkg/registry/authorization, pkg/registry/authentication.
 */
export function reviewed({ method, path, body }: ApiRequest, now: string): Answered | undefined {
  const plural = /^\/apis\/auth(?:orization|entication)\.k8s\.io\/v1\/(?:namespaces\/[^/]+\/)?(\w+)$/.exec(path)?.[1];
  const answer = plural === undefined ? undefined : answers[plural];
  if (method !== 'POST' || answer === undefined || body?.kind !== 'value' || !isMap(body.value)) return undefined;
  return { code: 201, body: answer(body.value, now) };
}
